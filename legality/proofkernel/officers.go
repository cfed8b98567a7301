package proofkernel

import "chesscensus/chess"

// An Officer is a type of man that is taken or promoted, bishops by the color of their squares.
type Officer uint8

// The officers.
const (
	Queen Officer = iota
	Rook
	Knight
	LightBishop
	DarkBishop
)

// Officers says which officers of a color are taken and which are promoted in the kernels of a [Class], which leaves that open.
// All fields but Open are numbers of men, by [Officer].
//
// The officers Taken + x are taken, besides those of Buried, and the officers Promoted + x are promoted. Here x is any vector
// with
//
//	x[Queen] + x[Rook] + x[Knight] = Spare,  0 <= x[o] <= Kept[o],  x[LightBishop] = x[DarkBishop] = 0
//
// Each of the men of x is taken and promoted once more. If the class is Exact, Kept has a sum of at least Spare, so that there is
// such an x. Otherwise there may be none.
type Officers struct {
	Taken    [5]int8 // officers that must be taken, without Buried
	Buried   [3]int8 // queens and rooks taken at home, by no pawn
	Promoted [5]int8 // officers that must be promoted
	Spare    int8    // pawns that are not taken, and whose promotion the goal does not need
	Kept     [3]int8 // queens, rooks, knights of the start that the goal shows, without rooks that may castle
	Required [2]int8 // of Promoted, light and dark bishops that must be promoted by a step
	Open     uint8   // bit f: no man that never moved stands on the promotion square of file f
}

// Officers returns the officers, for White and Black, of the class that the last call of Exists found. The result is valid as
// long as that class.
func (s *Solver) Officers() (all [2]Officers) {
	g := &s.goal
	for c := range all {
		of := &all[c]
		for o, role := range [...]chess.Role{Queen: chess.Queen, Rook: chess.Rook, Knight: chess.Knight} {
			of.Buried[o] = g.shutIn[c].takenByOfficer[role]
			of.Taken[o] = g.takenAtLeast[c][role] - of.Buried[o]
			of.Promoted[o] = g.promotedAtLeast[c][role]
			of.Kept[o] = g.men[c][role] - of.Promoted[o]
		}
		of.Kept[Rook] -= g.castlingRights[c]
		for q := range 2 {
			of.Taken[int(LightBishop)+q] = int8(g.takenBishops[c][q])
			of.Promoted[int(LightBishop)+q] = int8(g.requiredBishops[c][q])
		}
		for file := range 8 {
			if g.required[c]>>file&1 != 0 {
				of.Required[endColor(file, c)]++
			}
		}
		of.Spare = s.sparePawnsLeft[c]
		of.Open = g.unblocked[c]
	}
	return all
}
