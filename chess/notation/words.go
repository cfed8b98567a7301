package notation

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"chesscensus/chess"
)

var (
	numberWords = [8]string{"One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"}
	fileWords   = [8]string{"Queen Rook", "Queen Knight", "Queen Bishop", "Queen", "King", "King Bishop", "King Knight", "King Rook"}
	roleWords   = [7]string{"", "Pawn", "Knight", "Bishop", "Rook", "Queen", "King"}
)

// A Sentence is a move in words, divided into the parts of a list of moves.
type Sentence struct {
	Move chess.Move
	Man  string // "Queen on King Knight Seven"
	Act  string // "captures Pawn on King Bishop Seven", "moves to King Two"
	Mark string // "CHECK", "MATE" or ""
}

// String returns the whole sentence.
func (s Sentence) String() string {
	text := s.Man + " " + s.Act
	if s.Mark != "" {
		text += " " + s.Mark
	}
	return text
}

// Say returns the legal move m of p in words, squares as the mover calls them.
func Say(p *chess.Position, m chess.Move) Sentence {
	us := p.Turn()
	s := Sentence{Move: m, Man: roleWords[m.Role()] + " on " + squareWords(us, m.From())}
	switch {
	case m.Castles() && castleOf(m) == 'K':
		s.Act = "castles King Side"
	case m.Castles():
		s.Act = "castles Queen Side"
	case m.Captured() != chess.NoRole:
		s.Act = "captures " + roleWords[m.Captured()] + " on " + squareWords(us, m.CapturedOn())
	default:
		s.Act = "moves to " + squareWords(us, m.To())
	}
	if m.EnPassant() {
		s.Act += " en passant"
	}
	if m.Promotion() != chess.NoRole {
		s.Act += " promotes to " + roleWords[m.Promotion()]
	}
	q := p.Play(m)
	switch {
	case q.IsCheckmate():
		s.Mark = "MATE"
	case q.InCheck():
		s.Mark = "CHECK"
	}
	return s
}

// squareWords returns the name of a square in words, such as "King Four".
func squareWords(c chess.Color, sq chess.Square) string {
	return fileWords[sq.File()] + " " + numberWords[rowFrom(c, sq)]
}

// Possible returns all legal moves in words: the king's first, then those of the queens, rooks, knights, bishops and pawns, men of
// a kind from the queen's rook file to the king's and from the own first row on, and the targets of each man in the same order.
// Ordinal numbers in a dialogue are indices of this list, plus one.
func Possible(p *chess.Position) []Sentence {
	moves := p.Moves(nil)
	us := p.Turn()
	key := func(sq chess.Square) int { return 8*sq.File() + rowFrom(us, sq) }
	slices.SortStableFunc(moves, func(a, b chess.Move) int {
		return cmp.Or(
			cmp.Compare(slices.Index(roleOrder[:], a.Role()), slices.Index(roleOrder[:], b.Role())),
			cmp.Compare(key(a.From()), key(b.From())),
			cmp.Compare(key(a.To()), key(b.To())),
			cmp.Compare(slices.Index(roleOrder[:], a.Promotion()), slices.Index(roleOrder[:], b.Promotion())),
		)
	})
	list := make([]Sentence, len(moves))
	for i, m := range moves {
		list[i] = Say(p, m)
	}
	return list
}

// List returns sentences as numbered lines. A man that is the same as in the line above is left blank, and an empty line divides
// the men.
func List(list []Sentence) string {
	var b strings.Builder
	for i, s := range list {
		man := s.Man
		if i > 0 && list[i-1].Man == man {
			man = strings.Repeat(" ", len(man))
		} else if i > 0 {
			b.WriteByte('\n')
		}
		s.Man = man
		fmt.Fprintf(&b, "%5s  %v\n", Ordinal(i+1), s)
	}
	return b.String()
}

// Ordinal returns 1st, 2nd, 3rd, 4th, ..., 11th, ..., 21st, ...
func Ordinal(n int) string {
	suffix := "th"
	if tens := n / 10 % 10; tens != 1 && n%10 >= 1 && n%10 <= 3 {
		suffix = []string{"st", "nd", "rd"}[n%10-1]
	}
	return strconv.Itoa(n) + suffix
}
