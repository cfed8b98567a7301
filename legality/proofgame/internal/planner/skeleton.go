package planner

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A skeleton is a board of pawns on the way back from a goal.
type skeleton struct {
	pawns    [2]chess.Bitboard
	owed     [2][base.Kinds + 1]int8 // promotions not taken back: of men of the goal by kind, last of men that were captured
	spare    [2]int8                 // pawns not yet given back
	officers [2][2]int8              // officers given back, by color and color of square
}

// setRoot sets the skeleton of the goal, and reports whether there are pawns for all promotions.
func (z *pawnsBack) setRoot() bool {
	z.root = skeleton{}
	b, s := &z.goal.Board, &z.root
	for c := chess.White; c <= chess.Black; c++ {
		s.pawns[c] = b.Pieces(c, chess.Pawn)
		z.fixed[c] = s.pawns[c] & chess.RowBB(c.PawnRow())
	}
	for c := chess.White; c <= chess.Black; c++ {
		them := c.Other()
		total := s.pawns[c].Count()
		for k := range base.Kinds {
			have, want := k.Of(&z.start.Board, c).Count()-z.cagedAtHome(c, k).Count(), k.Of(b, c).Count()
			locked := 0 // bishops that can only have been promoted where they are
			if k.Role() == chess.Bishop {
				for sq := range (k.Of(b, c) & chess.RowBB(c.LastRow())).All() {
					if chess.PawnAttacks(them, sq)&^z.fixed[them] == 0 {
						locked++
					}
				}
			}
			owed := max(0, want-have, locked)
			s.owed[c][k] = int8(owed)
			z.missing[c][k] = int8(have - (want - owed))
			total += owed
		}
		if s.spare[c] = int8(8 - total); s.spare[c] < 0 {
			return false
		}
		z.setWays(c)
	}
	return true
}

// setWays sets how many captures at least bring a pawn from a file to where it promotes to a kind.
func (z *pawnsBack) setWays(c chess.Color) {
	for k := range base.Kinds + 1 {
		for home := range 8 {
			z.ways[c][k][home] = never
		}
		for file := range 8 {
			for side := -1; side <= 1; side++ {
				if !z.promotes(c, k, file, side) {
					continue
				}
				for home := range 8 {
					z.ways[c][k][home] = min(z.ways[c][k][home], int8(base.Abs(home-file)+base.Abs(side)))
				}
			}
		}
	}
}

// promotes reports whether a pawn on its last row but one of a file can become a man of a kind, by a step or a capture to a side.
func (z *pawnsBack) promotes(c chess.Color, k base.Kind, file, side int) bool {
	if to := file + side; to < 0 || to > 7 || z.fixed[c.Other()].Has(chess.NewSquare(file, c.Other().PawnRow())) {
		return false
	}
	return k == anyKind || z.makes(c, k, file+side)
}

// need returns how many captures the pawns of a color need at least, with those that were promoted, to have come from files of their own: never if they cannot
// have. A pawn captures once a row at most.
func (z *pawnsBack) need(s *skeleton, c chess.Color) int8 {
	key := needKey{s.pawns[c], s.owed[c], c}
	if n, ok := z.needs[key]; ok {
		return n
	}
	var least [256]int8 // for the first men, by the files that they came from
	men := 0
	step := func(cost *[8]int8) {
		for _, m := range filesOf[men] {
			if men > 0 && least[m] >= never {
				continue
			}
			for free := ^m; free != 0; free &= free - 1 {
				f := bits.TrailingZeros8(free)
				if next := m | 1<<f; cost[f] < never && least[m]+cost[f] < least[next] {
					least[next] = least[m] + cost[f]
				}
			}
		}
		men++
	}
	for m := range least[1:] {
		least[m+1] = never
	}
	for sq := range s.pawns[c].All() {
		var cost [8]int8
		rows := base.Abs(sq.Row() - c.PawnRow())
		for f := range 8 {
			if cost[f] = int8(base.Abs(f - sq.File())); int(cost[f]) > rows {
				cost[f] = never
			}
		}
		step(&cost)
	}
	for k, n := range s.owed[c] {
		for range n {
			step(&z.ways[c][k])
		}
	}
	best := int8(never)
	for _, m := range filesOf[men] {
		best = min(best, least[m])
	}
	z.needs[key] = best
	return best
}

// filesOf are the sets of so many files.
var filesOf = func() (sets [9][]uint8) {
	for m := range 256 {
		n := bits.OnesCount8(uint8(m))
		sets[n] = append(sets[n], uint8(m))
	}
	return sets
}()

// wrong returns on how many files a white pawn stands above a black one.
func (s *skeleton) wrong() (n int32) {
	for f := range 8 {
		w, k := s.pawns[chess.White]&chess.FileBB(f), s.pawns[chess.Black]&chess.FileBB(f)
		if w != 0 && k != 0 && k.First().Row() < w.Last().Row() {
			n++
		}
	}
	return n
}

// canGiveBack returns how many men of a color can be given back to pawns yet.
func (z *pawnsBack) canGiveBack(s *skeleton, c chess.Color) int {
	n := int(s.spare[c]) - int(s.officers[c][0]) - int(s.officers[c][1])
	for _, m := range z.missing[c] {
		n += int(m)
	}
	return n
}

// fitsOfficers reports whether the officers given back can have been those that are missing.
func (z *pawnsBack) fitsOfficers(s *skeleton, c chess.Color) bool {
	m := &z.missing[c]
	free := m[base.Knight] + m[base.Rook] + m[base.Queen]
	light, dark := s.officers[c][0]-m[base.LightBishop], s.officers[c][1]-m[base.DarkBishop]
	return max(light, 0)+max(dark, 0) <= free
}
