package naive

import (
	"math/big"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// A Space is the set of all boards with any annotations, 13^64 * 2 * 9 * 2^4 elements. It is safe for use by several
// goroutines.
type Space struct{ size uint256.Int }

var _ sampler.Space = (*Space)(nil)

const (
	things      = 13         // number of things that can be on a square: twelve men or nothing
	annotations = 2 * 9 * 16 // side to move, en passant files, castling flags
	chunkLen    = 16         // number of squares whose things fit in one word
)

// chunk is 13^16.
const chunk uint64 = 665416609183179841

// pieces lists the things in the order of texelutil's description: king, queen,
// rook, bishop, knight and pawn of White, of Black, and nothing.
var pieces = func() (list [things]chess.Piece) {
	n := 0
	for c := range chess.Color(2) {
		for r := chess.King; r > chess.NoRole; r-- {
			list[n] = chess.NewPiece(c, r)
			n++
		}
	}
	return list
}()

// thingCodes is the inverse of pieces.
var thingCodes = func() (list [things + 3]uint64) {
	for code, p := range pieces {
		list[p] = uint64(code)
	}
	return list
}()

// New returns the set. It costs nothing.
func New() *Space {
	s := &Space{}
	s.size.SetFromBig(new(big.Int).Mul(new(big.Int).Exp(big.NewInt(things), big.NewInt(64), nil), big.NewInt(annotations)))
	return s
}

// Name returns "naive".
func (s *Space) Name() string { return "naive" }

// Size returns 13^64 * 2 * 9 * 2^4.
func (s *Space) Size() *big.Int { return s.size.ToBig() }

// Unrank sets d to the element with the given rank. It panics if the rank is not
// less than [Space.Size]. It allocates nothing.
//
// The rank is the board times 288 plus the annotation. The board is a number of 64 digits to the base 13, a1 the
// lowest; the annotation is castling flags, times 9 plus en passant file (0 for none), times 2 plus side to move.
func (s *Space) Unrank(d *sampler.Draw, rank *uint256.Int) {
	if !rank.Lt(&s.size) {
		panic("naive: rank out of range")
	}
	x := *rank
	annotation := divMod(&x, annotations)
	setup := chess.EmptySetup()
	setup.Turn = chess.Color(annotation % 2)
	setup.Castling = chess.Castling(annotation / 18)
	if file := int(annotation / 2 % 9); file > 0 {
		setup.EP = chess.NewSquare(file-1, passantRow(setup.Turn))
	}
	for sq := chess.A1; sq <= chess.H8; {
		word := divMod(&x, chunk)
		for range chunkLen {
			if p := pieces[word%things]; p != chess.NoPiece {
				setup.Board.Place(sq, p)
			}
			word /= things
			sq++
		}
	}
	d.Setup = setup
	d.Index, d.Equivalents, d.Multiplicity, d.Weight = 0, 1, 1, 1
}

// Rank returns the rank of d's setup; see [sampler.Space]. Only an en passant square
// off the row of the side to move has none. It allocates nothing unless it fails.
func (s *Space) Rank(d *sampler.Draw) (uint256.Int, error) {
	setup := &d.Setup
	if setup.Turn > chess.Black || setup.Castling&^chess.AllCastling != 0 || setup.EP > chess.NoSquare {
		return uint256.Int{}, sampler.NotInSpace(s.Name(), "side to move, castling rights or en passant square do not exist")
	}
	file := 0
	if setup.EP != chess.NoSquare {
		if setup.EP.Row() != passantRow(setup.Turn) {
			return uint256.Int{}, sampler.NotInSpace(s.Name(), "en passant square %v with %v to move", setup.EP, setup.Turn)
		}
		file = setup.EP.File() + 1
	}
	var rank uint256.Int
	for sq := int(chess.H8); sq >= 0; {
		word := uint64(0)
		for range chunkLen {
			word = word*things + thingCodes[setup.Board.At(chess.Square(sq))]
			sq--
		}
		mulAdd(&rank, chunk, word)
	}
	mulAdd(&rank, annotations, (uint64(setup.Castling)*9+uint64(file))*2+uint64(setup.Turn))
	d.Index, d.Equivalents, d.Multiplicity, d.Weight = 0, 1, 1, 1
	return rank, nil
}

// passantRow returns the row of an en passant square with the given side to move.
func passantRow(turn chess.Color) int {
	if turn == chess.White {
		return 5
	}
	return 2
}

// divMod replaces x by x/d and returns the remainder.
func divMod(x *uint256.Int, d uint64) uint64 {
	var divisor, r uint256.Int
	x.DivMod(x, divisor.SetUint64(d), &r)
	return r[0]
}

// mulAdd replaces x by x*y + z, which must be less than 2^256.
func mulAdd(x *uint256.Int, y, z uint64) {
	var factor uint256.Int
	x.AddUint64(x.Mul(x, factor.SetUint64(y)), z)
}
