package material

import (
	"math/big"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/wide"
)

// A Space is the set of all setups with a material that the pair constraint
// admits. It is safe for use by several goroutines and never changes once made.
type Space struct {
	cases  [18]*caseTable // White to move, by number: 6*fw + 2*fb + e
	starts [19]wide.U192  // setups with White to move in the cases before, and in all
	half   wide.U192      // size / 2
	size   wide.U192
}

var _ sampler.Space = (*Space)(nil)

const spaceName = "material"

// New returns the space. Making it costs about 0.1 s and 45 MB.
func New() *Space {
	s := &Space{}
	for k := range s.cases {
		s.cases[k] = newCaseTable(k/6, k/2%3, k%2)
		s.starts[k+1] = wide.Add192(&s.starts[k], s.cases[k].size())
	}
	s.half = s.starts[len(s.cases)]
	s.size = wide.Add192(&s.half, &s.half)
	return s
}

// Name returns "material".
func (s *Space) Name() string { return spaceName }

// Size returns the number of setups, about 4.97e46.
func (s *Space) Size() *big.Int { return toBig(s.size) }

// Unrank sets d to the setup with the given rank. It panics if the rank is not
// less than [Space.Size]. It allocates nothing.
func (s *Space) Unrank(d *sampler.Draw, rank *uint256.Int) {
	r := wide.U192(rank[:3])
	if rank[3] != 0 || !wide.Less192(&r, &s.size) {
		panic("material: rank out of range")
	}
	d.Setup = s.unrank(r)
	d.Index, d.Equivalents, d.Multiplicity, d.Weight = 0, 1, 1, 1
}

func (s *Space) unrank(r wide.U192) chess.Setup {
	turn := chess.White
	if !wide.Less192(&r, &s.half) {
		r = wide.Sub192(&r, &s.half)
		turn = chess.Black
	}
	n := 0
	for !wide.Less192(&r, &s.starts[n+1]) {
		n++
	}
	k, index := s.cases[n].find(wide.Sub192(&r, &s.starts[n]))
	return k.setup(index, turn)
}

// Rank returns the rank of d's setup; see [sampler.Space]. Every setup is present
// once. It allocates nothing unless it fails.
func (s *Space) Rank(d *sampler.Draw) (uint256.Int, error) {
	k, n, index, err := s.locate(&d.Setup)
	if err != nil {
		return uint256.Int{}, err
	}
	r := k.start()
	r = wide.Add192(&r, &index)
	r = wide.Add192(&r, &s.starts[n])
	if d.Setup.Turn == chess.Black {
		r = wide.Add192(&r, &s.half)
	}
	d.Index, d.Equivalents, d.Multiplicity, d.Weight = 0, 1, 1, 1
	return uint256.Int{r[0], r[1], r[2]}, nil
}

// sizes are the counts that Tomic's article gives, and those of the space.
type sizes struct {
	OneSide    int      // states of one side: 8694
	Pairs      int      // pairs of states, both sides promotable: 58 084 310
	HalfPairs  int      // pairs with White promotable: 62 096 507
	Diagrams   *big.Int // placements of the men, 2.46e46
	Worst      *big.Int // the most placements of one pair, 3.0678e42
	WorstPairs int      // pairs with so many
	Castling   *big.Int // setups with castling rights and no en passant square
	EnPassant  *big.Int // setups with an en passant square
}

// sizes returns the exact counts. Diagrams have no side to move; Castling and
// EnPassant count both, so the size of the space is 2*Diagrams + Castling +
// EnPassant. It costs a few milliseconds.
func (s *Space) sizes() sizes {
	plain := s.cases[0]
	sz := sizes{OneSide: len(plain.white.states), Diagrams: toBig(*plain.size())}
	var worst wide.U192
	for _, w := range plain.white.kins {
		for _, b := range plain.black.kins {
			cw, cb := &plain.white.classes[w.class], &plain.black.classes[b.class]
			if cw.excess <= cb.room()+cw.losses() {
				sz.HalfPairs += w.n * b.n
			}
			if !compatible(cw, cb) {
				continue
			}
			sz.Pairs += w.n * b.n
			x := wide.Mul192(plain.waysOf(cw, cb), 1)
			size := quotient(&x, w.product*b.product)
			if wide.Less192(&worst, &size) {
				worst, sz.WorstPairs = size, 0
			}
			if size == worst {
				sz.WorstPairs += w.n * b.n
			}
		}
	}
	sz.Worst = toBig(worst)
	var sums [2]wide.U192
	for n := 1; n < len(s.cases); n++ {
		sums[n%2] = wide.Add192(&sums[n%2], s.cases[n].size())
	}
	sz.Castling = toBig(wide.Shl192(sums[0], 1))
	sz.EnPassant = toBig(wide.Shl192(sums[1], 1))
	return sz
}

func toBig(x wide.U192) *big.Int { return (&uint256.Int{x[0], x[1], x[2]}).ToBig() }
