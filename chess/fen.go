package chess

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A FEN is one record of Forsyth-Edwards notation: a setup and two counters.
//
// The counters are kept as they come, since some programs give them another
// meaning: in the ranked set they are the index among equivalent urpositions and
// their number, so that "0 1" reads as "index 0 of 1".
type FEN struct {
	Setup    Setup
	Halfmove int // field 5, half-moves since the last capture or pawn move
	Fullmove int // field 6, number of the move to come
}

// A FENError says which field of a FEN record cannot be read and why.
type FENError struct {
	FEN   string // the record, shortened if very long
	Field string // such as "board" or "castling"
	Msg   string // what was found and what was expected
}

// Error returns the field, the reason and the record.
func (e *FENError) Error() string {
	return fmt.Sprintf("chess: FEN %s: %s in %s", e.Field, e.Msg, quote(e.FEN))
}

// ParseFEN reads a FEN record. Any setup that the notation can express is read,
// valid or not; use [Setup.Position] to test it.
//
// Leniencies, all of which [FEN.String] writes back in the strict form:
//   - blanks, tabs and line ends around the record are ignored, and fields may be
//     separated by several blanks;
//   - the last field, or the last two, may be missing; they read as 0 and 1;
//   - any two numbers from 0 to 1 000 000 000 are accepted as counters, since the
//     fifth may be an index and the sixth a multiplicity;
//   - castling letters may come in any order, each once.
//
// The error is a [*FENError].
func ParseFEN(s string) (FEN, error) {
	f := FEN{Setup: EmptySetup(), Fullmove: 1}
	rest := strings.Trim(s, " \t\r\n")
	var field string
	next := func() string {
		field, rest, _ = strings.Cut(rest, " ")
		rest = strings.TrimLeft(rest, " ")
		return field
	}
	bad := func(name, msg string) (FEN, error) {
		return FEN{}, &FENError{FEN: shorten(s), Field: name, Msg: msg}
	}

	if rest == "" {
		return bad("record", "nothing found, want six fields")
	}
	if msg := f.Setup.Board.parse(next()); msg != "" {
		return bad("board", msg)
	}
	switch next() {
	case "w":
	case "b":
		f.Setup.Turn = Black
	default:
		return bad("side to move", "found "+quote(field)+", want w or b")
	}
	if next() != "-" {
		for i := range len(field) {
			k := strings.IndexByte("KQkq", field[i])
			if k < 0 || f.Setup.Castling>>k&1 != 0 {
				return bad("castling", "found "+quote(field)+", want - or letters of KQkq")
			}
			f.Setup.Castling |= 1 << k
		}
		if field == "" {
			return bad("castling", "field missing, want - or letters of KQkq")
		}
	}
	if next() != "-" {
		sq, err := ParseSquare(field)
		if err != nil {
			return bad("en passant", "found "+quote(field)+", want - or a square")
		}
		f.Setup.EP = sq
	}
	for _, c := range []struct {
		name  string
		value *int
	}{{"half-move counter", &f.Halfmove}, {"move number", &f.Fullmove}} {
		if rest == "" {
			break
		}
		n, err := strconv.ParseUint(next(), 10, 31)
		if err != nil || n > 1_000_000_000 {
			return bad(c.name, "found "+quote(field)+", want a number from 0 to 1000000000")
		}
		*c.value = int(n)
	}
	if rest != "" {
		return bad("record", "found "+quote(rest)+" after the sixth field")
	}
	return f, nil
}

// parse reads the board field. It returns an empty text, or what is wrong.
func (b *Board) parse(field string) string {
	*b = Board{}
	row, file := 7, 0
	for i := range len(field) {
		switch c := field[i]; {
		case c == '/':
			if file != 8 {
				return fmt.Sprintf("row %d has %d squares, want 8", row+1, file)
			}
			if row--; row < 0 {
				return "more than 8 rows"
			}
			file = 0
		case c >= '1' && c <= '8':
			file += int(c - '0')
		default:
			p := pieceOf[c]
			if p == NoPiece {
				r, _ := utf8.DecodeRuneInString(field[i:])
				return fmt.Sprintf("found %q in row %d, want KQRBNPkqrbnp, 1 to 8 or /", r, row+1)
			}
			if file < 8 {
				b.Place(NewSquare(file, row), p)
			}
			file++
		}
		if file > 8 {
			return fmt.Sprintf("row %d has more than 8 squares", row+1)
		}
	}
	if row != 0 {
		return fmt.Sprintf("found %d rows, want 8", 8-row)
	}
	if file != 8 {
		return fmt.Sprintf("row 1 has %d squares, want 8", file)
	}
	return ""
}

// String returns the six fields separated by single blanks.
func (f FEN) String() string { return string(f.Append(make([]byte, 0, 96))) }

// Append appends the six fields, separated by single blanks, to dst.
func (f *FEN) Append(dst []byte) []byte {
	dst = append(f.Setup.appendFields(dst), ' ')
	dst = append(strconv.AppendInt(dst, int64(f.Halfmove), 10), ' ')
	return strconv.AppendInt(dst, int64(f.Fullmove), 10)
}

// appendFields appends the first four FEN fields to dst.
func (s *Setup) appendFields(dst []byte) []byte {
	dst = append(s.Board.appendFEN(dst), ' ', "wb"[s.Turn&1], ' ')
	dst = append(s.Castling.append(dst), ' ')
	return s.EP.append(dst)
}

// appendFEN appends the board field to dst.
func (b *Board) appendFEN(dst []byte) []byte {
	var letters [64]byte
	for r := Pawn; r <= King; r++ {
		for c := White; c <= Black; c++ {
			letter := NewPiece(c, r).Letter()
			for bb := b.Pieces(c, r); bb != 0; bb &= bb - 1 {
				letters[bb.First()&63] = letter
			}
		}
	}
	for row := 56; row >= 0; row -= 8 {
		empty := byte('0')
		for _, letter := range letters[row : row+8] {
			if letter == 0 {
				empty++
				continue
			}
			if empty != '0' {
				dst = append(dst, empty)
			}
			dst, empty = append(dst, letter), '0'
		}
		if empty != '0' {
			dst = append(dst, empty)
		}
		if row > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}

// shorten cuts a text that is too long for an error message.
func shorten(s string) string {
	const most = 100
	if len(s) <= most {
		return s
	}
	return fmt.Sprintf("%s... (%d bytes)", strings.ToValidUTF8(s[:most], "?"), len(s))
}

// quote shortens a text and puts it in quotes, with unprintable bytes escaped.
func quote(s string) string { return strconv.Quote(shorten(s)) }
