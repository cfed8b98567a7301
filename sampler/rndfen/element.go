package rndfen

import (
	"errors"
	"fmt"

	"github.com/holiman/uint256"

	"chesscensus/chess"
)

// slots is the number of men besides the kings that an element has room for.
const slots = 30

// kingPlaces is the number of pairs of kings that do not touch, with castling rights.
const kingPlaces = 3969

// An element is an element of the raw set, valid or not.
type element struct {
	Turn     chess.Color
	Place    uint16       // index in kingPlacements
	Occupied uint64       // bit i: square i of the 62 others, from a1, is occupied
	Colors   uint32       // bit i: the man of slot i is black
	Types    [slots]uint8 // 0 to 4 for pawn to queen
	EP       uint8        // 0 for none, j for the j-th file on which en passant is possible, at most 5
}

// kingPlacement is a pair of kings with castling rights.
type kingPlacement struct {
	kings  [2]chess.Square
	rights chess.Castling
}

// kingPlacements lists all pairs of kings that do not touch, with castling rights. kingPlacementOf is its inverse.
var kingPlacements, kingPlacementOf = func() (list [kingPlaces]kingPlacement, index map[kingPlacement]uint16) {
	index = make(map[kingPlacement]uint16, kingPlaces)
	n := 0
	for w := chess.A1; w <= chess.H8; w++ {
		for b := chess.A1; b <= chess.H8; b++ {
			if w == b || chess.KingAttacks(w).Has(b) {
				continue
			}
			for r := chess.Castling(0); r <= chess.AllCastling; r++ {
				if r.Of(chess.White) != 0 && w != chess.E1 || r.Of(chess.Black) != 0 && b != chess.E8 {
					continue
				}
				list[n] = kingPlacement{[2]chess.Square{w, b}, r}
				index[list[n]] = uint16(n)
				n++
			}
		}
	}
	return list, index
}()

// The numbers of values of the parts of an element.
const (
	epCodes   = 6
	types     = 5
	allColors = 1 << slots
	allBits   = 1 << 62
)

// elementAt returns the element with the given rank. It panics if the rank is not below the size of the raw set.
func elementAt(rank *uint256.Int) (e element) {
	if !rank.Lt(rawSize) {
		panic("rndfen: rank out of range")
	}
	x := *rank
	next := func(n uint64) uint64 {
		var r, d uint256.Int
		d.SetUint64(n)
		x.DivMod(&x, &d, &r)
		return r[0]
	}
	e.EP = uint8(next(epCodes))
	word := uint64(0)
	for i := range e.Types {
		if i%15 == 0 {
			word = next(30517578125) // 5^15
		}
		e.Types[i] = uint8(word % types)
		word /= types
	}
	e.Colors = uint32(next(allColors))
	e.Occupied = next(allBits)
	e.Place = uint16(next(kingPlaces))
	e.Turn = chess.Color(next(2))
	return e
}

// Rank returns the rank of the element; ok is false if one of its parts is out of range.
func (e *element) Rank() (rank uint256.Int, ok bool) {
	var d uint256.Int
	ok = true
	push := func(n, digit uint64) {
		ok = ok && digit < n
		rank.Mul(&rank, d.SetUint64(n))
		rank.AddUint64(&rank, digit)
	}
	push(2, uint64(e.Turn))
	push(kingPlaces, uint64(e.Place))
	push(allBits, e.Occupied)
	push(allColors, uint64(e.Colors))
	for i := slots - 1; i >= 0; i-- {
		push(types, uint64(e.Types[i]))
	}
	push(epCodes, uint64(e.EP))
	return rank, ok
}

// rawSize is the size of the raw set, 2*3969*2^62*2^30*5^30*6.
var rawSize = func() *uint256.Int {
	n := uint256.NewInt(2 * kingPlaces * epCodes)
	n.Mul(n, uint256.NewInt(30517578125)).Mul(n, uint256.NewInt(30517578125))
	return n.Lsh(n, 62+slots)
}()

// The reasons why an element is invalid.
var (
	errMen    = errors.New("more than 30 squares besides those of the kings are occupied")
	errUnused = errors.New("an unused slot is not a white pawn")
	errEP     = errors.New("there are not so many files where en passant is possible")
)

