package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// Limits of one search after a bishop that is gone. Those that refute are small.
const (
	fallenLimit  = 20_000 // configurations of a projection
	fallenStates = 10_000 // states of kernels
)

// A victim is the bishop of a color that started on a square, where it was taken, and not between two pawns that never moved.
type victim struct {
	color chess.Color
	home  chess.Square
}

// victims returns those of a valid setup.
func (st *Stage) victims(s *chess.Setup) (list []victim) {
	st.solver.Open(s, fallenStates)
	for c := range chess.Color(2) {
		for bb := homes(c, chess.Bishop); bb != 0; bb &= bb - 1 {
			if sq := bb.First(); st.solver.Fallen(c, dark(sq)) {
				list = append(list, victim{c, sq})
			}
		}
	}
	return list
}

// fallen returns the home of a bishop that a pawn must have taken, though it never came to where one can have, so that the setup that the
// projector has opened is illegal by Lemma 16; and what kernels cost in states. The second result is false if there is none.
func (st *Stage) fallen(s *chess.Setup, states int64) (home chess.Square, ok bool, spent int64) {
	home = chess.NoSquare
	if states <= 0 || states > fallenStates {
		states = fallenStates
	}
	for _, v := range st.victims(s) {
		fell := func(files uint8) bool { // a pawn took it on one of these files, or it is illegal
			r, n := st.sparing(s, v, files, states)
			spent += n
			return r == proofkernel.NoKernel || r == proofkernel.NoExtended
		}
		if !fell(0xff) {
			continue
		}
		ok = true
		for file := 0; file < 8 && ok; file++ {
			ok = fell(^(1 << file)) || st.projector.untaken(s, v, file)
		}
		if ok {
			return v.home, true, spent
		}
	}
	return home, false, spent
}

// sparing asks for a kernel in which no pawn takes a victim on some files, unless it promotes.
func (st *Stage) sparing(s *chess.Setup, v victim, files uint8, states int64) (proofkernel.Result, int64) {
	x := &st.solver
	x.Barred = proofkernel.Barred{}
	x.Untaken[v.color][dark(v.home)] = files
	r, n := x.Exists(s, states)
	x.Untaken = proofkernel.Untaken{}
	return r, n
}

// untaken reports whether no pawn can have taken a victim on a file, promotions apart, as far as projections to the files around show.
func (g *projector) untaken(s *chess.Setup, v victim, file int) bool {
	return g.within(s, file, file, func(z *projection) {
		z.color, z.role, z.old = v.color, chess.Bishop, true
		z.start, z.end = v.home.BB(), ^chess.Bitboard(0)
		z.falls = chess.FileBB(file) & colorOf(v.home)
		z.limit = min(z.limit, fallenLimit)
	})
}

// fell enters that a pawn takes the man that is followed on a square, if it can be there, what it costs apart. From then on nobody is followed.
func (z *projection) fell(next configuration, reach chess.Bitboard, t chess.Square) {
	if !next.done && (z.falls & reach).Has(t) {
		next.done = true
		z.enter(&next, reach)
	}
}

// gone reports whether the man that is followed was taken.
func (z *projection) gone(st *configuration) bool { return st.done && z.falls != 0 }
