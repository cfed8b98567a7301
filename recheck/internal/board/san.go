package board

import (
	"cmp"
	"fmt"
	"regexp"
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
	castling := map[string]string{"O-O": "Kg", "O-O-O": "Kc"}[body] // and the row
	if castling != "" {
		body = castling + SquareName(s.King(s.Black))[1:]
	}
	p := pattern.FindStringSubmatch(body)
	if p == nil {
		return fail("no move in algebraic notation")
	}
	role, promo := cmp.Or(p[1], "P")[0], cmp.Or(p[5], "\x00")[0]
	for from := range int8(64) {
		c, name := Move{From: from, To: ParseSquare(p[4]), Promo: promo}, SquareName(from)
		if s.Men[from] == Man(role, s.Black) && strings.HasPrefix(name, p[2]) && strings.HasSuffix(name, p[3]) &&
			s.Legal(c) && (role == 'K' && c.twoFiles()) == (castling != "") {
			m = c
			n++
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

// pattern is a move as it is written: role, file and row of where it begins, where it ends, and what a pawn becomes.
var pattern = regexp.MustCompile(`^([NBRQK]?)([a-h]?)([1-8]?)x?([a-h][1-8])=?([NBRQ]?)$`)
