package material

import (
	"chesscensus/chess"
	"chesscensus/sampler/internal/arith"
)

const pawnSquares = ^(chess.Row1 | chess.Row8)

// A kind is a number of equal pieces that may stand anywhere.
type kind struct {
	color chess.Color
	role  chess.Role
	count int
}

// kinds lists the free pieces of the block in the order of their digits: kings, then the others by their numbers,
// the fewest first; among equals queens, rooks, bishops, knights, White's before Black's.
func (b *block) kinds(list *[10]kind) []kind {
	n := 0
	insert := func(c chess.Color, r chess.Role, count int) {
		if count == 0 {
			return
		}
		i := n
		for ; i > 0 && list[i-1].count > count; i-- {
			list[i] = list[i-1]
		}
		list[i] = kind{c, r, count}
		n++
	}
	states := [2]state{b.table.white.states[b.white], b.table.black.states[b.black]}
	fixed := [2]int{b.table.whiteRooks, b.table.blackRooks}
	for c, rooks := range fixed {
		if rooks == 0 {
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

// setup returns the setup with the given index in the block and the given side
// to move. With Black to move it is the mirror image of that with White to move.
//
// The digits of the index are, the least significant first: white pawns (with the
// way of en passant), black pawns, the way of castling, and the kinds.
func (b *block) setup(index arith.U192, turn chess.Color) chess.Setup {
	s := chess.EmptySetup()
	whitePawns, blackPawns := int(b.table.white.states[b.white].P), int(b.table.black.states[b.black].P)
	free, empty := pawnSquares, chess.Bitboard(0)
	if b.table.enPassant == 0 {
		digit := arith.DivMod192(&index, arith.Binomials[whitePawns][48])
		placeAll(&s.Board, chess.White, chess.Pawn, arith.UnrankSet(digit, whitePawns, free))
	} else {
		whitePawns, blackPawns = whitePawns-1, blackPawns-1
		way, digit := unrankPassant(arith.DivMod192(&index, passantWays(whitePawns)), whitePawns)
		s.EP, empty = way.square, way.empty
		free &^= way.squares()
		s.Board.Place(way.victim, chess.NewPiece(chess.Black, chess.Pawn))
		s.Board.Place(way.capturer, chess.NewPiece(chess.White, chess.Pawn))
		placeAll(&s.Board, chess.White, chess.Pawn, arith.UnrankSet(digit, whitePawns, free&^way.barred))
	}
	free &^= s.Board.Occupied()
	digit := arith.DivMod192(&index, arith.Binomials[blackPawns][free.Count()])
	placeAll(&s.Board, chess.Black, chess.Pawn, arith.UnrankSet(digit, blackPawns, free))

	if b.table.whiteRooks|b.table.blackRooks != 0 {
		way := arith.DivMod192(&index, uint64(castlings(b.table.whiteRooks)*castlings(b.table.blackRooks)))
		s.Castling = rightsOf(b.table.whiteRooks, b.table.blackRooks, int(way))
		putHomes(&s.Board, s.Castling)
	}
	free = ^(s.Board.Occupied() | empty)
	squares := free.Count()
	var list [10]kind
	for _, k := range b.kinds(&list) {
		set := arith.UnrankSet(arith.DivMod192(&index, arith.Binomials[k.count][squares]), k.count, free)
		placeAll(&s.Board, k.color, k.role, set)
		free &^= set
		squares -= k.count
	}
	if turn == chess.Black {
		return s.Mirror()
	}
	return s
}

// index returns the index of a setup with White to move in the block it belongs to.
func (b *block) index(s *chess.Setup) arith.U192 {
	var values, radices [13]uint64
	n := 0
	digit := func(value, radix uint64) {
		values[n], radices[n] = value, radix
		n++
	}
	pawns := [2]chess.Bitboard{s.Board.Pieces(chess.White, chess.Pawn), s.Board.Pieces(chess.Black, chess.Pawn)}
	free, empty := pawnSquares, chess.Bitboard(0)
	if b.table.enPassant == 0 {
		digit(arith.RankSet(pawns[0], free), arith.Binomials[pawns[0].Count()][48])
		free &^= pawns[0]
	} else {
		way := passantIn(s)
		empty = way.empty
		free &^= way.squares()
		others := pawns[0] &^ way.capturer.BB()
		digit(way.rankStart(others.Count())+arith.RankSet(others, free&^way.barred), passantWays(others.Count()))
		free &^= others
		pawns[1] &^= way.victim.BB()
	}
	digit(arith.RankSet(pawns[1], free), arith.Binomials[pawns[1].Count()][free.Count()])
	if b.table.whiteRooks|b.table.blackRooks != 0 {
		digit(uint64(wayOf(s.Castling)), uint64(castlings(b.table.whiteRooks)*castlings(b.table.blackRooks)))
	}
	fixed := s.Castling.Squares()
	free = ^(s.Board.Of(chess.Pawn) | empty | fixed)
	squares := free.Count()
	var list [10]kind
	for _, kind := range b.kinds(&list) {
		set := s.Board.Pieces(kind.color, kind.role) &^ fixed
		digit(arith.RankSet(set, free), arith.Binomials[kind.count][squares])
		free &^= set
		squares -= kind.count
	}
	var x arith.U192
	for n--; n >= 0; n-- {
		x = arith.MulAdd192(&x, radices[n], values[n])
	}
	return x
}

// placeAll places equal men on empty squares.
func placeAll(b *chess.Board, c chess.Color, r chess.Role, set chess.Bitboard) {
	for p := chess.NewPiece(c, r); set != 0; set &= set - 1 {
		b.Place(set.First(), p)
	}
}

// A passant is one of 14 en passant situations with White to move: the black pawn
// that can be captured, the square that it passed, and a white pawn beside it.
type passant struct {
	square, victim, capturer chess.Square
	empty                    chess.Bitboard // the passed square and the one that the black pawn came from
	barred                   chess.Bitboard // square where no other white pawn may stand, or none
}

// squares returns the squares on which no further man may stand.
func (p *passant) squares() chess.Bitboard { return p.victim.BB() | p.capturer.BB() | p.empty }

// passants lists the 8 situations without a barred square and the 6 with one. If pawns
// on both sides can capture, the one on the left counts: so the square on the left is
// barred where the capturer stands on the right, except on the a-file.
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

// passantWays returns the number of ways to place a situation and n other white pawns.
// The other pawns have 48 squares less the four of the situation, and the barred one.
func passantWays(n int) uint64 { return 8*arith.Binomials[n][44] + 6*arith.Binomials[n][43] }

// rankStart returns the number of ways with n other white pawns that precede those of situation p.
func (p *passant) rankStart(n int) uint64 {
	file := uint64(p.square.File())
	if p.barred == 0 {
		return file * arith.Binomials[n][44]
	}
	return 8*arith.Binomials[n][44] + (file-1)*arith.Binomials[n][43]
}

// unrankPassant returns the situation of a digit and the index of the set of the n other white pawns.
func unrankPassant(digit uint64, n int) (*passant, uint64) {
	if low := 8 * arith.Binomials[n][44]; digit >= low {
		digit -= low
		return &passants[8+digit/arith.Binomials[n][43]], digit % arith.Binomials[n][43]
	}
	return &passants[digit/arith.Binomials[n][44]], digit % arith.Binomials[n][44]
}

// passantIn returns the situation of a setup with White to move, nil if no white pawn
// could capture on its en passant square.
func passantIn(s *chess.Setup) *passant {
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

// rightsOf returns the castling rights with the given numbers of rooks in the given way.
// A side with one rook has two ways, kingside 0 and queenside 1; White's is the lowest digit.
func rightsOf(whiteRooks, blackRooks, way int) chess.Castling {
	white := [3]chess.Castling{0, chess.WhiteKingside << (way % castlings(whiteRooks)), chess.WhiteKingside | chess.WhiteQueenside}
	black := [3]chess.Castling{0, chess.BlackKingside << (way / castlings(whiteRooks)), chess.BlackKingside | chess.BlackQueenside}
	return white[whiteRooks] | black[blackRooks]
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

// putHomes places the men that castling rights fix.
func putHomes(b *chess.Board, r chess.Castling) {
	homes := r.Squares()
	for c := range chess.Color(2) {
		own := chess.RowBB(c.BackRow())
		placeAll(b, c, chess.King, homes&own&chess.FileBB(4))
		placeAll(b, c, chess.Rook, homes&own&^chess.FileBB(4))
	}
}
