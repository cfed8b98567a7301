package board

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
)

// ParseSAN finds the one legal move that a text in short algebraic notation names: e4, exd5, Nbd7, e8Q or e8=Q, O-O. The signs x, +
// and # may be missing; where they stand they must be true, # only as far as there is a check.
func (s *Setup) ParseSAN(text string) (Move, error) {
	fail := func(why string) (Move, error) {
		return Move{}, fmt.Errorf("%.20q in %v: %s", text, s, why)
	}
	body := strings.TrimRight(text, "+#")
	check := len(body) < len(text)
	m, matches, takes := Move{}, 0, strings.Contains(body, "x")
	castling := map[string]string{"O-O": "Kg", "O-O-O": "Kc"}[body] // and the row
	if castling != "" {
		body = castling + SquareName(s.King(s.Black))[1:]
	}
	groups := sanPattern.FindStringSubmatch(body)
	if groups == nil {
		return fail("no move in algebraic notation")
	}
	role, promo := cmp.Or(groups[1], "P")[0], cmp.Or(groups[5], "\x00")[0]
	for from := range int8(64) {
		candidate, name := Move{From: from, To: ParseSquare(groups[4]), Promo: promo}, SquareName(from)
		if s.Men[from] == Man(role, s.Black) && strings.HasPrefix(name, groups[2]) && strings.HasSuffix(name, groups[3]) &&
			s.Legal(candidate) && (role == 'K' && candidate.isTwoSquares()) == (castling != "") {
			m = candidate
			matches++
		}
	}
	switch {
	case matches == 0:
		return fail("not legal")
	case matches > 1:
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

// sanPattern matches a move. Its groups are the role, the file and the row where it begins, the square where it ends, and the
// promotion.
var sanPattern = regexp.MustCompile(`^([NBRQK]?)([a-h]?)([1-8]?)x?([a-h][1-8])=?([NBRQ]?)$`)
