package chess_test

import (
	"fmt"
	"sort"
	"strings"

	"chesscensus/chess"
)

// An oracle is a second implementation of the rules by their text: a board of 64 letters and moves square by square. A move is
// legal if afterwards no enemy man can take the king. It shares nothing with the package but the FEN text.
type oracle struct {
	board    [64]byte // FEN letters, 0 for empty
	white    bool     // to move
	castling string
	ep       int // -1 if none
}

// newOracle returns the oracle of a setup.
func newOracle(s chess.Setup) *oracle {
	f := strings.Fields(s.String())
	o := &oracle{white: f[1] == "w", castling: f[2], ep: -1}
	row, file := 7, 0
	for _, c := range []byte(f[0]) {
		switch {
		case c == '/':
			row, file = row-1, 0
		case c >= '1' && c <= '8':
			file += int(c - '0')
		default:
			o.board[8*row+file] = c
			file++
		}
	}
	if f[3] != "-" {
		o.ep = int(f[3][0]-'a') + 8*int(f[3][1]-'1')
	}
	return o
}

// isOwn reports whether the man c, a letter of FEN, belongs to the side. It is false for 0, no man.
func isOwn(c byte, white bool) bool { return c != 0 && (c < 'a') == white }

// Steps of men, by files and rows.
var (
	diagonal      = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	orthogonal    = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	allDirections = append(append([][2]int{}, diagonal...), orthogonal...)
	knightSteps   = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// reach returns the squares that the man c (not a pawn) on sq attacks.
func (o *oracle) reach(sq int, c byte) (squares []int) {
	dirs, far := allDirections, true
	switch c | 0x20 {
	case 'n':
		dirs, far = knightSteps, false
	case 'k':
		far = false
	case 'b':
		dirs = diagonal
	case 'r':
		dirs = orthogonal
	}
	for _, d := range dirs {
		f, r := sq%8+d[0], sq/8+d[1]
		for f >= 0 && f < 8 && r >= 0 && r < 8 {
			squares = append(squares, 8*r+f)
			if !far || o.board[8*r+f] != 0 {
				break
			}
			f, r = f+d[0], r+d[1]
		}
	}
	return squares
}

// pawnReach returns the squares that a pawn on sq attacks.
func pawnReach(sq int, white bool) (squares []int) {
	r := sq/8 + 1
	if !white {
		r = sq/8 - 1
	}
	for _, f := range []int{sq%8 - 1, sq%8 + 1} {
		if f >= 0 && f < 8 && r >= 0 && r < 8 {
			squares = append(squares, 8*r+f)
		}
	}
	return squares
}

// attacked reports whether the side attacks the square.
func (o *oracle) attacked(sq int, byWhite bool) bool {
	for from, c := range o.board {
		if !isOwn(c, byWhite) {
			continue
		}
		squares := pawnReach(from, byWhite)
		if c|0x20 != 'p' {
			squares = o.reach(from, c)
		}
		for _, to := range squares {
			if to == sq {
				return true
			}
		}
	}
	return false
}

// inCheck reports whether the king of the side is attacked.
func (o *oracle) inCheck(white bool) bool {
	for sq, c := range o.board {
		if c|0x20 == 'k' && isOwn(c, white) {
			return o.attacked(sq, !white)
		}
	}
	return false
}

// squareName returns the name of a square.
func squareName(sq int) string { return fmt.Sprintf("%c%c", 'a'+sq%8, '1'+sq/8) }

// moves returns the legal moves in UCI notation, sorted.
func (o *oracle) moves() (list []string) {
	try := func(from, to int, promo string) {
		next := *o
		if c := o.board[from]; c|0x20 == 'p' && to == o.ep {
			next.board[from/8*8+to%8] = 0
		}
		next.board[to], next.board[from] = o.board[from], 0
		if !next.inCheck(o.white) {
			list = append(list, squareName(from)+squareName(to)+promo)
		}
	}
	for from, c := range o.board {
		switch {
		case !isOwn(c, o.white):
		case c|0x20 == 'p':
			o.pawnMoves(from, try)
		default:
			for _, to := range o.reach(from, c) {
				if !isOwn(o.board[to], o.white) {
					try(from, to, "")
				}
			}
		}
	}
	list = append(list, o.castlings()...)
	sort.Strings(list)
	return list
}

// pawnMoves calls try for each move of the pawn on a square, legal or not.
func (o *oracle) pawnMoves(from int, try func(from, to int, promo string)) {
	step, home := 8, 1
	if !o.white {
		step, home = -8, 6
	}
	all := func(to int) {
		if to/8 != 0 && to/8 != 7 {
			try(from, to, "")
			return
		}
		for _, p := range "qrbn" {
			try(from, to, string(p))
		}
	}
	if o.board[from+step] == 0 {
		all(from + step)
		if from/8 == home && o.board[from+2*step] == 0 {
			all(from + 2*step)
		}
	}
	for _, to := range pawnReach(from, o.white) {
		if isOwn(o.board[to], !o.white) || to == o.ep {
			all(to)
		}
	}
}

// castlings returns the legal castlings of the side to move.
func (o *oracle) castlings() (list []string) {
	home := 0
	if !o.white {
		home = 56
	}
	free := func(files ...int) bool {
		for _, f := range files {
			if o.board[home+f] != 0 {
				return false
			}
		}
		return true
	}
	safe := func(files ...int) bool {
		for _, f := range files {
			if o.attacked(home+f, !o.white) {
				return false
			}
		}
		return true
	}
	right := func(letter string) bool {
		if !o.white {
			letter = strings.ToLower(letter)
		}
		return strings.Contains(o.castling, letter)
	}
	if right("K") && free(5, 6) && safe(4, 5, 6) {
		list = append(list, squareName(home+4)+squareName(home+6))
	}
	if right("Q") && free(1, 2, 3) && safe(4, 3, 2) {
		list = append(list, squareName(home+4)+squareName(home+2))
	}
	return list
}
