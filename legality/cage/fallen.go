package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// Limits of the searches of Lemma 16. Searches that refute are small.
const (
	fallenLimit  = 20_000 // configurations of a projection search
	fallenStates = 10_000 // states of a search for kernels
)

// A takenBishop is a bishop of the start that was taken, but not on its home square behind two pawns that never moved.
type takenBishop struct {
	color chess.Color
	home  chess.Square
}

// takenBishops returns the taken bishops of a valid setup.
func (st *Stage) takenBishops(s *chess.Setup) (list []takenBishop) {
	st.solver.Open(s, fallenStates)
	for c := range chess.Color(2) {
		for bb := homes(c, chess.Bishop); bb != 0; bb &= bb - 1 {
			if sq := bb.First(); st.solver.Fallen(c, squareColor(sq)) {
				list = append(list, takenBishop{c, sq})
			}
		}
	}
	return list
}

// impossiblyTakenBishop returns the home of a bishop that a pawn must have taken, though no pawn can have taken it. The setup,
// which the projector has opened, is illegal then, by Lemma 16. If there is no such bishop, ok is false. The last result is the
// number of kernel states that were expanded.
func (st *Stage) impossiblyTakenBishop(s *chess.Setup, states int64) (home chess.Square, ok bool, spent int64) {
	if states <= 0 || states > fallenStates {
		states = fallenStates
	}
	for _, bishop := range st.takenBishops(s) {
		isImpossible, n := st.isImpossiblyTaken(s, bishop, states)
		if spent += n; isImpossible {
			return bishop.home, true, spent
		}
	}
	return chess.NoSquare, false, spent
}

// isImpossiblyTaken reports whether a pawn must have taken the bishop, and can have taken it on no file. It also returns the number of
// kernel states that were expanded.
func (st *Stage) isImpossiblyTaken(s *chess.Setup, bishop takenBishop, states int64) (isImpossible bool, spent int64) {
	mustBeOn := func(files uint8) bool { // a pawn took the bishop on one of these files, or the setup is illegal
		r, n := st.kernelWithout(s, bishop, files, states)
		spent += n
		return r.Refutes()
	}
	if !mustBeOn(0xff) {
		return false, spent
	}
	for file := range 8 {
		if !mustBeOn(^(1 << file)) && !st.projector.neverTakenOn(s, bishop, file) {
			return false, spent
		}
	}
	return true, spent
}

// kernelWithout searches for a kernel in which no pawn takes the bishop on the given files, except by a promotion.
func (st *Stage) kernelWithout(s *chess.Setup, bishop takenBishop, files uint8, states int64) (proofkernel.Result, int64) {
	solver := &st.solver
	solver.Barred = proofkernel.Barred{}
	solver.Untaken[bishop.color][squareColor(bishop.home)] = files
	r, n := solver.Exists(s, states)
	solver.Untaken = proofkernel.Untaken{}
	return r, n
}

// neverTakenOn reports whether projections show that no pawn took the bishop on a file without promoting.
func (p *projector) neverTakenOn(s *chess.Setup, bishop takenBishop, file int) bool {
	return p.excludedWithin(s, file, file, func(search *projection) {
		search.color, search.role, search.neverPromoted = bishop.color, chess.Bishop, true
		search.start, search.end = bishop.home.BB(), ^chess.Bitboard(0)
		search.takenOn = chess.FileBB(file) & sameColorSquares(bishop.home)
		search.limit = min(search.limit, fallenLimit)
	})
}

// addManTaken adds the configuration after a pawn has taken the followed man on target, provided that the man can be there. The
// cost is paid already. From then on no man is followed, and eventDone is set.
func (p *projection) addManTaken(next configuration, reach chess.Bitboard, target chess.Square) {
	if !next.eventDone && (p.takenOn & reach).Has(target) {
		next.eventDone = true
		p.addReach(&next, reach)
	}
}

// manTaken reports whether the followed man was taken.
func (p *projection) manTaken(st *configuration) bool { return st.eventDone && p.takenOn != 0 }
