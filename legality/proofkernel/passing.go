package proofkernel

import (
	"math/bits"

	"chesscensus/chess"
)

// passing is what Lemma 15 counts of a color: promotions of which there were so many at least, and what makes way for them.
type passing struct {
	promoted int // men promoted
	turned   int // bishops among them that were promoted by a capture
	captures int // by the color
	aside    int // captures by pawns of the other color
	lost     int // pawns of the other color taken
}

// short reports whether there were more promotions than captures make way for.
func (p *passing) short() bool { return p.promoted+p.turned > p.captures+p.aside+p.lost }

// passing counts for Lemma 15.
func (g *goal) passing(c int) passing {
	o := 1 - c
	p := passing{promoted: 8 - g.pawns[c][8] - g.spare[c], captures: g.captures[c], lost: g.spare[o]}
	p.aside = min(g.captures[o], g.mostCaptures(o))
	for q := range 2 {
		turned := g.need[c][q]
		for x := range 8 {
			if bit := uint8(1) << x; endColor(x, c) != q {
				continue
			} else if g.required[c]&bit != 0 {
				turned--
			} else if g.mode[c][x] == straight && g.locked[c]&bit == 0 {
				turned = 0
				break
			}
		}
		p.turned += max(0, turned)
	}
	return p
}

// Outnumbered reports whether Lemma 15 refutes a valid setup, with nothing barred.
func Outnumbered(s *chess.Setup) bool {
	var g goal
	g.set(s)
	_, short := g.outnumbered()
	return short
}

// outnumbered returns a color for which there are too few, if any.
func (g *goal) outnumbered() (c int, short bool) {
	for c := range 2 {
		if p := g.passing(c); p.short() {
			return c, true
		}
	}
	return 0, false
}

// mostCaptures returns a bound of the captures that pawns of a color made without promoting: those of the goal as far as their rows
// and files allow, and five for each that is gone, one for every row.
func (g *goal) mostCaptures(c int) int {
	var list []riser
	for x := range 8 {
		for i := range g.column[x].len() {
			if g.column[x].color(i) == c {
				list = append(list, newRiser(chess.Color(c), x, int(g.row[x][i])))
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
	var list []riser
	for bb := s.Board.Pieces(c, chess.Pawn); bb != 0; bb &= bb - 1 {
		sq := bb.First()
		list = append(list, newRiser(c, sq.File(), sq.Row()))
	}
	n, _, ok = homes(list)
	return n, ok
}

// A riser is a pawn: its file, and how many rows it has gone.
type riser struct{ file, rows int }

func newRiser(c chess.Color, file, row int) riser {
	if c == chess.Black {
		row = 7 - row
	}
	return riser{file, row - 1}
}

// homes goes through all choices of different home files for at most eight pawns. It returns the least and the largest sum of their
// captures: as many at least as files between a pawn and its home, at most one for every row, and even exactly if these are.
func homes(list []riser) (least, most int, ok bool) {
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
