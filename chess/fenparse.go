package chess

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParseFEN reads a FEN record. Any setup that the notation can express is read, valid or not; use [Setup.Position] to test it.
//
// Leniencies, all of which [FEN.String] writes back in the strict form:
//   - blanks, tabs and line ends (also CR LF) around the record are ignored, and fields may be separated by several blanks;
//   - the last field, or the last two, may be missing; they read as 0 and 1;
//   - any two numbers from 0 to 10^15 are accepted as counters, since the fifth may be an index and the sixth a multiplicity; zeros
//     may precede them;
//   - empty squares may be given in parts, such as 44 or 1111 for 8 and 4;
//   - castling letters may come in any order, each once.
//
// The error is a [*FENError]. ParseFEN does not allocate if there is none; it costs about 150 ns.
func ParseFEN(s string) (FEN, error) {
	f := FEN{Setup: EmptySetup(), Fullmove: 1}
	if field, at, msg := f.parse(strings.Trim(s, " \t\r\n")); msg != "" {
		return FEN{}, &FENError{FEN: shorten(s), Field: field, At: at, Msg: msg}
	}
	return f, nil
}

// ParsePosition reads a FEN record that must denote a valid position, as written: castling rights and en passant square are not
// repaired. The error is a [*FENError] or an [*InvalidError]. The counters are lost.
func ParsePosition(fen string) (Position, error) {
	f, err := ParseFEN(fen)
	if err != nil {
		return Position{}, err
	}
	return f.Setup.Position()
}

// nextField cuts off the field before the first blank.
func nextField(s string) (field, rest string) {
	i := 0
	for i < len(s) && s[i] != ' ' {
		i++
	}
	field, rest = s[:i], s[i:]
	for rest != "" && rest[0] == ' ' {
		rest = rest[1:]
	}
	return field, rest
}

// parse reads a record into f, which holds the defaults. It returns which field is wrong, where, and what is.
func (f *FEN) parse(record string) (name string, at int, msg string) {
	if record == "" {
		return "record", 0, "nothing found, want six fields"
	}
	field, rest := nextField(record)
	if at, msg = f.Setup.Board.parse(field); msg != "" {
		return "board", at, msg
	}
	at = len(record) - len(rest)
	field, rest = nextField(rest)
	if field == "b" {
		f.Setup.Turn = Black
	} else if field != "w" {
		return "side to move", at, "found " + quote(field) + ", want w or b"
	}
	at = len(record) - len(rest)
	field, rest = nextField(rest)
	if !f.Setup.Castling.parse(field) {
		return "castling", at, "found " + quote(field) + ", want - or letters of KQkq"
	}
	at = len(record) - len(rest)
	field, rest = nextField(rest)
	if sq, ok := squareOf(field); ok {
		f.Setup.EP = sq
	} else if field != "-" {
		return "en passant", at, "found " + quote(field) + ", want - or a square"
	}
	at = len(record) - len(rest)
	if rest, msg = parseCounter(rest, &f.Halfmove); msg != "" {
		return "half-move counter", at, msg
	}
	at = len(record) - len(rest)
	if rest, msg = parseCounter(rest, &f.Fullmove); msg != "" {
		return "move number", at, msg
	}
	if rest != "" {
		return "record", len(record) - len(rest), "found " + quote(rest) + " after the sixth field"
	}
	return "", 0, ""
}

// parse reads the castling field into r, which is empty.
func (r *Castling) parse(field string) bool {
	if field == "-" {
		return true
	}
	for i := range len(field) {
		bit := strings.IndexByte("KQkq", field[i]) // in the order of the constants
		if bit < 0 || *r>>bit&1 != 0 {
			return false
		}
		*r |= 1 << bit
	}
	return field != ""
}

// maxCounter is the largest value of the fields 5 and 6; less than 10^15 where int has 32 bits. The largest multiplicity of a space is
// 8!^2 2^6, about 10^11.
const maxCounter = min(1_000_000_000_000_000, math.MaxInt)

// parseCounter reads the next field into n if there is one.
func parseCounter(s string, n *int) (rest, msg string) {
	if s == "" {
		return "", ""
	}
	field, rest := nextField(s)
	value := int64(0)
	for i := range len(field) {
		c := field[i] - '0'
		if value = 10*value + int64(c); c > 9 || value > maxCounter {
			return "", "found " + quote(field) + ", want a number from 0 to " + strconv.Itoa(maxCounter)
		}
	}
	*n = int(value)
	return rest, ""
}

// fenCodes holds the meaning of each byte of the board field: 1 to 8 empty squares, fenRowEnd, or fenMan plus a man. Other bytes
// have 0.
var fenCodes = func() (t [256]uint8) {
	for n := byte(1); n <= 8; n++ {
		t['0'+n] = n
	}
	t['/'] = fenRowEnd
	for c := White; c <= Black; c++ {
		for r := Pawn; r <= King; r++ {
			p := NewPiece(c, r)
			t[p.Letter()] = fenMan | uint8(p)
		}
	}
	return t
}()

const (
	fenRowEnd = 0x20
	fenMan    = 0x40
)

// parse reads the board field. It returns an empty message, or the offset of an error and a message.
func (b *Board) parse(field string) (at int, msg string) {
	*b = Board{}
	row, file := 56, 0 // row times 8
	for i := range len(field) {
		code := fenCodes[field[i]]
		switch {
		case code >= fenMan:
			if file < 8 {
				b.Place(Square(row+file), Piece(code&^fenMan))
			}
			file++
		case code == fenRowEnd:
			if file != 8 {
				return i, fmt.Sprintf("row %d has %d squares, want 8", row/8+1, file)
			}
			if row == 0 {
				return i, "more than 8 rows"
			}
			row, file = row-8, 0
		case code == 0:
			r, _ := utf8.DecodeRuneInString(field[i:])
			return i, fmt.Sprintf("found %q in row %d, want KQRBNPkqrbnp, 1 to 8 or /", r, row/8+1)
		default:
			file += int(code)
		}
		if file > 8 {
			return i, fmt.Sprintf("row %d has more than 8 squares", row/8+1)
		}
	}
	if row != 0 {
		return len(field), fmt.Sprintf("found %d rows, want 8", 8-row/8)
	}
	if file != 8 {
		return len(field), fmt.Sprintf("row 1 has %d squares, want 8", file)
	}
	return 0, ""
}
