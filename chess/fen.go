package chess

import (
	"fmt"
	"strconv"
	"strings"
)

// A FEN is one record of Forsyth-Edwards notation: a setup and two counters.
//
// The counters are not checked, as some programs give them another meaning. In the ranked set they are the index among equivalent
// urpositions and the number of these, so that "0 1" means "index 0 of 1".
type FEN struct {
	Setup    Setup
	Halfmove int // field 5, half-moves since the last capture or pawn move
	Fullmove int // field 6, number of the move to come
}

// A FENError says which field of a FEN record cannot be read and why.
type FENError struct {
	FEN   string // record, shortened if very long
	Field string // such as "board" or "castling"
	At    int    // offset of the error in the record, in bytes, without the blanks before the record
	Msg   string // what was found and what was expected
}

// Error returns the field, the reason and the record.
func (e *FENError) Error() string {
	return fmt.Sprintf("chess: FEN %s: %s in %s", e.Field, e.Msg, quote(e.FEN))
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

// shorten returns a text without the part that is too long for an error message.
func shorten(s string) string {
	const most = 100
	if len(s) <= most {
		return s
	}
	return fmt.Sprintf("%s... (%d bytes)", strings.ToValidUTF8(s[:most], "?"), len(s))
}

// quote returns a shortened text in quotes, with unprintable bytes escaped.
func quote(s string) string { return strconv.Quote(shorten(s)) }
