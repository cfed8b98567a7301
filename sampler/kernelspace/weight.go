package kernelspace

import (
	"chesscensus/sampler/internal/subset"
	"chesscensus/sampler/internal/wide"
)

// A cell is the setups with the same numbers of pawns, of which White has no fewer, and the same
// means.
type cell struct {
	number int
	pawns  [2]int
	means  uint8
	crews  [2][]crew
	start  [2][maxPairs + 1]uint16 // of the crews with each number of needs
	sets   []uint16                // of needs, that words of the cell accept; ascending
	dark   []portion               // by the number of dark squares with pawns
}

// A portion counts, for words on given squares, the ways to place all other men and to choose the
// side to move.
type portion struct {
	needs []wide.U192 // for each pair of needs, White's times pairs and Black's
	sets  []wide.U192 // for each of the cell's sets of needs
}

// newCell returns a cell without sets and portions.
func newCell(pawns [2]int, number int, m means, clip int) *cell {
	c := &cell{pawns: pawns, means: uint8(number)}
	for color := range 2 {
		c.crews[color] = m.side(color, pawns[color]).crews(clip)
		k := 0
		for needs := range maxPairs {
			for k < len(c.crews[color]) && int(c.crews[color][k].needs) == needs {
				k++
			}
			c.start[color][needs+1] = uint16(k)
		}
	}
	return c
}

// fill computes the portions.
func (c *cell) fill(sets []needSet, pairs int) {
	p := c.pawns[white] + c.pawns[black]
	c.dark = make([]portion, p+1)
	for dark := range c.dark {
		c.dark[dark] = portion{make([]wide.U192, pairs*pairs), make([]wide.U192, len(c.sets))}
	}
	for i := range c.crews[white] {
		for j := range c.crews[black] {
			w, b := &c.crews[white][i], &c.crews[black][j]
			others := othersWays(w, b, p)
			for dark := range c.dark {
				n := wide.Mul192(&others, bishopWays(w, b, 0, p-dark)*bishopWays(w, b, 1, dark))
				sum := &c.dark[dark].needs[int(w.needs)*pairs+int(b.needs)]
				low := wide.Low192(&n)
				*sum = wide.Add192(sum, &low)
			}
		}
	}
	for dark := range c.dark {
		q := &c.dark[dark]
		for k, id := range c.sets {
			for w := range pairs {
				for b := range pairs {
					if sets[id][w]>>b&1 != 0 {
						q.sets[k] = wide.Add192(&q.sets[k], &q.needs[w*pairs+b])
					}
				}
			}
		}
	}
}

// ways returns the number of ways to place two crews beside the pawns, of which some stand on
// dark squares, and to choose the side to move.
func (c *cell) ways(w, b *crew, dark int) wide.U192 {
	p := c.pawns[white] + c.pawns[black]
	others := othersWays(w, b, p)
	n := wide.Mul192(&others, bishopWays(w, b, 0, p-dark)*bishopWays(w, b, 1, dark))
	return wide.Low192(&n)
}

// bishopWays returns in how many ways the bishops of both sides can stand on the squares of one
// color (1 is dark), of which so many hold pawns. It is below 2^50: 32 squares, 16 bishops, and
// the pawns are fewer the more bishops there are.
func bishopWays(w, b *crew, color, pawns int) uint64 {
	free := 32 - pawns
	n := int(w.bishops[color])
	return subset.Binomials[n][free] * subset.Binomials[b.bishops[color]][free-n]
}

// othersWays returns in how many ways kings, queens, rooks and knights can stand on the squares
// that p pawns and the bishops leave, times two for the side to move.
func othersWays(w, b *crew, p int) wide.U192 {
	free := 64 - p - w.count() - b.count()
	n := wide.U192{2 * w.codes}
	for _, factor := range [...]uint64{b.codes, subset.Binomials[w.others][free], subset.Binomials[b.others][free-int(w.others)]} {
		product := wide.Mul192(&n, factor)
		n = wide.Low192(&product)
	}
	return n
}

// count returns the number of bishops.
func (c *crew) count() int { return int(c.bishops[0] + c.bishops[1]) }
