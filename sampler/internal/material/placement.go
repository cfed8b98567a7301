package material

import (
	"chesscensus/chess"
	"chesscensus/sampler/internal/arith"
)

const (
	pawnSquares = ^(chess.Row1 | chess.Row8)
	eFile       = chess.FileA << 4
)

// A kind is some equal pieces that may stand anywhere, and how many they are.
type kind struct {
	color chess.Color
	role  chess.Role
	n     int
}

// kinds lists the free pieces of the block in the order of their digits: kings,
// then the others by their numbers, the fewest first; among equals queens, rooks,
// bishops, knights, White's before Black's.
func (k *block) kinds(list *[10]kind) []kind {
	n := 0
	insert := func(c chess.Color, r chess.Role, count int) {
		if count == 0 {
			return
		}
		i := n
		for ; i > 0 && list[i-1].n > count; i-- {
			list[i] = list[i-1]
		}
		list[i] = kind{c, r, count}
		n++
	}
	states := [2]state{k.c.white.states[k.w], k.c.black.states[k.b]}
	fixed := [2]int{k.c.fw, k.c.fb}
	for c, f := range fixed {
		if f == 0 {
			insert(chess.Color(c), chess.King, 1)
		}
	}
	for c, s := range states {
		insert(chess.Color(c), chess.Queen, int(s.Q))
		insert(chess.Color(c), chess.Rook, int(s.R)-fixed[c])
		insert(chess.Color(c), chess.Bishop, int(s.B))
		insert(chess.Color(c), chess.Knight, int(s.N))
	}
	return list[:n]
}

// setup returns the setup with the given index in the block, with the given side
// to move: mirrored if that is Black.
//
// The digits of the index are, the least significant first: white pawns (with the
// way of en passant), black pawns, the way of castling, and the kinds.
func (k *block) setup(index arith.U192, turn chess.Color) chess.Setup {
	s := chess.EmptySetup()
	white, black := int(k.c.white.states[k.w].P), int(k.c.black.states[k.b].P)
	free, empty := pawnSquares, chess.Bitboard(0)
	if k.c.e == 0 {
		put(&s.Board, chess.White, chess.Pawn, arith.UnrankSet(arith.DivMod192(&index, arith.Binomials[white][48]), white, free))
	} else {
		white, black = white-1, black-1
		p, d := passantOf(arith.DivMod192(&index, passantWays(white)), white)
		s.EP, empty = p.square, p.empty
		free &^= p.taken()
		s.Board.Place(p.victim, chess.NewPiece(chess.Black, chess.Pawn))
		s.Board.Place(p.capturer, chess.NewPiece(chess.White, chess.Pawn))
		put(&s.Board, chess.White, chess.Pawn, arith.UnrankSet(d, white, free&^p.barred))
	}
	free &^= s.Board.Occupied()
	put(&s.Board, chess.Black, chess.Pawn, arith.UnrankSet(arith.DivMod192(&index, arith.Binomials[black][free.Count()]), black, free))

	if k.c.fw|k.c.fb != 0 {
		way := arith.DivMod192(&index, uint64(castlings(k.c.fw)*castlings(k.c.fb)))
		s.Castling = rightsOf(k.c.fw, k.c.fb, int(way))
		putHomes(&s.Board, s.Castling)
	}
	free = ^(s.Board.Occupied() | empty)
	squares := free.Count()
	var list [10]kind
	for _, m := range k.kinds(&list) {
		set := arith.UnrankSet(arith.DivMod192(&index, arith.Binomials[m.n][squares]), m.n, free)
		put(&s.Board, m.color, m.role, set)
		free &^= set
		squares -= m.n
	}
	if turn == chess.Black {
		return s.Mirror()
	}
	return s
}

// index returns the index of a setup with White to move in the block it belongs to.
func (k *block) index(s *chess.Setup) arith.U192 {
	var values, radices [13]uint64
	n := 0
	digit := func(value, radix uint64) {
		values[n], radices[n] = value, radix
		n++
	}
	pawns := [2]chess.Bitboard{s.Board.Pieces(chess.White, chess.Pawn), s.Board.Pieces(chess.Black, chess.Pawn)}
	free, empty := pawnSquares, chess.Bitboard(0)
	if k.c.e == 0 {
		digit(arith.RankSet(pawns[0], free), arith.Binomials[pawns[0].Count()][48])
		free &^= pawns[0]
	} else {
		p := passantAt(s)
		empty = p.empty
		free &^= p.taken()
		others := pawns[0] &^ p.capturer.BB()
		digit(p.before(others.Count())+arith.RankSet(others, free&^p.barred), passantWays(others.Count()))
		free &^= others
		pawns[1] &^= p.victim.BB()
	}
	digit(arith.RankSet(pawns[1], free), arith.Binomials[pawns[1].Count()][free.Count()])
	if k.c.fw|k.c.fb != 0 {
		digit(uint64(wayOf(s.Castling)), uint64(castlings(k.c.fw)*castlings(k.c.fb)))
	}
	fixed := homesOf(s.Castling)
	free = ^(s.Board.Of(chess.Pawn) | empty | fixed)
	squares := free.Count()
	var list [10]kind
	for _, m := range k.kinds(&list) {
		set := s.Board.Pieces(m.color, m.role) &^ fixed
		digit(arith.RankSet(set, free), arith.Binomials[m.n][squares])
		free &^= set
		squares -= m.n
	}
	var x arith.U192
	for n--; n >= 0; n-- {
		x = arith.MulAdd192(&x, radices[n], values[n])
	}
	return x
}

