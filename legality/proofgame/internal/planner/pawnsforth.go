package planner

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// buildKernel makes a kernel of the way from node index to the goal, and reports whether it succeeded. Pawns move as late as they can.
// If eager is set they move at once to where each skeleton has them; then only the choice of captured men can fail.
func (b *backwardSearch) buildKernel(index int32, eager bool) bool {
	b.kernel = search.Kernel{}
	for sq := range b.pawns {
		b.pawns[sq] = chess.NoPiece
		b.forPawns[sq] = false
	}
	node := &b.nodes[index]
	var homes [2]chess.Bitboard
	for c := chess.White; c <= chess.Black; c++ {
		for sq := range node.pawns[c].All() {
			homes[c] |= chess.NewSquare(sq.File(), c.PawnRow()).BB()
		}
		for k := range base.Kinds {
			b.excess[c][k], b.caged[c][k] = int(b.missing[c][k]), b.cagedAtHome(c, k).Count()
		}
		for sq := range b.start.Board.Pieces(c, chess.Pawn).All() {
			b.pawns[sq] = chess.NewPiece(c, chess.Pawn)
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		for sq := range (b.start.Board.Pieces(c, chess.Pawn) &^ homes[c]).All() {
			b.addCapture(search.Move{Color: c.Other(), Victim: search.Pawn, ToFile: int8(sq.File()), ToIndex: b.fileIndex(sq)},
				search.Step{Color: c.Other(), From: chess.NoSquare, To: sq, Capture: true})
			b.pawns[sq] = chess.NoPiece
		}
	}
	var pool [2][]int8 // files of promoted men that are still to be captured
	for ; node.next >= 0; node = &b.nodes[node.next] {
		if eager && !b.placePawns(&node.skeleton) || !b.replayStep(&node.step, &pool) {
			return false
		}
	}
	if eager && !b.placePawns(&node.skeleton) {
		return false
	}
	b.captureRest()
	return b.fits()
}

// placePawns moves all pawns to where a skeleton has them, and reports whether it could.
func (b *backwardSearch) placePawns(s *skeleton) bool {
	for c := chess.White; c <= chess.Black; c++ {
		for sq := range s.pawns[c].All() {
			if !b.pushPawnTo(c, sq) {
				return false
			}
		}
	}
	return true
}

// pushPawnTo moves the next pawn behind a square to it, and reports whether it could.
func (b *backwardSearch) pushPawnTo(c chess.Color, to chess.Square) bool {
	for sq := to; ; sq = sq.Ahead(c.Other()) {
		if b.pawns[sq] == chess.NewPiece(c, chess.Pawn) {
			return b.push(sq, to)
		}
		if b.pawns[sq] != chess.NoPiece || sq.Row() == c.BackRow() {
			return false
		}
	}
}

// replayStep makes the move that an unstep took back, and reports whether it could. The pool holds the files on which men of each color
// have promoted that are to be captured.
func (b *backwardSearch) replayStep(step *unstep, pool *[2][]int8) bool {
	c := step.color
	if step.returned == returnsNothing && step.promoted == noKind {
		return true
	}
	if !b.pushPawnTo(c, step.to) {
		return false
	}
	if step.promoted == anyKind {
		pool[c] = append(pool[c], int8(step.via.File()))
	}
	if step.returned == returnsNothing {
		b.promote(step.to)
		return true
	}
	m, ok := b.bringVictim(step, pool)
	if !ok || m.Victim != search.Pawn && b.pawns[step.via] != chess.NoPiece {
		return false
	}
	if step.promoted == noKind {
		b.capturePawnMove(m, step.to, step.via)
		return true
	}
	k := base.Queen
	if step.promoted != anyKind {
		k = step.promoted
	}
	m.Promotion = manOfKind(k)
	m.File, m.Index, m.ToFile = int8(step.to.File()), b.fileIndex(step.to), int8(step.via.File())
	b.pawns[step.to] = chess.NoPiece
	b.addCapture(m, search.Step{Color: c, Role: chess.Pawn, From: step.to, To: step.via, Capture: true, Promotion: k.Role()})
	return true
}

// bringVictim brings the man that an unstep returned to where it is captured. It returns the capture, with its color and victim only, and
// whether there is such a man.
func (b *backwardSearch) bringVictim(step *unstep, pool *[2][]int8) (m search.Move, ok bool) {
	them := step.color.Other()
	m = search.Move{Color: step.color, Pawn: true}
	switch step.returned {
	case returnsPawn:
		if !b.pushPawnTo(them, step.via) {
			return m, false
		}
		m.Victim = search.Pawn
	case returnsPromoted:
		files := pool[them]
		if len(files) == 0 {
			return m, false
		}
		pick := b.rng.N(len(files))
		file := files[pick]
		files[pick] = files[len(files)-1]
		pool[them] = files[:len(files)-1]
		m.Victim, m.VictimFile = search.Promoted, file
		b.kernel.Extended = append(b.kernel.Extended, search.Step{Color: them, Role: chess.Queen,
			From: chess.NewSquare(int(file), them.LastRow()), To: step.via})
	default:
		k := base.LightBishop
		if step.via.Dark() {
			k = base.DarkBishop
		}
		if b.excess[them][k] == 0 {
			if k = b.chooseVictim(them, step.via); k == base.NoKind {
				return m, false
			}
		}
		m.Victim = b.bringOfficer(them, k, step.via)
	}
	return m, true
}
