package proofkernel

import "chesscensus/chess"

// An Officer is a type of man that is taken or promoted, bishops by the color of their
// squares.
type Officer uint8

// The officers.
const (
	Queen Officer = iota
	Rook
	Knight
	LightBishop
	DarkBishop
)

// Officers says which officers of a color are taken and which promote in the kernels of a
// [Class], which leaves that open. All fields are numbers of men.
//
// Taken are those of Taken and as many others as Spare says, and the same for Promoted.
// The others can be chosen among queens, rooks and knights, no more of a type than Kept
// says: each that is taken is promoted again. If the class is Exact there are enough.
type Officers struct {
	Taken    [5]int8 // in excess of the goal
	Buried   [3]int8 // queens and rooks taken at home besides, by no pawn
	Promoted [5]int8 // lacking for the goal
	Spare    int8    // pawns that neither are taken nor promote for want of officers
	Kept     [3]int8 // queens, rooks, knights of the start that the goal shows, but castling rooks
	Required [2]int8 // of Promoted, light and dark bishops that must come by a step
	Open     uint8   // files, as bits, on whose promotion square no man stands that never moves
}

// Officers returns what the class that the last call of Exists found leaves open, for
// White and Black. It is valid as long as that class.
func (s *Solver) Officers() (all [2]Officers) {
	g := &s.goal
	for c := range all {
		t := &all[c]
		for r, n := range [...]chess.Role{Queen: chess.Queen, Rook: chess.Rook, Knight: chess.Knight} {
			i := n - chess.Knight
			t.Buried[r] = g.shutIn[c].takenByOfficer[i]
			t.Taken[r], t.Promoted[r], t.Kept[r] = g.takenAtLeast[c][i]-t.Buried[r], g.promotedAtLeast[c][i], g.men[c][i]-g.promotedAtLeast[c][i]
		}
		t.Kept[Rook] -= g.castlingRights[c]
		for q := range 2 {
			t.Taken[int(LightBishop)+q] = int8(g.takenBishops[c][q])
			t.Promoted[int(LightBishop)+q] = int8(g.requiredBishops[c][q])
		}
		for x := range 8 {
			if g.required[c]>>x&1 != 0 {
				t.Required[endColor(x, c)]++
			}
		}
		t.Spare = s.sparePawnsLeft[c]
		t.Open = g.unblocked[c]
	}
	return all
}
