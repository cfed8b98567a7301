package proofkernel

import (
	"math/bits"

	"chesscensus/chess"
)

// A passingCount is what Lemma 15 counts of a color: the least number of promotions, and what clears the
// files for them.
type passingCount struct {
	promoted      int // men promoted
	byCapture     int // bishops among them that were promoted by a capture
	captures      int // by the color
	enemyCaptures int // captures by pawns of the other color
	pawnsTaken    int // pawns of the other color taken
}

// refutes reports whether there must be more promotions than captures can clear files for.
func (p *passingCount) refutes() bool {
	return p.promoted+p.byCapture > p.captures+p.enemyCaptures+p.pawnsTaken
}

// countPassing counts for Lemma 15.
func (g *goal) countPassing(c int) passingCount {
	o := 1 - c
	p := passingCount{promoted: 8 - g.pawns[c][8] - g.spare[c], captures: g.captures[c], pawnsTaken: g.spare[o]}
	p.enemyCaptures = min(g.captures[o], g.mostCaptures(o))
	for q := range 2 {
		turned := g.requiredBishops[c][q]
		for x := range 8 {
			if bit := uint8(1) << x; endColor(x, c) != q {
				continue
			} else if g.required[c]&bit != 0 {
				turned--
			} else if g.mode[c][x] == byStep && g.locked[c]&bit == 0 {
				turned = 0
				break
			}
		}
		p.byCapture += max(0, turned)
	}
	return p
}

// Outnumbered reports whether Lemma 15 refutes a valid setup, with nothing barred.
func Outnumbered(s *chess.Setup) bool {
	var g goal
	g.read(s)
	_, short := g.refutedByCount()
	return short
}

// refutedByCount returns a color for which there are too few, if any.
func (g *goal) refutedByCount() (c int, short bool) {
	for c := range 2 {
		if p := g.countPassing(c); p.refutes() {
			return c, true
		}
	}
	return 0, false
}

// mostCaptures returns an upper bound of the captures by pawns of a color that did not promote with them.
// Pawns of the goal count as far as their rows and files allow. Each other pawn counts five, one for every
// row.
func (g *goal) mostCaptures(c int) int {
	var list []risenPawn
	for x := range 8 {
		for i := range g.column[x].len() {
			if g.column[x].color(i) == c {
				list = append(list, newRisenPawn(chess.Color(c), x, int(g.row[x][i])))
			}
		}
	}
	_, most, ok := homes(list)
	if !ok {
		return 5 * 8 // no homes: the business of another theorem
	}
	return most + 5*(8-len(list))
}

// LeastCaptures returns how many captures the pawns that a setup shows of a color made at least, and whether they can have come from
// different files at all. A pawn changes its file by a capture, to the next one.
func LeastCaptures(s *chess.Setup, c chess.Color) (n int, ok bool) {
	var list []risenPawn
	for bb := s.Board.Pieces(c, chess.Pawn); bb != 0; bb &= bb - 1 {
		sq := bb.First()
		list = append(list, newRisenPawn(c, sq.File(), sq.Row()))
	}
	n, _, ok = homes(list)
	return n, ok
}

// A risenPawn is a pawn: its file, and how many rows it has gone.
type risenPawn struct{ file, rows int }

func newRisenPawn(c chess.Color, file, row int) risenPawn {
	if c == chess.Black {
		row = 7 - row
	}
	return risenPawn{file, row - 1}
}

// homes goes through all choices of different home files for at most eight pawns. It returns the least and
// the largest sum of their captures. A pawn d files from its home made at least d captures, at most one for
// every row, and d modulo 2.
//
// Invariant: after n pawns, best[set] is right for each set of n home files.
func homes(list []risenPawn) (least, most int, ok bool) {
	type sums struct {
		least, most int
		ok          bool
	}
	best := [256]sums{{ok: true}} // by the set of files that are taken
	for n, p := range list {
		for set := range best { // those of n files are done, those of n+1 are next
			if bits.OnesCount8(uint8(set)) != n || !best[set].ok {
				continue
			}
			for home := range 8 {
				d, next := max(p.file-home, home-p.file), &best[set|1<<home]
				if set>>home&1 != 0 || d > p.rows {
					continue
				}
				s := sums{best[set].least + d, best[set].most + p.rows - (p.rows-d)&1, true}
				if next.ok {
					s.least, s.most = min(s.least, next.least), max(s.most, next.most)
				}
				*next = s
			}
		}
	}
	all := sums{}
	for set, s := range best {
		if bits.OnesCount8(uint8(set)) != len(list) || !s.ok {
			continue
		}
		if !all.ok {
			all = s
		}
		all.least, all.most = min(all.least, s.least), max(all.most, s.most)
	}
	return all.least, all.most, all.ok
}
