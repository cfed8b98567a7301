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

// Sample draws up to n setups of each class and side to move, uniformly and without
// repetition, from the setups without castling rights and en passant square; of the class
// Initial, from those whose kings do not touch. They come in the order of [Table.All]. The
// same source state gives the same sample.
//
// It reads the table once: 0.1 s for 3 men, a second or two for 4.
func (t *Table) Sample(src rand.Source, n int) []Sampled {
	rng := rand.New(src)
	var left [2][256]int // setups of a class that have not been passed
	t.x.all(func(p *placement, _ chess.Bitboard) bool {
		i := 2 * t.x.of(p)
		left[0][t.classes[i]]++
		left[1][t.classes[i+1]]++
		return true
	})
	var need [2][256]int
	for turn := range need {
		for c := range need[turn] {
			need[turn][c] = max(0, min(n, left[turn][c]))
		}
	}
	var out []Sampled
	t.x.all(func(p *placement, _ chess.Bitboard) bool {
		i := 2 * t.x.of(p)
		for turn := range chess.Color(2) {
			c := t.classes[i+int(turn)]
			// Selection sampling: each of those left is as likely as any other.
			if need[turn][c] > 0 && rng.IntN(left[turn][c]) < need[turn][c] {
				need[turn][c]--
				out = append(out, Sampled{t.x.setup(p, turn), c})
			}
			left[turn][c]--
		}
		return true
	})
	return out
}
