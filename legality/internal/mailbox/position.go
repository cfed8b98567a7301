package mailbox

import (
	"bytes"
	"fmt"
	"strings"
)

// A Position is a placement of men, a side to move, castling rights, and the square where a pawn can be captured en
// passant, if such a capture is legal. Positions may be compared with ==.
type Position struct {
	men    [64]byte // FEN letters, 0 for an empty square
	black  bool     // Black is to move
	rights [4]bool  // in the order of rightLetters
	ep     int8     // -1 if none
}

// rightLetters are the FEN letters of the castling rights; corners are the squares of the rooks.
const rightLetters = "KQkq"

var corners = [4]int{7, 0, 63, 56}

// Initial is the initial position.
const Initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

// Parse parses the first four fields of a FEN record; more fields are ignored. The position must have one king a side
// and no pawn on the first or last row. The side not to move must not be in check. Castling rights need king and rook
// at home, and an en passant square needs a legal capture there.
func Parse(fen string) (Position, error) {
	var p Position
	if msg := p.parse(strings.Fields(fen)); msg != "" {
		return Position{}, fmt.Errorf("mailbox: FEN %.100q: %s", fen, msg)
	}
	return p, nil
}

// parse sets p from FEN fields and returns what is wrong with them, or "".
func (p *Position) parse(fields []string) string {
	if len(fields) < 4 {
		return "fewer than four fields"
	}
	p.ep = -1
	if !p.parseMen(fields[0]) {
		return "the board is not eight rows of eight squares with men PNBRQKpnbrqk"
	}
	if fields[1] != "w" && fields[1] != "b" {
		return "the side to move is not w or b"
	}
	p.black = fields[1] == "b"
	if fields[2] != "-" {
		for _, letter := range []byte(fields[2]) {
			i := strings.IndexByte(rightLetters, letter)
			if i < 0 || p.rights[i] {
				return "castling rights are not some of KQkq or -"
			}
			p.rights[i] = true
		}
	}
	if ep := fields[3]; ep != "-" {
		if len(ep) != 2 || ep[0] < 'a' || ep[0] > 'h' || ep[1] != "63"[btoi(p.black)] {
			return "the en passant square is none"
		}
		p.ep = int8(ep[0]-'a') + 8*int8(ep[1]-'1')
	}
	return p.problem()
}

// btoi returns 1 for true and 0 for false.
func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// parseMen sets the men from the board field, row 8 first, and reports whether the field is well-formed.
func (p *Position) parseMen(board string) bool {
	x, y := 0, 7
	for _, c := range []byte(board) {
		switch {
		case c == '/' && x == 8 && y > 0:
			x, y = 0, y-1
		case c >= '1' && c <= '8' && x+int(c-'0') <= 8:
			x += int(c - '0')
		case strings.IndexByte("PNBRQKpnbrqk", c) >= 0 && x < 8:
			p.men[8*y+x] = c
			x++
		default:
			return false
		}
	}
	return x == 8 && y == 0
}

// problem returns what is wrong with a position that was parsed, or "".
func (p *Position) problem() string {
	for _, king := range []byte("Kk") {
		if bytes.Count(p.men[:], []byte{king}) != 1 {
			return "a side does not have one king"
		}
	}
	for x := range 8 {
		if p.men[x]|0x20 == 'p' || p.men[56+x]|0x20 == 'p' {
			return "a pawn stands on the first or last row"
		}
	}
	for i, right := range p.rights {
		king, rook, home := byte('K'), byte('R'), 4
		if i > 1 {
			king, rook, home = 'k', 'r', 60
		}
		if right && (p.men[home] != king || p.men[corners[i]] != rook) {
			return "a castling right without king and rook at home"
		}
	}
	if p.isAttacked(p.king(!p.black), p.black) {
		return "the side not to move is in check"
	}
	if p.ep >= 0 {
		// The pawn has just made a double step over the en passant square.
		stop, from, pawn := int(p.ep)-8, int(p.ep)+8, byte('p')
		if p.black {
			stop, from, pawn = int(p.ep)+8, int(p.ep)-8, 'P'
		}
		if p.men[stop] != pawn || p.men[p.ep] != 0 || p.men[from] != 0 {
			return "no pawn has just passed the en passant square"
		}
		if !p.isEPLegal() {
			return "no en passant capture is legal"
		}
	}
	return ""
}

// king returns the square of a side's king.
func (p *Position) king(black bool) int {
	if black {
		return bytes.IndexByte(p.men[:], 'k')
	}
	return bytes.IndexByte(p.men[:], 'K')
}

// String returns the first four FEN fields.
func (p *Position) String() string {
	var b strings.Builder
	for y := 7; y >= 0; y-- {
		empty := 0
		for x := range 8 {
			man := p.men[8*y+x]
			if man == 0 {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
			}
			b.WriteByte(man)
			empty = 0
		}
		if empty > 0 {
			b.WriteByte('0' + byte(empty))
		}
		if y > 0 {
			b.WriteByte('/')
		}
	}
	b.WriteString([]string{" w ", " b "}[btoi(p.black)])
	before := b.Len()
	for i, right := range p.rights {
		if right {
			b.WriteByte(rightLetters[i])
		}
	}
	if b.Len() == before {
		b.WriteByte('-')
	}
	if p.ep < 0 {
		return b.String() + " -"
	}
	return b.String() + " " + square(int(p.ep))
}

// square returns the name of a square.
func square(sq int) string { return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3)}) }
