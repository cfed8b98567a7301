package cage

import "chesscensus/chess"

// A Finder searches backward from setups for men that pawns never let in or out. The zero value is ready. A Finder reuses its
// memory and is for one goroutine at a time.
type Finder struct {
	retraction retractionSearch
	pocket     pocketSearch
	spent      int64          // configurations visited
	unmoved    chess.Bitboard // men that have never moved, for Lemmas 12 and 13
}

// trappedMan returns the square of a man that the retraction model brings to none of its origins. A setup with such a man is
// illegal, by Lemmas 2 and 11. If there is no such man, ok is false.
func (f *Finder) trappedMan(s *chess.Setup) (sq chess.Square, ok bool) {
	b := &s.Board
	unmoved := immobileMen(b)
	walls := b.Of(chess.Pawn) | unmoved
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Knight; role <= chess.King; role++ {
			for bb := b.Pieces(c, role); bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if unmoved.Has(sq) && b.At(sq) == initial.At(sq) {
					continue // it has never moved; if another man of the set is not at home, Lemma 10 refutes the setup
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

// neverAtOrigin reports whether the model of Lemma 2 brings the man on sq to none of its origins. The regions is the squares that
// the man reaches while pawns stand as in the setup.
func (f *Finder) neverAtOrigin(s *chess.Setup, c chess.Color, role chess.Role, sq chess.Square, region chess.Bitboard) bool {
	f.retraction.goal, f.retraction.emptySquare, f.retraction.entrySquares = origins(c, role), chess.NoSquare, 0
	f.retraction.build(s, region, role)
	f.retraction.unmoved, f.retraction.isKing, f.retraction.kingColor = immobileMen(&s.Board), role == chess.King, c
	return f.excludes(role, sq.BB())
}

// origins returns the squares on which a man of a role can have entered the game: where it stands at the start, where castling
// puts it, and where a pawn promotes to it.
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

// barredSquares returns the promotion squares that Lemma 3 bars for bishops and for knights: by color, a bit for each file. No
// bishop or knight of the setup was promoted there by a step. Lemma 5 says what that means for kernels.
//
// The search is made only for squares that a man cannot leave among the pawns of the setup.
func (f *Finder) barredSquares(s *chess.Setup) (bishops, knights [2]uint8) {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	for c := chess.White; c <= chess.Black; c++ {
		for bb := chess.RowBB(c.LastRow()); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			for _, role := range [...]chess.Role{chess.Knight, chess.Bishop} {
				men := b.Pieces(c, role)
				if role == chess.Knight && men.Count() <= 2 {
					continue // both may be those of the start
				}
				if role == chess.Bishop {
					men &= sameColorSquares(sq)
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

// neverOnSquare reports whether the model of Lemma 2 brings none of the men, all of one role, to sq while the square behind it,
// from which a pawn of color c steps there, is empty.
func (f *Finder) neverOnSquare(s *chess.Setup, c chess.Color, role chess.Role, sq chess.Square, men, region chess.Bitboard) bool {
	f.retraction.goal, f.retraction.emptySquare, f.retraction.entrySquares = sq.BB(), sq-8, 0
	if c == chess.Black {
		f.retraction.emptySquare = sq + 8
	}
	f.retraction.build(s, region, role)
	return f.excludes(role, men)
}

// excludes reports whether the model that was built last brings a man from no square of start to the goal. It adds the
// configurations visited to spent.
func (f *Finder) excludes(role chess.Role, start chess.Bitboard) bool {
	ok := f.retraction.excludes(role, start)
	f.spent += int64(len(f.retraction.configurations))
	return ok
}

// sameColorSquares returns all squares that have the color of sq.
func sameColorSquares(sq chess.Square) chess.Bitboard {
	if sq.Dark() {
		return chess.DarkSquares
	}
	return ^chess.DarkSquares
}

// build makes the model of a region. The pawns of the model are those around the region, then others on their files, then those
// on the files beside, up to maxModelPawns.
func (r *retractionSearch) build(s *chess.Setup, region chess.Bitboard, role chess.Role) {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	r.model = newModel(b)
	edge := chess.Steps(role, region) & pawns
	if role == chess.King { // pawns that attack squares of the region, or beside it, also count as around it
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
		r.addPawns(b, set)
	}
}

// newModel returns a model of a board without pawns.
func newModel(b *chess.Board) (m model) {
	for c := chess.White; c <= chess.Black; c++ {
		m.capturesLeft[c] = uint8(16 - b.Colored(c.Other()).Count())
	}
	return m
}

// addPawns adds pawns to a model, as many as there is room for.
func (m *model) addPawns(b *chess.Board, pawns chess.Bitboard) {
	for ; pawns != 0 && m.n < maxModelPawns; pawns &= pawns - 1 {
		sq := pawns.First()
		m.colors[m.n], m.first.squares[m.n] = b.At(sq).Color(), uint8(sq)
		m.n++
	}
}
