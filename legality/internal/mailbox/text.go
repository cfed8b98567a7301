package mailbox

import "strings"

// read finds the legal move that a word denotes, and the position after it. Words are
// two squares and perhaps a promotion letter, as in "e7e8q", or standard algebraic
// notation, in which the sign of a capture or of a promotion, check signs and the
// marks ! and ? may be missing and the origin may be given in more detail than needed.
func (p *Position) read(word string, next *Position) (m Move, why string) {
	w := strings.TrimRight(word, "+#!?")
	switch w {
	case "O-O", "0-0":
		return p.castle(6, next)
	case "O-O-O", "0-0-0":
		return p.castle(2, next)
	}
	if m, ok := coordinates(w); ok {
		return m, p.try(m, next)
	}
	kind := byte('p')
	if w != "" && strings.IndexByte("NBRQK", w[0]) >= 0 {
		kind, w = w[0]|0x20, w[1:]
	}
	var promotion byte
	if n := len(w); n > 2 && kind == 'p' && strings.IndexByte("NBRQ", w[n-1]) >= 0 {
		promotion, w = w[n-1]|0x20, strings.TrimSuffix(w[:n-1], "=")
	}
	to, w, ok := cutSquare(w)
	if !ok {
		return m, "is no move in algebraic notation"
	}
	w, takes := strings.CutSuffix(w, "x")
	file, row := to&7, uint8(8) // hints; 8 says nothing
	if kind != 'p' {
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
	if takes && p.men[to] == 0 && (kind != 'p' || p.ep != int8(to)) {
		return m, "captures nothing"
	}
	return p.find(kind, file, row, Move{To: to, Promotion: promotion}, next)
}

// find tries all men of a kind whose squares agree with the hints.
func (p *Position) find(kind, file, row uint8, m Move, next *Position) (found Move, why string) {
	man := kind
	if !p.black {
		man -= 0x20
	}
	why = "is not possible"
	n := 0
	var after Position
	for sq, other := range p.men {
		if other != man || file < 8 && uint8(sq&7) != file || row < 8 && uint8(sq>>3) != row {
			continue
		}
		m.From = uint8(sq)
		if dx, _ := way(m); kind == 'k' && dx*dx > 1 {
			continue // castling has its own notation
		}
		if w := p.try(m, &after); w != "" {
			why = w
			continue
		}
		found, *next = m, after
		n++
	}
	switch n {
	case 0:
		return found, why
	case 1:
		return found, ""
	}
	return found, "is ambiguous"
}

// castle tries the king's move to a file.
func (p *Position) castle(file uint8, next *Position) (Move, string) {
	m := Move{From: 4, To: file}
	if p.black {
		m.From, m.To = 60, file+56
	}
	if p.men[m.From]|0x20 != 'k' {
		return m, "castles without the right to"
	}
	return m, p.try(m, next)
}

// coordinates reads two squares and perhaps a promotion.
func coordinates(w string) (m Move, ok bool) {
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

// cutSquare reads the square at the end of a word.
func cutSquare(w string) (sq uint8, rest string, ok bool) {
	n := len(w)
	if n < 2 || w[n-2] < 'a' || w[n-2] > 'h' || w[n-1] < '1' || w[n-1] > '8' {
		return 0, w, false
	}
	return w[n-2] - 'a' + 8*(w[n-1]-'1'), w[:n-2], true
}
