package naive

import (
	"math/big"
	"math/bits"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// others is the number of men of the initial position other than the kings.
const others = 30

// Krinitskii is the set of placements of the two kings and any of the 30 other men
// of the initial position, all told apart. It is safe for use by several goroutines.
type Krinitskii struct {
	starts       [others + 2]uint256.Int // elements with fewer men than k, and all
	arrangements [others + 1]uint256.Int // P(64, k+2)
}

var _ sampler.Space = (*Krinitskii)(nil)

// A kind is the men of one color and role, with labels from first up.
type kind struct {
	color    chess.Color
	role     chess.Role
	first, n int
}

var kinds = func() (list [10]kind) {
	i, label := 0, 0
	numbers := [...]int{chess.Pawn: 8, chess.Knight: 2, chess.Bishop: 2, chess.Rook: 2, chess.Queen: 1}
	for c := range chess.Color(2) {
		for r := chess.Queen; r > chess.NoRole; r-- {
			list[i] = kind{c, r, label, numbers[r]}
			label += numbers[r]
			i++
		}
	}
	return list
}()

// men gives each label its man.
var men = func() (list [others]chess.Piece) {
	for _, k := range kinds {
		for i := range k.n {
			list[k.first+i] = chess.NewPiece(k.color, k.role)
		}
	}
	return list
}()

var kings = [2]chess.Piece{chess.NewPiece(chess.White, chess.King), chess.NewPiece(chess.Black, chess.King)}

// labels are all of them, as a set for package arith.
const labels chess.Bitboard = 1<<others - 1

// NewKrinitskii returns the set. It costs a few microseconds.
func NewKrinitskii() *Krinitskii {
	s := &Krinitskii{}
	for k := range others + 1 {
		s.arrangements[k].SetFromBig(permutations(64, k+2))
		var n uint256.Int
		n.Mul(&s.arrangements[k], uint256.NewInt(arith.Binomials[k][others]))
		s.starts[k+1].Add(&s.starts[k], &n)
	}
	return s
}

// permutations returns n (n-1) ... (n-m+1).
func permutations(n, m int) *big.Int { return new(big.Int).MulRange(int64(n-m+1), int64(n)) }

// Name returns "krinitskii".
func (s *Krinitskii) Name() string { return "krinitskii" }

// Size returns the sum of C(30,k) P(64,k+2).
func (s *Krinitskii) Size() *big.Int { return s.starts[others+1].ToBig() }

// An arrangement tells who stands where.
type arrangement struct {
	kings [2]chess.Square
	at    [others]chess.Square // by label
	on    uint32               // labels on the board
}

// Unrank sets d to the element with the given rank. It panics if the rank is not
// less than [Krinitskii.Size]. It allocates nothing.
//
// Elements are ordered by k, then by the set of men in the combinatorial number system, then by their places, a
// number in mixed radix: the first digit is the square of the white king, the second, to the base 63, that of the
// black one among those left, and so on.
func (s *Krinitskii) Unrank(d *sampler.Draw, rank *uint256.Int) {
	if !rank.Lt(&s.starts[others+1]) {
		panic("naive: rank out of range")
	}
	k := 0
	for !rank.Lt(&s.starts[k+1]) {
		k++
	}
	var r, set uint256.Int
	r.Sub(rank, &s.starts[k])
	set.DivMod(&r, &s.arrangements[k], &r)
	c := arrangement{on: uint32(arith.UnrankSet(set[0], k, labels))}
	c.arrange(&r)

	d.Setup = chess.EmptySetup()
	for color, sq := range c.kings {
		d.Setup.Board.Place(sq, kings[color])
	}
	for on := c.on; on != 0; on &= on - 1 {
		label := bits.TrailingZeros32(on)
		d.Setup.Board.Place(c.at[label], men[label])
	}
	d.Index, d.Multiplicity = c.index(&d.Setup.Board)
	d.Equivalents, d.Weight = d.Multiplicity, 2
}

// Rank returns the rank of an element; see [sampler.Space]. It allocates nothing unless it fails.
func (s *Krinitskii) Rank(d *sampler.Draw) (uint256.Int, error) {
	number, err := s.check(&d.Setup)
	if err != nil {
		return uint256.Int{}, err
	}
	index := 0
	if d.Equivalents == number && d.Index >= 0 && d.Index < number {
		index = d.Index
	}
	d.Index, d.Equivalents, d.Multiplicity, d.Weight = index, number, number, 2
	c := arrangementOf(&d.Setup.Board, index)
	k := bits.OnesCount32(c.on)
	var r uint256.Int
	r.Mul(&s.arrangements[k], uint256.NewInt(arith.RankSet(chess.Bitboard(c.on), labels)))
	places := c.places()
	r.Add(&r, &places)
	r.Add(&r, &s.starts[k])
	return r, nil
}

// check returns the number of elements with the given setup.
func (s *Krinitskii) check(setup *chess.Setup) (number int, err error) {
	if setup.Turn != chess.White || setup.Castling != 0 || setup.EP != chess.NoSquare {
		return 0, sampler.NotInSpace(s.Name(), "only setups with White to move, without castling rights and en passant square are")
	}
	for c := range chess.Color(2) {
		if n := setup.Board.Pieces(c, chess.King).Count(); n != 1 {
			return 0, sampler.NotInSpace(s.Name(), "%d %v kings, want 1", n, c)
		}
	}
	number = 1
	for _, k := range kinds {
		n := setup.Board.Pieces(k.color, k.role).Count()
		if n > k.n {
			return 0, sampler.NotInSpace(s.Name(), "%d men of the kind %v %v, there are %d in the initial position", n, k.color, k.role, k.n)
		}
		number *= ways(k.n, n)
	}
	return number, nil
}

// ways is the number of ways in which c labels can go to n squares.
func ways(c, n int) int {
	x := 1
	for i := range n {
		x *= c - i
	}
	return x
}
