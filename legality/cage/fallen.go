package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// Limits of one search for a bishop that was taken. Searches that refute are small.
const (
	fallenLimit  = 20_000 // configurations of a projection
	fallenStates = 10_000 // states of kernels
)

// A takenBishop is the bishop of a color that started on its home square and that was taken, but not
// there behind two pawns that never moved.
type takenBishop struct {
	color chess.Color
	home  chess.Square
}

// takenBishops returns those of a valid setup.
func (st *Stage) takenBishops(s *chess.Setup) (list []takenBishop) {
	st.solver.Open(s, fallenStates)
	for c := range chess.Color(2) {
		for bb := homes(c, chess.Bishop); bb != 0; bb &= bb - 1 {
			if sq := bb.First(); st.solver.Fallen(c, dark(sq)) {
				list = append(list, takenBishop{c, sq})
			}
		}
	}
	return list
}

// impossiblyTaken returns the home of a bishop that a pawn must have taken, though no pawn can have. Then
// the setup that the projector has opened is illegal by Lemma 16. The second result is false if there is
// none. The third is the number of kernel states that were looked at.
func (st *Stage) impossiblyTaken(s *chess.Setup, states int64) (home chess.Square, ok bool, spent int64) {
	home = chess.NoSquare
	if states <= 0 || states > fallenStates {
		states = fallenStates
	}
	for _, v := range st.takenBishops(s) {
		onlyOn := func(files uint8) bool { // a pawn took it on one of these files, or the setup is illegal
			r, n := st.kernelWithout(s, v, files, states)
			spent += n
			return r == proofkernel.NoKernel || r == proofkernel.NoExtended
		}
		if !onlyOn(0xff) {
			continue
		}
		ok = true
		for file := 0; file < 8 && ok; file++ {
			ok = onlyOn(^(1 << file)) || st.projector.neverTakenOn(s, v, file)
		}
		if ok {
			return v.home, true, spent
		}
	}
	return home, false, spent
}

// kernelWithout asks for a kernel in which no pawn takes the bishop on some files, unless it promotes.
func (st *Stage) kernelWithout(s *chess.Setup, v takenBishop, files uint8, states int64) (proofkernel.Result, int64) {
	x := &st.solver
	x.Barred = proofkernel.Barred{}
	x.Untaken[v.color][dark(v.home)] = files
	r, n := x.Exists(s, states)
	x.Untaken = proofkernel.Untaken{}
	return r, n
}

// neverTakenOn reports whether projections show that no pawn took the bishop on a file without promoting.
func (g *projector) neverTakenOn(s *chess.Setup, v takenBishop, file int) bool {
	return g.excludedWithin(s, file, file, func(z *projection) {
		z.color, z.role, z.neverPromoted = v.color, chess.Bishop, true
		z.start, z.end = v.home.BB(), ^chess.Bitboard(0)
		z.takenOn = chess.FileBB(file) & colorOf(v.home)
		z.limit = min(z.limit, fallenLimit)
	})
}

// takeMan adds what follows if a pawn takes the followed man on t, provided that it can be there. The
// cost is paid already. From then on no man is followed, and eventDone is set.
func (z *projection) takeMan(next configuration, reach chess.Bitboard, t chess.Square) {
	if !next.eventDone && (z.takenOn & reach).Has(t) {
		next.eventDone = true
		z.addReach(&next, reach)
	}
}

// manTaken reports whether the followed man was taken.
func (z *projection) manTaken(st *configuration) bool { return st.eventDone && z.takenOn != 0 }