// put places equal men on empty squares.
func put(b *chess.Board, c chess.Color, r chess.Role, set chess.Bitboard) {
	for p := chess.NewPiece(c, r); set != 0; set &= set - 1 {
		b.Place(set.First(), p)
	}
}

// A passant is a way of en passant with White to move: the black pawn that can be
// captured, the square it passed, and a white pawn beside it.
type passant struct {
	square, victim, capturer chess.Square
	empty                    chess.Bitboard // the square and the one that the black pawn came from
	barred                   chess.Bitboard // where no other white pawn may stand
}

func (p *passant) taken() chess.Bitboard { return p.victim.BB() | p.capturer.BB() | p.empty }

// passants lists the 8 ways without a barred square and the 6 with one.
var passants = func() (list [14]passant) {
	way := func(file, from int) passant {
		p := passant{square: chess.NewSquare(file, 5), victim: chess.NewSquare(file, 4), capturer: chess.NewSquare(from, 4)}
		p.empty = p.square.BB() | chess.NewSquare(file, 6).BB()
		return p
	}
	list[0] = way(0, 1)
	for file := 1; file < 8; file++ {
		list[file] = way(file, file-1)
		if file < 7 {
			list[7+file] = way(file, file+1)
			list[7+file].barred = chess.NewSquare(file-1, 4).BB()
		}
	}
	return list
}()

// passantWays is the number of ways with n other white pawns.
func passantWays(n int) uint64 { return 8*arith.Binomials[n][44] + 6*arith.Binomials[n][43] }

// before is the number of ways with n other white pawns that precede those with p.
func (p *passant) before(n int) uint64 {
	if file := uint64(p.square.File()); p.barred != 0 {
		return 8*arith.Binomials[n][44] + (file-1)*arith.Binomials[n][43]
	} else {
		return file * arith.Binomials[n][44]
	}
}

// passantOf returns the way and what remains of the digit for the other pawns.
func passantOf(d uint64, n int) (*passant, uint64) {
	if low := 8 * arith.Binomials[n][44]; d >= low {
		d -= low
		return &passants[8+d/arith.Binomials[n][43]], d % arith.Binomials[n][43]
	}
	return &passants[d/arith.Binomials[n][44]], d % arith.Binomials[n][44]
}

// passantAt returns the way of a setup with White to move, nil if its en passant
// square is not one that a white pawn could capture on.
func passantAt(s *chess.Setup) *passant {
	file := s.EP.File()
	if s.EP.Row() != 5 {
		return nil
	}
	white := s.Board.Pieces(chess.White, chess.Pawn)
	p := &passants[file]
	if !white.Has(p.capturer) {
		if file == 0 || file == 7 {
			return nil
		}
		p = &passants[7+file]
	}
	if !white.Has(p.capturer) || !s.Board.Pieces(chess.Black, chess.Pawn).Has(p.victim) || s.Board.Occupied()&p.empty != 0 {
		return nil
	}
	return p
}

// rightsOf returns the castling rights with fw white and fb black rooks in the
// given way: kingside is way 0 where there is a choice, queenside 1.
func rightsOf(fw, fb, way int) chess.Castling {
	white := [3]chess.Castling{0, chess.WhiteKingside << (way % castlings(fw)), chess.WhiteKingside | chess.WhiteQueenside}
	black := [3]chess.Castling{0, chess.BlackKingside << (way / castlings(fw)), chess.BlackKingside | chess.BlackQueenside}
	return white[fw] | black[fb]
}

// wayOf is the inverse of rightsOf.
func wayOf(r chess.Castling) int {
	way := 0
	if r.Of(chess.Black) == chess.BlackQueenside {
		way = 1
	}
	if r.Of(chess.White).Count() == 1 {
		way *= 2
	}
	if r.Of(chess.White) == chess.WhiteQueenside {
		way++
	}
	return way
}

// homesOf returns the squares of the kings and rooks that castling rights fix.
func homesOf(r chess.Castling) (set chess.Bitboard) {
	for c := range chess.Color(2) {
		if r.Of(c) != 0 {
			set |= chess.E1.For(c).BB()
		}
		if r&chess.Rights(c, true) != 0 {
			set |= chess.H1.For(c).BB()
		}
		if r&chess.Rights(c, false) != 0 {
			set |= chess.A1.For(c).BB()
		}
	}
	return set
}

// putHomes places the men that castling rights fix.
func putHomes(b *chess.Board, r chess.Castling) {
	homes := homesOf(r)
	for c := range chess.Color(2) {
		own := chess.RowBB(c.BackRow())
		put(b, c, chess.King, homes&own&eFile)
		put(b, c, chess.Rook, homes&own&^eFile)
	}
}
