package board

import (
	"fmt"
	"strings"
)

// ParseSAN finds the one legal move that a text in short algebraic notation names: e4, exd5,
// Nbd7, e8Q or e8=Q, O-O. The signs x, + and # may be missing; where they stand they must be
// true, # only as far as there is a check.
func (s *Setup) ParseSAN(text string) (Move, error) {
	fail := func(why string) (Move, error) {
		return Move{}, fmt.Errorf("%.20q in %v: %s", text, s, why)
	}
	body := strings.TrimRight(text, "+#")
	check := len(body) < len(text)
	m, n, takes := Move{}, 0, strings.Contains(body, "x")
	if body == "O-O" || body == "O-O-O" {
		from := s.King(s.Black)
		m = Move{From: from, To: from + 2}
		if body == "O-O-O" {
			m.To = from - 2
		}
		if from != rightHomes[0][0] && from != rightHomes[2][0] || !s.Legal(m) {
			return fail("not legal")
		}
		n = 1
	} else {
		p, ok := parsePattern(body)
		if !ok {
			return fail("no move in algebraic notation")
		}
		for from := range int8(64) {
			c := Move{From: from, To: p.to, Promo: p.promo}
			if s.Men[from] == Man(p.role, s.Black) && (p.file == None || p.file == File(from)) &&
				(p.row == None || p.row == Row(from)) && s.Legal(c) && !(p.role == 'K' && s.twoFiles(c)) {
				m = c
				n++
			}
		}
	}
	switch {
	case n == 0:
		return fail("not legal")
	case n > 1:
		return fail("more than one move fits")
	case takes && s.Men[m.To] == 0 && !(Role(s.Men[m.From]) == 'P' && m.To == s.EP):
		return fail("nothing is captured")
	}
	if check {
		if after := s.Play(m); !after.InCheck(after.Black) {
			return fail("no check")
		}
	}
	return m, nil
}

func (s *Setup) twoFiles(m Move) bool { return m.To-m.From == 2 || m.From-m.To == 2 }

// A pattern is a move as it is written.
type pattern struct {
	role, promo   byte
	to, file, row int8
}

func parsePattern(text string) (p pattern, ok bool) {
	p = pattern{role: 'P', file: None, row: None}
	if n := len(text); n > 2 && strings.IndexByte("NBRQ", text[n-1]) >= 0 {
		p.promo = text[n-1]
		text = strings.TrimSuffix(text[:n-1], "=")
	}
	if text != "" && strings.IndexByte("NBRQK", text[0]) >= 0 {
		p.role, text = text[0], text[1:]
	}
	if len(text) < 2 {
		return p, false
	}
	p.to = ParseSquare(text[len(text)-2:])
	rest := strings.TrimSuffix(text[:len(text)-2], "x")
	if rest != "" && rest[0] >= 'a' && rest[0] <= 'h' {
		p.file, rest = int8(rest[0]-'a'), rest[1:]
	}
	if rest != "" && rest[0] >= '1' && rest[0] <= '8' {
		p.row, rest = int8(rest[0]-'1'), rest[1:]
	}
	return p, p.to != None && rest == "" && (p.promo == 0 || p.role == 'P')
}
