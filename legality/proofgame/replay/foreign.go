package replay

import (
	"fmt"
	"strings"

	second "github.com/corentings/chess/v2"

	"chesscensus/legality/internal/mailbox"
)

// foreign replays games with github.com/corentings/chess/v2. The zero value is ready.
type foreign struct{ initial *second.Position }

// replay plays words and compares the end with the goal; both positions are given in
// four FEN fields as package mailbox writes them. Nothing of this module is
// trusted with the laws of chess: every move must be in the library's own list of legal
// moves, and a word must be what the library writes for it. Of words in a freer
// notation only, which the library cannot be trusted to read (it takes "Nfd2" for Nbd2
// if that alone is legal), read says what moves they mean.
func (f *foreign) replay(start string, words []string, read []mailbox.Move, goal string) error {
	p, err := f.start(start)
	if err != nil {
		return err
	}
	for i, w := range words {
		m := findWord(p, w)
		if i < len(read) {
			r := listed(p, read[i])
			if m == nil {
				m = r
			}
			if r != m {
				return fmt.Errorf("%w: foreign: ply %d: %.20q is read as %v and %v in %v", ErrNotProven, i+1, w, m, read[i], p)
			}
		}
		if m == nil {
			return fmt.Errorf("%w: foreign: ply %d: %.20q is not legal in %v", ErrNotProven, i+1, w, p)
		}
		p = p.Update(m)
	}
	if end := identity(p); end != goal {
		return fmt.Errorf("%w: foreign: it ends after %d plies with %v, want %v", ErrNotProven, len(words), end, goal)
	}
	return nil
}

// start reads the start position. Only reading from text makes the library see that
// the side to move is in check, which it needs to forbid castling.
func (f *foreign) start(fen string) (*second.Position, error) {
	isInitial := fen == mailbox.Initial
	if isInitial && f.initial != nil {
		return f.initial, nil
	}
	p := new(second.Position)
	if err := p.UnmarshalText([]byte(fen + " 0 1")); err != nil {
		return nil, fmt.Errorf("%w: foreign: %w", ErrNotProven, err)
	}
	if isInitial {
		f.initial = p
	}
	return p, nil
}

// listed returns the move of the list of legal moves with the given squares and
// promotion, or nil.
func listed(p *second.Position, m mailbox.Move) *second.Move {
	promo := second.NoPieceType
	switch m.Promotion {
	case 'q':
		promo = second.Queen
	case 'r':
		promo = second.Rook
	case 'b':
		promo = second.Bishop
	case 'n':
		promo = second.Knight
	}
	moves := p.ValidMovesUnsafe()
	for i := range moves {
		if l := &moves[i]; l.S1() == second.Square(m.From) && l.S2() == second.Square(m.To) && l.Promo() == promo {
			return l
		}
	}
	return nil
}

// findWord returns the legal move that the library writes as the word, in coordinates
// or in algebraic notation, or nil. Signs of check and promotion may be missing.
func findWord(p *second.Position, word string) *second.Move {
	text := bare(word)
	switch text {
	case "0-0":
		text = "O-O"
	case "0-0-0":
		text = "O-O-O"
	}
	castles := strings.HasPrefix(text, "O-O")
	moves := p.ValidMovesUnsafe()
	for i := range moves {
		m := &moves[i]
		near := strings.Contains(text, m.S2().String())
		if castles {
			near = m.HasTag(second.KingSideCastle | second.QueenSideCastle)
		}
		if near && (text == inUCI.Encode(p, m) || text == bare(inSAN.Encode(p, m))) {
			return m
		}
	}
	return nil
}

// The notations, as the library writes them.
var (
	inUCI second.UCINotation
	inSAN second.AlgebraicNotation
)

// bare returns a word without the signs that may be missing.
func bare(word string) string {
	word = strings.TrimRight(word, "+#!?")
	if n := len(word); n > 2 && word[n-2] == '=' {
		return word[:n-2] + word[n-1:]
	}
	return word
}

// identity returns the position in four FEN fields, with the en passant square only if
// the library has a legal move that captures there.
func identity(p *second.Position) string {
	fields := strings.Fields(p.String())
	fields[3] = "-"
	moves := p.ValidMovesUnsafe()
	for i := range moves {
		if moves[i].HasTag(second.EnPassant) {
			fields[3] = moves[i].S2().String()
		}
	}
	return strings.Join(fields[:4], " ")
}
