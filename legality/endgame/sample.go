package endgame

import (
	"math/rand/v2"

	"chesscensus/chess"
)

// Sampled is a setup drawn from a table, with its class.
type Sampled struct {
	Setup chess.Setup
	Class Class
}

// A lot draws a number of things, each subset being as likely as another, from things
// that come one by one: selection sampling.
type lot struct{ need, left int }

func (l *lot) draws(rng *rand.Rand) bool {
	hit := l.need > 0 && rng.IntN(l.left) < l.need
	if hit {
		l.need--
	}
	l.left--
	return hit
}

// lots makes a lot for every class, to draw n of each.
func (c *Counts) lots(n int) (l [256]lot) {
	l[Rest].left, l[Initial].left = c.Rest, c.Initial
	for k := 1; k < len(c.Derived); k++ {
		l[k].left = c.Derived[k]
	}
	for i := range l {
		l[i].need = max(0, min(n, l[i].left))
	}
	return l
}

// Sample draws up to n setups of each class and side to move, uniformly and without
// repetition, and as many of those with castling rights or an en passant square. Of the
// class Initial it draws from those whose kings do not touch. They come in the order of
// the table. The same source state gives the same sample.
//
// It reads the table once: 10 ms for 3 men, a second for 4.
func (t *Table) Sample(src rand.Source, n int) []Sampled {
	rng := rand.New(src)
	var plain, special [2][256]lot
	for turn := range plain {
		c := t.counts[turn]
		c.Initial -= c.Placed - t.x.material.around(kingPairs)
		plain[turn] = c.lots(n)
		special[turn] = t.rights[turn].lots(n)
	}
	var out []Sampled
	t.x.all(func(p *placement, _ chess.Bitboard) bool {
		for turn := range chess.Color(2) {
			c := t.at(p, turn)
			if plain[turn][c].draws(rng) {
				out = append(out, Sampled{t.x.setup(p, turn), c})
			}
			if c == Initial {
				continue
			}
			t.x.specials(p, turn, func(s *chess.Setup) bool {
				if c := t.special[*s]; special[turn][c].draws(rng) {
					out = append(out, Sampled{*s, c})
				}
				return true
			})
		}
		return true
	})
	return out
}
