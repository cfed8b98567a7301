package naive

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// otherMen is the number of men of the initial position other than the kings.
const otherMen = 30

// Krinitskii is the set of placements of the two kings and any of the 30 other men
// of the initial position, all told apart. It is safe for use by several goroutines.
type Krinitskii struct {
	starts       [otherMen + 2]uint256.Int // by k: number of elements with fewer men than k, and of all
	arrangements [otherMen + 1]uint256.Int // by k: P(64, k+2)
}

var _ sampler.Space = (*Krinitskii)(nil)

// A kind is the men of one color and role. Their labels are first to first+count-1.
type kind struct {
	color        chess.Color
	role         chess.Role
	first, count int
}

// kinds lists the kinds in the order of their labels.
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

// men lists the men by label.
var men = func() (list [otherMen]chess.Piece) {
	for _, k := range kinds {
		for i := range k.count {
			list[k.first+i] = chess.NewPiece(k.color, k.role)
		}
	}
	return list
}()

var kings = [2]chess.Piece{chess.NewPiece(chess.White, chess.King), chess.NewPiece(chess.Black, chess.King)}

// labels is the set of all labels, as bits of a bitboard for package arith.
const labels chess.Bitboard = 1<<otherMen - 1

// NewKrinitskii returns the set. It costs a few microseconds. It panics where int has 32 bits, as multiplicities need 37.
func NewKrinitskii() *Krinitskii {
	if math.MaxInt < 1<<37 {
		panic("naive: multiplicities of krinitskii need an int of 64 bits")
	}
	s := &Krinitskii{}
	for k := range otherMen + 1 {
		s.arrangements[k].SetFromBig(permutations(64, k+2))
		var n uint256.Int
		n.Mul(&s.arrangements[k], uint256.NewInt(arith.Binomials[k][otherMen]))
		s.starts[k+1].Add(&s.starts[k], &n)
	}
	return s
}

// permutations returns n (n-1) ... (n-m+1).
func permutations(n, m int) *big.Int { return new(big.Int).MulRange(int64(n-m+1), int64(n)) }

// Name returns "krinitskii".
func (s *Krinitskii) Name() string { return "krinitskii" }

// Size returns the sum of C(30,k) P(64,k+2).
func (s *Krinitskii) Size() *big.Int { return s.starts[otherMen+1].ToBig() }

// An arrangement holds the squares of all men of an element.
type arrangement struct {
	kings   [2]chess.Square
	squares [otherMen]chess.Square // by label
	present uint32                 // labels on the board
}

// Unrank sets d to the element with the given rank. It panics if the rank is not
// less than [Krinitskii.Size]. It allocates nothing.
//
// Elements are ordered by k, then by the set of men in the combinatorial number system, then by their places, a
// number in mixed radix: the first digit is the square of the white king, the second, to the base 63, that of the
// black one among those left, and so on.
func (s *Krinitskii) Unrank(d *sampler.Draw, rank *uint256.Int) {
	if !rank.Lt(&s.starts[otherMen+1]) {
		panic("naive: rank out of range")
	}
	k := 0
	for !rank.Lt(&s.starts[k+1]) {
		k++
	}
	var r, set uint256.Int
	r.Sub(rank, &s.starts[k])
	set.DivMod(&r, &s.arrangements[k], &r)
	a := arrangement{present: uint32(arith.UnrankSet(set[0], k, labels))}
	a.unrankPlaces(&r)

	d.Setup = chess.EmptySetup()
	for color, sq := range a.kings {
		d.Setup.Board.Place(sq, kings[color])
	}
	for remaining := a.present; remaining != 0; remaining &= remaining - 1 {
		label := bits.TrailingZeros32(remaining)
		d.Setup.Board.Place(a.squares[label], men[label])
	}
	d.Index, d.Multiplicity = a.index(&d.Setup.Board)
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
	a := arrangementOf(&d.Setup.Board, index)
	k := bits.OnesCount32(a.present)
	var r uint256.Int
	r.Mul(&s.arrangements[k], uint256.NewInt(arith.RankSet(chess.Bitboard(a.present), labels)))
	places := a.rankPlaces()
	r.Add(&r, &places)
	r.Add(&r, &s.starts[k])
	return r, nil
}

// check returns the number of elements with the given setup, or an error if there is none.
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
		if n > k.count {
			return 0, sampler.NotInSpace(s.Name(), "%d men of the kind %v %v, there are %d in the initial position", n, k.color, k.role, k.count)
		}
		number *= ways(k.count, n)
	}
	return number, nil
}

// ways returns the number of ways to assign n of c labels to n squares.
func ways(c, n int) int {
	x := 1
	for i := range n {
		x *= c - i
	}
	return x
}
