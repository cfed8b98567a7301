package replay

import (
	"fmt"
	"strings"

	second "github.com/corentings/chess/v2"

	"chesscensus/legality/proofgame/replay/mailbox"
)

// foreign replays games with github.com/corentings/chess/v2. The zero value is ready.
type foreign struct{ initial *second.Position }

// replay plays words and compares the end with the goal. Nothing of this module is
// trusted: moves must be in the library's own list of legal moves, and words in
// algebraic notation must be what the library itself writes for the move, or reads as
// it.
func (f *foreign) replay(start string, words []string, goal string) error {
	p, err := f.start(start)
	if err != nil {
		return err
	}
	for i, w := range words {
		m := findMove(p, w)
		if m == nil {
			return fmt.Errorf("%w: foreign: ply %d: %.20q is not legal in %v", ErrNotProven, i+1, w, p)
		}
		p = p.Update(m)
	}
	if end := identity(p); end != fourFields(goal) {
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
	if err := p.UnmarshalText([]byte(fourFields(fen) + " 0 1")); err != nil {
		return nil, fmt.Errorf("%w: foreign: %w", ErrNotProven, err)
	}
	if isInitial {
		f.initial = p
	}
	return p, nil
}

// fourFields returns the first four fields of a FEN record.
func fourFields(fen string) string {
	fields := strings.Fields(fen)
	return strings.Join(fields[:min(4, len(fields))], " ")
}

// findMove returns the legal move that a word denotes, or nil.
func findMove(p *second.Position, word string) *second.Move {
	moves := p.ValidMovesUnsafe()
	text := strings.TrimRight(word, "+#!?")
	if c, ok := parseCoordinates(text); ok {
		for i := range moves {
			if m := &moves[i]; m.S1() == c.from && m.S2() == c.to && m.Promo() == c.promo {
				return m
			}
		}
		return nil
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "0", "O"), "=", "")
	square := text
	if n := len(text); n > 0 && strings.IndexByte("QRBN", text[n-1]) >= 0 {
		square = text[:n-1]
	}
	for i := range moves {
		m := &moves[i]
		if !strings.HasSuffix(square, m.S2().String()) && !strings.HasPrefix(text, "O-O") {
			continue
		}
		written := second.AlgebraicNotation{}.Encode(p, m)
		if strings.ReplaceAll(strings.TrimRight(written, "+#"), "=", "") == text {
			return m
		}
	}
	m, err := second.AlgebraicNotation{}.Decode(p, word)
	if err != nil {
		return nil
	}
	return m
}

// A step is a move in coordinates, in the library's terms.
type step struct {
	from, to second.Square
	promo    second.PieceType
}

// parseCoordinates reads two squares and perhaps a promotion.
func parseCoordinates(word string) (s step, ok bool) {
	if len(word) != 4 && len(word) != 5 {
		return s, false
	}
	for i := 0; i < 4; i += 2 {
		if word[i] < 'a' || word[i] > 'h' || word[i+1] < '1' || word[i+1] > '8' {
			return s, false
		}
	}
	at := func(i int) second.Square {
		return second.NewSquare(second.File(word[i]-'a'), second.Rank(word[i+1]-'1'))
	}
	s.from, s.to = at(0), at(2)
	if len(word) == 5 {
		switch word[4] | 0x20 {
		case 'q':
			s.promo = second.Queen
		case 'r':
			s.promo = second.Rook
		case 'b':
			s.promo = second.Bishop
		case 'n':
			s.promo = second.Knight
		default:
			return s, false
		}
	}
	return s, true
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
