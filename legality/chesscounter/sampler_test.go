package chesscounter

import (
	"math"
	"math/rand/v2"
	"slices"

	"chesscensus/chess"
)

// A sampler draws from one of the spaces as section 2 of the specification says:
// material in proportion to the placements that it has, kings, then men on squares one
// after another. It works in floating point, for the tests of this package only.
type sampler struct {
	space  Space
	src    *rand.Rand
	kings  [][2]chess.Square
	splits []split
	sums   []float64    // of the weights of splits
	sides  [16][][5]int // restricted: count vectors (pawns to queens) of k men,
	weight [16][]float64
	men    []chess.Piece
}

// A split is the number of men of each side besides the kings; in the general space,
// of both sides together.
type split struct{ white, black int }

func newSampler(space Space, seed uint64) *sampler {
	s := &sampler{space: space, src: rand.New(rand.NewPCG(seed, uint64(space)))}
	for a := chess.A1; a <= chess.H8; a++ {
		for b := chess.A1; b <= chess.H8; b++ {
			if a != b && !chess.KingAttacks(a).Has(b) {
				s.kings = append(s.kings, [2]chess.Square{a, b})
			}
		}
	}
	add := func(w, b int, weight float64) {
		s.splits = append(s.splits, split{w, b})
		if n := len(s.sums); n > 0 {
			weight += s.sums[n-1]
		}
		s.sums = append(s.sums, weight)
	}
	switch space {
	case General:
		for m := range 31 {
			add(m, 0, binomial(62, m)*math.Pow(10, float64(m)))
		}
		return s
	case Split:
		for w := range 16 {
			for b := range 16 {
				add(w, b, binomial(62, w)*binomial(62-w, b)*math.Pow(5, float64(w+b)))
			}
		}
		return s
	}
	total := s.vectors(space.queens())
	for w := range 16 {
		for b := range 16 {
			add(w, b, total[w]*total[b]*factorial(62)/factorial(62-w-b))
		}
	}
	return s
}

// vectors fills the tables of count vectors and returns the sums A of the weights.
func (s *sampler) vectors(queens int) (total [16]float64) {
	for i := range 9 * 3 * 3 * 3 * (queens + 1) {
		v := [5]int{i % 9, i / 9 % 3, i / 27 % 3, i / 81 % 3, i / 243}
		k, weight := 0, 1.0
		for _, n := range v {
			k += n
			weight /= factorial(n)
		}
		if k <= 15 {
			total[k] += weight
			s.sides[k] = append(s.sides[k], v)
			s.weight[k] = append(s.weight[k], total[k])
		}
	}
	return total
}

func factorial(n int) float64 { return math.Round(math.Gamma(float64(n) + 1)) }

func binomial(n, k int) float64 {
	x := 1.0
	for i := range k {
		x = x * float64(n-i) / float64(i+1)
	}
	return x
}

// pick returns an index in proportion to the differences of the sums.
func (s *sampler) pick(sums []float64) int {
	i, _ := slices.BinarySearch(sums, s.src.Float64()*sums[len(sums)-1])
	return min(i, len(sums)-1)
}

// material draws the men besides the kings, in the order in which they are placed.
func (s *sampler) material() []chess.Piece {
	sp := s.splits[s.pick(s.sums)]
	s.men = s.men[:0]
	switch s.space {
	case General:
		for range sp.white {
			s.men = append(s.men, chess.Piece(2+s.src.IntN(10)))
		}
	case Split:
		for i := range sp.white + sp.black {
			c := chess.White
			if i >= sp.white {
				c = chess.Black
			}
			s.men = append(s.men, chess.NewPiece(c, chess.Role(1+s.src.IntN(5))))
		}
	default: // by roles, so that pawns come first
		v := [2][5]int{
			s.sides[sp.white][s.pick(s.weight[sp.white])],
			s.sides[sp.black][s.pick(s.weight[sp.black])],
		}
		for role := range 5 {
			for c := range 2 {
				for range v[c][role] {
					s.men = append(s.men, chess.NewPiece(chess.Color(c), chess.Role(role+1)))
				}
			}
		}
	}
	return s.men
}

// draw makes z a random setup, White to move, or stops and returns false as soon as a
// pawn stands on row 1 or 8.
func (s *sampler) draw(z *chess.Setup) bool {
	*z = chess.EmptySetup()
	kings := s.kings[s.src.IntN(len(s.kings))]
	z.Board.Place(kings[0], chess.NewPiece(chess.White, chess.King))
	z.Board.Place(kings[1], chess.NewPiece(chess.Black, chess.King))
	occ := kings[0].BB() | kings[1].BB()
	for _, p := range s.material() {
		// Six random bits a try; at most half of the squares are taken.
		sq := chess.Square(s.src.Uint64() >> 58)
		for occ.Has(sq) {
			sq = chess.Square(s.src.Uint64() >> 58)
		}
		if p.Role() == chess.Pawn && (chess.Row1 | chess.Row8).Has(sq) {
			return false
		}
		occ |= sq.BB()
		z.Board.Place(sq, p)
	}
	return true
}
