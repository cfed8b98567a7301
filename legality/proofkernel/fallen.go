package proofkernel

import "chesscensus/chess"

// Untaken says on which files no pawn has taken a bishop except by a promotion: a bit for each file, by color of the bishop and
// color of its square (0 light, 1 dark). The caller has proven it for the setup. The zero value says nothing. It concerns only
// bishops that must have been taken.
//
// It restricts the choice in Lemma 11. The lemma may choose which e of the taken bishops of a kind it counts. If e is not 0, the
// bishop of the start is among those taken, since all others of its kind were promoted.
type Untaken [2][2]uint8

// excludes reports whether no pawn has taken, on a file, the bishop of a color that started on squares of the color q.
func (u *Untaken) excludes(color, q, file int) bool { return u[color][q]>>file&1 != 0 }

// Fallen reports whether the bishop of color c that started on squares of the color q, 0 or 1, was taken, but not behind two
// pawns that never moved. It concerns the setup that was opened last.
func (s *Solver) Fallen(c chess.Color, q int) bool { return s.goal.takenBishops[c][q] > 0 }
