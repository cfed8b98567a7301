package proofkernel

import (
	"math/bits"

	"chesscensus/chess"
)

// A passingCount holds the numbers of Lemma 15 for a color: the least number of promotions, and what clears the files for them.
type passingCount struct {
	promoted      int // D(c): men promoted, at the least
	byCapture     int // T: bishops among them that were promoted by a capture, at the least
	captures      int // K(c): captures by the color
	enemyCaptures int // A: captures by pawns of the other color, at most
	pawnsTaken    int // S(o): pawns of the other color taken, at most
}

// refutes reports whether there must be more promotions than captures can clear files for.
func (p *passingCount) refutes() bool {
	return p.promoted+p.byCapture > p.captures+p.enemyCaptures+p.pawnsTaken
}

// countPassing returns the numbers of Lemma 15 for color c.
func (g *goal) countPassing(c int) passingCount {
	other := 1 - c
	count := passingCount{promoted: 8 - g.pawns[c][8] - g.spare[c], captures: g.captures[c], pawnsTaken: g.spare[other]}
	count.enemyCaptures = min(g.captures[other], g.mostCaptures(other))
	for q := range 2 {
		needCapture := g.requiredBishops[c][q]
		for file := range 8 {
			if bit := uint8(1) << file; endColor(file, c) != q {
				continue
			} else if g.required[c]&bit != 0 {
				needCapture--
			} else if g.mode[c][file] == byStep && g.locked[c]&bit == 0 {
				needCapture = 0
				break
			}
		}
		count.byCapture += max(0, needCapture)
	}
	return count
}

// Outnumbered reports whether Lemma 15 refutes a valid setup, with nothing barred.
func Outnumbered(s *chess.Setup) bool {
	var g goal
	g.read(s)
	_, refuted := g.refutedColor()
	return refuted
}

// refutedColor returns a color for which Lemma 15 refutes the goal. If there is none, refuted is false.
func (g *goal) refutedColor() (c int, refuted bool) {
	for c := range 2 {
		if p := g.countPassing(c); p.refutes() {
			return c, true
		}
	}
	return 0, false
}

// mostCaptures returns an upper bound of the captures by pawns of a color that did not promote with them. Pawns of the goal count
// as far as their rows and files allow. Each other pawn counts five, one for each row from its home to the one before the last.
func (g *goal) mostCaptures(c int) int {
	var list []risenPawn
	for file := range 8 {
		for i := range g.column[file].len() {
			if g.column[file].color(i) == c {
				list = append(list, newRisenPawn(chess.Color(c), file, int(g.row[file][i])))
			}
		}
	}
	_, most, ok := leastAndMostCaptures(list)
	if !ok {
		return 5 * 8 // no homes: another theorem refutes the setup
	}
	return most + 5*(8-len(list))
}

// LeastCaptures returns the least number of captures that the pawns of color c of a setup made. A pawn changes its file by a
// capture, to the next one. If they cannot have come from different files at all, ok is false.
func LeastCaptures(s *chess.Setup, c chess.Color) (n int, ok bool) {
	var list []risenPawn
	for bb := s.Board.Pieces(c, chess.Pawn); bb != 0; bb &= bb - 1 {
		sq := bb.First()
		list = append(list, newRisenPawn(c, sq.File(), sq.Row()))
	}
	n, _, ok = leastAndMostCaptures(list)
	return n, ok
}

// A risenPawn is a pawn by its file and the number of rows that it has gone.
type risenPawn struct{ file, rows int }

// newRisenPawn returns the pawn of color c on a square.
func newRisenPawn(c chess.Color, file, row int) risenPawn {
	if c == chess.Black {
		row = 7 - row
	}
	return risenPawn{file, row - 1}
}

// leastAndMostCaptures goes through all choices of different home files for at most eight pawns. It returns the least and the
// largest sum of their captures. A pawn d files from its home made at least d captures, at most one for each row, and an even
// number exactly if d is even. If there is no choice, ok is false.
//
// Invariant: after n pawns, best[set] holds the sums for each set of n home files.
func leastAndMostCaptures(list []risenPawn) (least, most int, ok bool) {
	type sums struct {
		least, most int
		ok          bool
	}
	best := [256]sums{{ok: true}} // by set of home files
	for n, p := range list {
		for set := range best { // from sets of n files to sets of n+1
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
