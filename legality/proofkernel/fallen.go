package proofkernel

import "chesscensus/chess"

// Untaken says on which files no pawn has taken a bishop, other than by a promotion: a bit for each file,
// by color of the bishop and color of its square (0 light, 1 dark). It is the caller's theorem about the
// setup; the zero value says nothing. It is used only for bishops that must have been taken.
//
// It belongs to Lemma 11. The lemma is free to choose which e of the bishops of a kind that were taken it
// counts. If e is not 0, the bishop of the start is among those taken: all others that the setup may show
// were promoted.
type Untaken [2][2]uint8

// says reports whether no pawn has taken, on a file, the bishop of a color that started on squares of the color q.
func (u *Untaken) says(color, q, file int) bool { return u[color][q]>>file&1 != 0 }

// Fallen reports whether the bishop of a color that started on squares of the color q, 0 or 1, was taken,
// but not behind two pawns that never moved. It is about the setup that was opened last.
func (s *Solver) Fallen(c chess.Color, q int) bool { return s.goal.takenBishops[c][q] > 0 }
