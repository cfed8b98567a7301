package mailbox

import "strings"

// parseMove returns the legal move that a word denotes, and stores the position after it in
// next. A word is two squares and perhaps a promotion letter, as in "e7e8q", or a move in
// standard algebraic notation. There the signs of captures, promotions and checks and the
// marks ! and ? may be missing, and the origin may be given in more detail than needed.
func (p *Position) parseMove(word string, next *Position) (m Move, problem string) {
	w := strings.TrimRight(word, "+#!?")
	switch w {
	case "O-O", "0-0":
		return p.tryCastling(6, next)
	case "O-O-O", "0-0-0":
		return p.tryCastling(2, next)
	}
	if m, ok := parseCoordinates(w); ok {
		return m, p.try(m, next)
	}
	letter := byte('p')
	if w != "" && strings.IndexByte("NBRQK", w[0]) >= 0 {
		letter, w = w[0]|0x20, w[1:]
	}
	var promotion byte
	if n := len(w); n > 2 && letter == 'p' && strings.IndexByte("NBRQ", w[n-1]) >= 0 {
		promotion, w = w[n-1]|0x20, strings.TrimSuffix(w[:n-1], "=")
	}
	to, w, ok := cutSquare(w)
	if !ok {
		return m, "is no move in algebraic notation"
	}
	w, isCapture := strings.CutSuffix(w, "x")
	file, row := to&7, uint8(8) // of the origin; 8 if not given
	if letter != 'p' {
		file = 8
	}
	if w != "" && w[0] >= 'a' && w[0] <= 'h' {
		file, w = w[0]-'a', w[1:]
	}
	if w != "" && w[0] >= '1' && w[0] <= '8' {
		row, w = w[0]-'1', w[1:]
	}
	if w != "" {
		return m, "is no move in algebraic notation"
	}
	if isCapture && p.men[to] == 0 && (letter != 'p' || p.ep != int8(to)) {
		return m, "captures nothing"
	}
	return p.findMove(letter, file, row, Move{To: to, Promotion: promotion}, next)
}

// findMove tries the moves to m.To of all men with the letter whose file and row agree with
// the given ones, and returns the only legal one.
func (p *Position) findMove(letter, file, row uint8, m Move, next *Position) (move Move, problem string) {
	man := letter
	if !p.black {
		man -= 0x20
	}
	problem = "is not possible"
	candidates := 0
	var after Position
	for sq, other := range p.men {
		if other != man || file < 8 && uint8(sq&7) != file || row < 8 && uint8(sq>>3) != row {
			continue
		}
		m.From = uint8(sq)
		if dx, _ := offset(m); letter == 'k' && dx*dx > 1 {
			continue // castling has its own notation
		}
		if reason := p.try(m, &after); reason != "" {
			problem = reason
			continue
		}
		move, *next = m, after
		candidates++
	}
	switch candidates {
	case 0:
		return move, problem
	case 1:
		return move, ""
	}
	return move, "is ambiguous"
}

// tryCastling tries the castling move of the king to a file.
func (p *Position) tryCastling(file uint8, next *Position) (Move, string) {
	m := Move{From: 4, To: file}
	if p.black {
		m.From, m.To = 60, file+56
	}
	if p.men[m.From]|0x20 != 'k' {
		return m, "castles without the right to"
	}
	return m, p.try(m, next)
}

// parseCoordinates parses two squares and perhaps a promotion.
func parseCoordinates(w string) (m Move, ok bool) {
	if len(w) == 5 && strings.IndexByte("qrbnQRBN", w[4]) >= 0 {
		m.Promotion, w = w[4]|0x20, w[:4]
	}
	if len(w) != 4 {
		return m, false
	}
	to, rest, ok1 := cutSquare(w)
	from, _, ok2 := cutSquare(rest)
	m.From, m.To = from, to
	return m, ok1 && ok2
}

// cutSquare parses the square at the end of a word, and returns it and the rest of the word.
func cutSquare(w string) (sq uint8, rest string, ok bool) {
	n := len(w)
	if n < 2 || w[n-2] < 'a' || w[n-2] > 'h' || w[n-1] < '1' || w[n-1] > '8' {
		return 0, w, false
	}
	return w[n-2] - 'a' + 8*(w[n-1]-'1'), w[:n-2], true
}
