package verdict

import (
	"strconv"

	"chesscensus/chess"
)

// Evidence is what a refutation rests on, in a form that costs nothing to make: the
// text is put together when someone reads it. The zero value is no evidence.
type Evidence struct {
	Note    string         // what is meant, such as "checkers"; may be free text
	Squares chess.Bitboard // the squares or men concerned
	Counted bool           // whether Have and Want mean something
	Have    int16          // the number found
	Want    int16          // the number that the theorem allows; the Note says if at most or at least
}

// Count returns evidence that compares two numbers. Values beyond 16 bits are cut to
// the nearest.
func Count(note string, have, want int) Evidence {
	clamp := func(n int) int16 { return int16(min(max(n, -1<<15), 1<<15-1)) }
	return Evidence{Note: note, Counted: true, Have: clamp(have), Want: clamp(want)}
}

// Men returns evidence that points at men or squares.
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

// UnmarshalText takes the text as the Note; what it was made of is not recovered.
func (e *Evidence) UnmarshalText(text []byte) error {
	*e = Evidence{Note: string(text)}
	return nil
}
