package proofkernel

import "chesscensus/chess"

// Untaken says by color of a bishop, by color of the square where it started (0 light, 1 dark), on which files no pawn has taken
// it but by a promotion. It is the caller's theorem about the setup; the zero value says nothing. Of bishops that need not have been taken it is not asked.
//
// It belongs to Lemma 11: which of the bishops of a kind that were taken are those e of the lemma is free to choose, and the one of the start is among
// those taken wherever e is not 0, as all others that the setup may show were promoted.
type Untaken [2][2]uint8

// says reports whether no pawn has taken, on a file, the bishop of a color that started on squares of the color q.
func (u *Untaken) says(color, q, file int) bool { return u[color][q]>>file&1 != 0 }

// Fallen reports whether the bishop of a color that started on squares of the color q, 0 or 1, was taken, and not between two pawns that never
// moved; of the setup that was opened last.
func (s *Solver) Fallen(c chess.Color, q int) bool { return s.goal.takenBishops[c][q] > 0 }