// Setup returns the setup for which the element stands. The error tells why an element is invalid. The setup need
// not be a position: pawns may stand on rows 1 and 8, rights may lack their rooks, and so on.
func (e *element) Setup() (chess.Setup, error) {
	p := &kingPlacements[e.Place]
	k := chess.Bitboard(e.Occupied).Count()
	switch {
	case k > slots:
		return chess.EmptySetup(), errMen
	case e.Colors>>k != 0:
		return chess.EmptySetup(), errUnused
	}
	for _, t := range e.Types[k:] {
		if t != 0 {
			return chess.EmptySetup(), errUnused
		}
	}
	s := chess.Setup{Turn: e.Turn, Castling: p.rights, EP: chess.NoSquare}
	s.Board.Place(p.kings[0], chess.NewPiece(chess.White, chess.King))
	s.Board.Place(p.kings[1], chess.NewPiece(chess.Black, chess.King))
	slot, bit := 0, 0
	for free := s.Board.Of(chess.NoRole); free != 0; free &= free - 1 {
		if e.Occupied>>bit&1 != 0 {
			s.Board.Place(free.First(), chess.NewPiece(chess.Color(e.Colors>>slot&1), chess.Pawn+chess.Role(e.Types[slot])))
			slot++
		}
		bit++
	}
	if e.EP > 0 {
		files := passantSquares(&s)
		for range e.EP - 1 {
			files &= files - 1
		}
		if files == 0 {
			return chess.EmptySetup(), errEP
		}
		s.EP = files.First()
	}
	return s, nil
}

// passantSquares returns the squares that may be the en passant square of a diagram with its
// side to move. An enemy pawn may just have made its double step over such a square, both
// squares behind that pawn are empty, and an own pawn stands beside it. There are 5 at most.
func passantSquares(s *chess.Setup) chess.Bitboard {
	own, enemy, occ := s.Board.Pieces(s.Turn, chess.Pawn), s.Board.Pieces(s.Turn.Other(), chess.Pawn), s.Board.Occupied()
	if s.Turn == chess.White {
		own &= chess.RowBB(4)
		beside := (own&^chess.FileA)>>1 | (own&^chess.FileH)<<1
		return (enemy & beside &^ (occ >> 8) &^ (occ >> 16)) << 8
	}
	own &= chess.RowBB(3)
	beside := (own&^chess.FileA)>>1 | (own&^chess.FileH)<<1
	return (enemy & beside &^ (occ << 8) &^ (occ << 16)) >> 8
}

// elementOf returns the element of a setup. The error tells why there is none.
func elementOf(s *chess.Setup) (e element, err error) {
	for c := chess.White; c <= chess.Black; c++ {
		if n := s.Board.Pieces(c, chess.King).Count(); n != 1 {
			return e, fmt.Errorf("%v has %d kings, want 1", c, n)
		}
	}
	p := kingPlacement{[2]chess.Square{s.Board.King(chess.White), s.Board.King(chess.Black)}, s.Castling}
	placeIndex, ok := kingPlacementOf[p]
	switch {
	case !ok && chess.KingAttacks(p.kings[0]).Has(p.kings[1]):
		return e, errors.New("the kings touch")
	case !ok:
		return e, errors.New("castling rights need the king on e1 or e8")
	case s.Board.Men() > slots+2:
		return e, fmt.Errorf("%d men, more than %d", s.Board.Men(), slots+2)
	}
	e.Turn, e.Place = s.Turn&1, placeIndex
	slot, bit := 0, 0
	kings := s.Board.Of(chess.King)
	for sq := range (^kings).All() {
		if m := s.Board.At(sq); m != chess.NoPiece {
			e.Occupied |= 1 << bit
			e.Colors |= uint32(m.Color()) << slot
			e.Types[slot] = uint8(m.Role() - chess.Pawn)
			slot++
		}
		bit++
	}
	if s.EP != chess.NoSquare {
		files := passantSquares(s)
		if !files.Has(s.EP) {
			return e, fmt.Errorf("no pawn can have passed over %v beside one that may capture it", s.EP)
		}
		e.EP = uint8((files & (s.EP.BB() - 1)).Count()) + 1
	}
	return e, nil
}
