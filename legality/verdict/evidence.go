package verdict

import (
	"strconv"

	"chesscensus/chess"
)

// Evidence holds the facts that a refutation rests on. It costs nothing to make, since its text
// is composed only when it is needed. The zero value is no evidence.
type Evidence struct {
	Note    string         // a name of the facts, such as "checkers", or free text
	Squares chess.Bitboard // the squares or men concerned
	Counted bool           // whether Have and Want are set
	Have    int16          // the number found
	Want    int16          // the number that the theorem allows, at most or at least, according to the Note
}

// Count returns evidence that compares two numbers, limited to 16 bits.
func Count(note string, have, want int) Evidence {
	clamp := func(n int) int16 { return int16(min(max(n, -1<<15), 1<<15-1)) }
	return Evidence{Note: note, Counted: true, Have: clamp(have), Want: clamp(want)}
}

// Men returns evidence that names men or squares.
func Men(note string, squares chess.Bitboard) Evidence {
	return Evidence{Note: note, Squares: squares}
}

// At returns e with the squares added.
func (e Evidence) At(squares chess.Bitboard) Evidence {
	e.Squares |= squares
	return e
}

// String returns the text with the names of the squares.
func (e Evidence) String() string { return e.describe(nil) }

// Describe returns the text with the men that stand on the squares in s, such as
// "checkers: Qa1 Nb4". Men are named by their FEN letters.
func (e Evidence) Describe(s *chess.Setup) string { return e.describe(s) }

// describe returns the text, with the men of s if it is not nil.
func (e Evidence) describe(s *chess.Setup) string {
	b := []byte(e.Note)
	sep := ": "
	if e.Note == "" {
		sep = ""
	}
	if e.Counted {
		b = append(strconv.AppendInt(append(b, sep...), int64(e.Have), 10), " against "...)
		b = strconv.AppendInt(b, int64(e.Want), 10)
		sep = ": "
	}
	for sq := range e.Squares.All() {
		b = append(b, sep...)
		if s != nil {
			if p := s.Board.At(sq); p != chess.NoPiece {
				b = append(b, p.Letter())
			}
		}
		b = append(b, sq.String()...)
		sep = " "
	}
	return string(b)
}

// MarshalText returns the text of String.
func (e Evidence) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText sets the Note to the text and the other fields to zero.
func (e *Evidence) UnmarshalText(text []byte) error {
	*e = Evidence{Note: string(text)}
	return nil
}
