package material

import (
	"math/big"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// A Space is the set of all setups with a material that the pair constraint
// admits. It is safe for use by several goroutines and never changes once made.
type Space struct {
	cases  [18]*caseTable // White to move, by number: 6*whiteRooks + 2*blackRooks + enPassant
	starts [19]arith.U192 // number of setups with White to move in the cases before each, and in all
	half   arith.U192     // size / 2: the setups with White to move
	size   arith.U192
}

var _ sampler.Space = (*Space)(nil)

const spaceName = "material"

// New returns the space. Making it costs about 0.1 s and 45 MB.
func New() *Space {
	s := &Space{}
	for k := range s.cases {
		s.cases[k] = newCaseTable(k/6, k/2%3, k%2)
		s.starts[k+1] = arith.Add192(&s.starts[k], s.cases[k].size())
	}
	s.half = s.starts[len(s.cases)]
	s.size = arith.Add192(&s.half, &s.half)
	return s
}

// Name returns "material".
func (s *Space) Name() string { return spaceName }

// Size returns the number of setups, about 5.02e46.
func (s *Space) Size() *big.Int { return toBig(s.size) }

// Unrank sets d to the setup with the given rank. It panics if the rank is not
// less than [Space.Size]. It allocates nothing.
func (s *Space) Unrank(d *sampler.Draw, rank *uint256.Int) {
	r := arith.U192(rank[:3])
	if rank[3] != 0 || !arith.Less192(&r, &s.size) {
		panic("material: rank out of range")
	}
	d.Setup = s.unrank(r)
	d.Index, d.Equivalents, d.Multiplicity, d.Weight = 0, 1, 1, 1
}

// unrank returns the setup with the given rank.
func (s *Space) unrank(r arith.U192) chess.Setup {
	turn := chess.White
	if !arith.Less192(&r, &s.half) {
		r = arith.Sub192(&r, &s.half)
		turn = chess.Black
	}
	number := 0
	for !arith.Less192(&r, &s.starts[number+1]) {
		number++
	}
	b, index := s.cases[number].blockAt(arith.Sub192(&r, &s.starts[number]))
	return b.setup(index, turn)
}

// Rank returns the rank of d's setup; see [sampler.Space]. Every setup is present
// once. It allocates nothing unless it fails.
func (s *Space) Rank(d *sampler.Draw) (uint256.Int, error) {
	b, number, index, err := s.locate(&d.Setup)
	if err != nil {
		return uint256.Int{}, err
	}
	r := b.start()
	r = arith.Add192(&r, &index)
	r = arith.Add192(&r, &s.starts[number])
	if d.Setup.Turn == chess.Black {
		r = arith.Add192(&r, &s.half)
	}
	d.Index, d.Equivalents, d.Multiplicity, d.Weight = 0, 1, 1, 1
	return uint256.Int{r[0], r[1], r[2]}, nil
}

func toBig(x arith.U192) *big.Int { return (&uint256.Int{x[0], x[1], x[2]}).ToBig() }
