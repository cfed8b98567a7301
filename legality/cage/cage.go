package cage

import "chesscensus/chess"

// A Finder answers questions about cages. The zero value is ready; it keeps its memory from
// one question to the next and is for one goroutine at a time.
type Finder struct {
	retraction retractionSearch
	pocket     pocketSearch
	spent      int64          // configurations looked at
	unmoved    chess.Bitboard // men that have never moved, for Lemmas 12 and 13
}

// trappedMan returns the square of a man that the retraction model lets nowhere near its origin:
// neither to a square where it can have stood at the start or after castling, nor to one
// where it can have been promoted. A setup with such a man is illegal, by Lemmas 2 and 11. The second
// result is false if there is none.
func (f *Finder) trappedMan(s *chess.Setup) (chess.Square, bool) {
	b := &s.Board
	immobileMen := immobile(b)
	walls := b.Of(chess.Pawn) | immobileMen
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Knight; role <= chess.King; role++ {
			for bb := b.Pieces(c, role); bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if immobileMen.Has(sq) && b.At(sq) == initial.At(sq) {
					continue // it has never moved; if others of the set are not at home, the setup is illegal by Lemma 10
				}
				region := chess.Flood(role, sq.BB(), walls)
				if role == chess.King {
					region = kingFlood(sq.BB(), walls, chess.AllPawnAttacks(c.Other(), b.Pieces(c.Other(), chess.Pawn)))
				}
				if region&origins(c, role) != 0 {
					continue
				}
				if f.neverAtOrigin(s, c, role, sq, region) {
					return sq, true
				}
			}
		}
	}
	return chess.NoSquare, false
}

// neverAtOrigin reports whether the model of Lemma 2 never brings the man on a square, with the given region, to one of its origins.
func (f *Finder) neverAtOrigin(s *chess.Setup, c chess.Color, role chess.Role, sq chess.Square, region chess.Bitboard) bool {
	f.retraction.goal, f.retraction.emptySquare, f.retraction.entrySquares = origins(c, role), chess.NoSquare, 0
	f.retraction.build(s, region, role)
	f.retraction.unmoved, f.retraction.isKing, f.retraction.kingColor = immobile(&s.Board), role == chess.King, c
	return f.excludes(role, sq.BB())
}

// origins returns the squares on which a man of a role can have entered the game: where it
// stands at the start, or after castling, or where a pawn promotes.
func origins(c chess.Color, role chess.Role) chess.Bitboard {
	last := chess.RowBB(c.LastRow())
	var set chess.Bitboard
	switch role {
	case chess.Knight:
		set = chess.B1.BB() | chess.G1.BB()
	case chess.Bishop:
		set = chess.C1.BB() | chess.F1.BB()
	case chess.Rook:
		set = chess.A1.BB() | chess.H1.BB() | chess.D1.BB() | chess.F1.BB()
	case chess.Queen:
		set = chess.D1.BB()
	case chess.King:
		set, last = chess.E1.BB()|chess.C1.BB()|chess.G1.BB(), 0
	}
	return set.For(c) | last
}

// barredSquares returns by color the files on whose promotion square a pawn that steps there cannot
// have become a bishop that is still on the board, and those for knights, by Lemma 3. What that
// means for kernels is Lemma 5.
//
// A square counts only if the pawns of the setup keep the man from leaving; others are
// never barred.
func (f *Finder) barredSquares(s *chess.Setup) (bishops, knights [2]uint8) {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	for c := chess.White; c <= chess.Black; c++ {
		for bb := chess.RowBB(c.LastRow()); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			for _, role := range [...]chess.Role{chess.Knight, chess.Bishop} {
				men := b.Pieces(c, role)
				if role == chess.Knight && men.Count() <= 2 {
					continue // none need be promoted
				}
				if role == chess.Bishop {
					men &= colorOf(sq)
				}
				region := chess.Flood(role, sq.BB(), pawns)
				if region&men != 0 || men == 0 || !f.neverOnSquare(s, c, role, sq, men, region) {
					continue
				}
				if role == chess.Bishop {
					bishops[c] |= 1 << sq.File()
				} else {
					knights[c] |= 1 << sq.File()
				}
			}
		}
	}
	return bishops, knights
}

// neverOnSquare reports whether the model of Lemma 2 brings none of some men of a role to sq while the square behind it, from which a pawn
// of color c steps there, is empty.
func (f *Finder) neverOnSquare(s *chess.Setup, c chess.Color, role chess.Role, sq chess.Square, men, region chess.Bitboard) bool {
	f.retraction.goal, f.retraction.emptySquare, f.retraction.entrySquares = sq.BB(), sq-8, 0
	if c == chess.Black {
		f.retraction.emptySquare = sq + 8
	}
	return f.excludesIn(s, region, role, men)
}

// excludesIn builds the model of a region, and reports whether it excludes that a man on a square of start reaches the goal.
func (f *Finder) excludesIn(s *chess.Setup, region chess.Bitboard, role chess.Role, start chess.Bitboard) bool {
	f.retraction.build(s, region, role)
	return f.excludes(role, start)
}

// excludes reports the same of the model that is built, and counts its configurations in spent.
func (f *Finder) excludes(role chess.Role, start chess.Bitboard) bool {
	ok := f.retraction.excludes(role, start)
	f.spent += int64(len(f.retraction.configs))
	return ok
}

// colorOf returns the squares of the color of a square.
func colorOf(sq chess.Square) chess.Bitboard {
	if sq.Dark() {
		return chess.DarkSquares
	}
	return ^chess.DarkSquares
}

// build makes the model of a region: the pawns around it, then those on their files, then
// those on the files beside, as many as there is room for.
func (x *retractionSearch) build(s *chess.Setup, region chess.Bitboard, role chess.Role) {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	x.model = model{}
	for c := chess.White; c <= chess.Black; c++ {
		x.capturesLeft[c] = uint8(16 - b.Colored(c.Other()).Count())
	}
	edge := chess.Steps(role, region) & pawns
	if role == chess.King { // and those that guard it
		rim := region | chess.Steps(role, region)
		for c := chess.White; c <= chess.Black; c++ {
			edge |= chess.AllPawnAttacks(c, rim) & b.Pieces(c.Other(), chess.Pawn)
		}
	}
	var files, beside chess.Bitboard
	for bb := edge; bb != 0; bb &= bb - 1 {
		f := bb.First().File()
		files |= chess.FileBB(f)
		if f > 0 {
			beside |= chess.FileBB(f - 1)
		}
		if f < 7 {
			beside |= chess.FileBB(f + 1)
		}
	}
	for _, set := range [...]chess.Bitboard{edge, pawns & files &^ edge, pawns & beside &^ files &^ edge} {
		for ; set != 0 && x.n < maxModelPawns; set &= set - 1 {
			sq := set.First()
			x.colors[x.n], x.first.squares[x.n] = b.At(sq).Color(), uint8(sq)
			x.n++
		}
	}
}
