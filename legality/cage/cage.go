package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

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
				if origins := origins(c, role); region&origins == 0 && f.neverOn(s, sq, origins, region, unmoved) {
					return sq, true
				}
			}
		}
	}
	return chess.NoSquare, false
}

// neverOn reports whether the model of Lemma 2, with the unmoved men of Lemma 11, brings the man on sq to no square of goal. The
// region is the squares that the man reaches while pawns stand as in the setup.
func (f *Finder) neverOn(s *chess.Setup, sq chess.Square, goal, region, unmoved chess.Bitboard) bool {
	man := s.Board.At(sq)
	search := &f.retraction
	search.model = newModelAround(&s.Board, region, man.Role())
	search.unmoved, search.isKing, search.kingColor = unmoved, man.Role() == chess.King, man.Color()
	search.goal, search.emptySquare, search.entrySquares = goal, chess.NoSquare, 0
	return f.excludes(man.Role(), sq.BB())
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

// barredSquares returns the promotion squares that Lemma 3 bars for bishops and for knights. No bishop or knight of the setup was
// promoted there by a step. Lemma 5 says what that means for kernels.
//
// The search is made only for squares from which a man gets to none of the men of its role among the pawns of the setup.
func (f *Finder) barredSquares(s *chess.Setup) (barred proofkernel.Barred) {
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
					barred.Bishops[c] |= 1 << sq.File()
				} else {
					barred.Knights[c] |= 1 << sq.File()
				}
			}
		}
	}
	return barred
}

// neverOnSquare reports whether the model of Lemma 2 brings none of the men, all of one role, to sq while the square behind it,
// from which a pawn of color c steps there, is empty.
func (f *Finder) neverOnSquare(s *chess.Setup, c chess.Color, role chess.Role, sq chess.Square, men, region chess.Bitboard) bool {
	search := &f.retraction
	search.model = newModelAround(&s.Board, region, role)
	search.goal, search.emptySquare, search.entrySquares = sq.BB(), sq.Ahead(c.Other()), 0
	return f.excludes(role, men)
}

// excludes reports whether the model of the retraction search brings a man from no square of start to the goal. It adds the
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

// newModelAround returns the model for a man of a role in a region. Its pawns are those around the region, then others on their
// files, then those on the files beside, up to maxModelPawns.
func newModelAround(b *chess.Board, region chess.Bitboard, role chess.Role) (m model) {
	pawns := b.Of(chess.Pawn)
	m = newModel(b)
	edge := chess.Steps(role, region) & pawns
	if role == chess.King { // pawns that attack squares of the region, or beside it, also count as around it
		rim := region | chess.Steps(role, region)
		for c := chess.White; c <= chess.Black; c++ {
			edge |= chess.AllPawnAttacks(c, rim) & b.Pieces(c.Other(), chess.Pawn)
		}
	}
	var files chess.Bitboard
	for bb := edge; bb != 0; bb &= bb - 1 {
		files |= chess.FileBB(bb.First().File())
	}
	beside := chess.Steps(chess.Rook, files) &^ files
	for _, set := range [...]chess.Bitboard{edge, pawns & files &^ edge, pawns & beside} {
		m.addPawns(b, set)
	}
	return m
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
