package proofkernel

import (
	"iter"
	"math/bits"
)

// A resources holds what is left to the files from some file on.
type resources struct {
	captures        [2]int8    // by color
	total           int8       // captures of both colors together, as far as the present bound allows
	spare           [2]int8    // pawns that may still be taken
	requiredBishops [2][2]int8 // bishops still to be promoted, by color and square
	idlePawns       [2]int8    // pawns that may still be taken or promote on barren files, if there are any
}

// key packs the resources with a file and the word on its left in two words. All numbers are below 16, but total is below 64.
func (r *resources) key(file int, in BoundaryWord) [2]uint64 {
	packed := uint64(file) | uint64(r.total)<<4
	packed |= uint64(r.captures[0])<<10 | uint64(r.captures[1])<<14
	packed |= uint64(r.spare[0])<<18 | uint64(r.spare[1])<<22
	packed |= uint64(r.idlePawns[0])<<42 | uint64(r.idlePawns[1])<<46
	packed |= uint64(r.requiredBishops[0][0])<<26 | uint64(r.requiredBishops[0][1])<<30
	packed |= uint64(r.requiredBishops[1][0])<<34 | uint64(r.requiredBishops[1][1])<<38
	return [2]uint64{uint64(in), packed}
}

// leastCaptures returns the least number of structural captures of a kernel, those of the histories of the files, and whether
// there is a kernel. If the budget runs out first it returns false and sets exhausted. If there is none, cause says why.
//
// Invariant of the loop: no chain has fewer than total structural captures.
func (ch *chain) leastCaptures() (total int, ok bool) {
	g := &ch.goal
	if !ch.passesCounts() {
		return 0, false
	}
	left := ch.resources(0)
	available := g.captures[0] + g.captures[1]
	ch.cause, ch.available = byBound, available
	rest, ok := ch.lowerBounds(0, EmptyWord, &left)
	if !ok {
		ch.cause = byCrossings
		return 0, false
	}
	ch.needed = max(rest.total, g.columnCaptures[0])
	if ch.needed <= available {
		ch.cause = bySearch
	}
	for total = ch.needed; total <= available; total++ {
		left.total = int8(total)
		if ch.feasible(0, EmptyWord, left) {
			return total, true
		}
		if ch.exhausted {
			return 0, false
		}
	}
	return total, false
}

// passesCounts reports whether counts alone do not refute the goal. If they do, it sets cause.
func (ch *chain) passesCounts() bool {
	g := &ch.goal
	if g.strayBishop != 0 {
		ch.cause = byStray
		return false
	}
	for c := range 2 {
		if g.captures[c] < 0 {
			ch.cause = byCaptures
			return false
		}
		if g.spare[c] < 0 {
			ch.cause = byPawns
			return false
		}
		for files := g.required[c]; files != 0; files &= files - 1 { // the bishops there were promoted by a step
			if g.mode[c][bits.TrailingZeros8(files)] != byStep {
				ch.cause = byRequired
				return false
			}
		}
	}
	return true
}

// resources returns the resources of the whole board, for a number of structural captures.
func (ch *chain) resources(total int) resources {
	g := &ch.goal
	left := resources{total: int8(total)}
	for c := range 2 {
		left.captures[c] = int8(g.captures[c])
		left.spare[c] = int8(g.spare[c])
		if g.barren[c] != 0 {
			left.idlePawns[c] = left.spare[c]
		}
		for q := range 2 {
			left.requiredBishops[c][q] = int8(g.requiredBishops[c][q])
		}
	}
	return left
}

// crossings returns a lower bound of the captures by which pawns of a color changed files, over the whole board (Lemma 9a).
func (g *goal) crossings(c int) (n int) {
	for boundary := range 7 {
		n += max(0, g.pawns[c][8]-g.pawns[c][boundary+1]-(7-boundary), g.pawns[c][boundary+1]-(boundary+1))
	}
	return n
}

// A lowerBound is a lower bound of the captures that the files beyond some file pay.
type lowerBound struct {
	captures [2]int
	total    int
}

// lowerBounds applies Lemma 9 to the files from the given one on, after the word in. It returns a lower bound of the captures for
// crossings of the boundaries right of the files beyond it. It reports false if there are too few pawns for the bishops to be
// promoted, or too few captures for the crossings, those of the boundary right of the file included.
//
// At each boundary pawns of a color must cross to the right if the right side shows more of them than it started with, or to the
// left if the files from the given one up to the boundary do.
func (ch *chain) lowerBounds(file int, in BoundaryWord, left *resources) (beyond lowerBound, ok bool) {
	g := &ch.goal
	crossedRight, crossedLeft := in.Flow()
	for c := range 2 {
		inflow := crossedRight[c] - crossedLeft[c]
		goal := g.pawns[c][8] - g.pawns[c][file]
		surplus := 8 - file + inflow - goal // pawns of the files from this one on that are taken or promote
		if surplus < int(left.requiredBishops[c][0])+int(left.requiredBishops[c][1]) {
			return beyond, false
		}
		atBoundary := 0
		for boundary := file; boundary < 7; boundary++ {
			toRight := g.pawns[c][8] - g.pawns[c][boundary+1] - (7 - boundary)
			toLeft := g.pawns[c][boundary+1] - g.pawns[c][file] - (boundary - file + 1) - inflow // to the files from this one to the boundary
			n := max(0, toRight, toLeft)
			if boundary == file {
				atBoundary = n
			} else {
				beyond.captures[c] += n
			}
		}
		beyond.total += beyond.captures[c]
		if atBoundary+beyond.captures[c] > int(left.captures[c]) {
			return beyond, false
		}
	}
	return beyond, true
}

// Values of feasibleMemo and canFinishMemo; 0 stands for a question that has no answer yet.
const (
	memoNo  = 1
	memoYes = 2
)

// feasible reports whether the files from the given one on, with the incoming word, can become those of the goal within the resources:
// whether the chain of Lemma 8 can go on. If the budget runs out it returns false, sets exhausted and stores nothing.
func (ch *chain) feasible(file int, in BoundaryWord, left resources) bool {
	if file == 8 {
		return in == EmptyWord && left.requiredBishops == [2][2]int8{}
	}
	limit, ok := ch.limits(file, in, &left)
	if !ok {
		return false
	}
	key := left.key(file, in)
	if v := ch.feasibleMemo.get(key); v != 0 {
		return v == memoYes
	}
	if !ch.spend(1) {
		return false
	}
	t := ch.table(file, in, limit)
	if t == nil {
		return false
	}
	answer := uint8(memoNo)
search:
	for i := range t.outcomes {
		o := &t.outcomes[i]
		for _, next := range ch.successors(file, o, &left) {
			if ch.feasible(file+1, o.out, next) {
				answer = memoYes
				break search
			}
			if ch.exhausted {
				return false
			}
		}
	}
	ch.feasibleMemo.store(key, answer)
	return answer == memoYes
}

// successors yields the ways in which the file can use an outcome: how many pawns of each color promote by a capture though they could
// step, and the resources that the file leaves.
func (ch *chain) successors(file int, o *outcome, left *resources) iter.Seq2[[2]int, resources] {
	return func(yield func([2]int, resources) bool) {
		most := ch.usefulByCapture(file, o, left)
		for w := range most[white] + 1 {
			for b := range most[black] + 1 {
				byCapture := [2]int{w, b}
				if next, ok := ch.after(file, o, byCapture, *left); ok && !yield(byCapture, next) {
					return
				}
			}
		}
	}
}

// limits returns how much of the resources the file may use, and false if they do not suffice. What the files beyond it need at
// least, by Lemma 9, is set aside. Numbers that cannot be reached are lowered, so that more questions share a table.
func (ch *chain) limits(file int, in BoundaryWord, left *resources) (limit limits, ok bool) {
	beyond, ok := ch.lowerBounds(file, in, left)
	if !ok {
		return limit, false
	}
	g := &ch.goal
	// Captures for incomplete columns: crossings of in may complete this file, and those of its own word the next one.
	least := g.columnCaptures[file]
	if in != EmptyWord {
		least = g.columnCaptures[file+1]
	}
	if least > int(left.total) {
		return limit, false
	}
	total := int(left.total) - max(beyond.total, g.columnCaptures[min(file+2, 8)])
	if total < 0 {
		return limit, false
	}
	var captures [2]int
	for c := range 2 {
		captures[c] = min(int(left.captures[c])-beyond.captures[c], total)
	}
	total = min(total, captures[0]+captures[1])
	right, _ := in.Flow()
	for c := range 2 {
		limit.captures[c] = uint8(captures[c])
		// Pawns are lost to captures of the file, or to pawns that come from the left.
		limit.lost[c] = uint8(min(int(left.spare[c]), captures[1-c]+right[1-c]))
	}
	limit.total = uint8(total)
	return limit, true
}

// usefulByCapture returns how many pawns of each color at most need to promote by capture though they could step. There are
// three reasons: bishops are needed on the other color of square (Lemma 5); the file is barren (Lemma 12); one of the captures
// took a man that was shut in (Lemma 19).
func (ch *chain) usefulByCapture(file int, o *outcome, left *resources) (n [2]int) {
	g := &ch.goal
	for c := range 2 {
		if o.extra[c] == 0 || g.mode[c][file] != byStep || g.captureFiles[c]>>file&1 == 0 {
			continue
		}
		other := 1 - endColor(file, c)
		n[c] = int(left.requiredBishops[c][other])
		if g.barren[c]>>file&1 != 0 {
			n[c] = int(o.extra[c])
		}
		if ch.required.byPromotion && ch.required.file == file && ch.required.letter.color() == c {
			n[c]++
		}
		n[c] = min(int(o.extra[c]), n[c], int(left.captures[c])-int(o.captures[c]))
		n[c] = max(n[c], 0)
	}
	return n
}

// after returns the resources that the file leaves with an outcome. Of the pawns that could step to their promotion, byCapture
// promote by a capture. It reports false if the resources do not suffice, or if a required promotion or capture is missing.
func (ch *chain) after(file int, o *outcome, byCapture [2]int, left resources) (resources, bool) {
	g := &ch.goal
	if !ch.required.satisfiedBy(g, file, o, byCapture) {
		return left, false
	}
	for c := range 2 {
		paid := int8(int(o.captures[c]) + byCapture[c])
		left.captures[c] -= paid
		left.total -= paid
		left.spare[c] -= int8(o.lost[c])
		if left.captures[c] < 0 || left.total < 0 || left.spare[c] < 0 {
			return left, false
		}
		extra := int(o.extra[c])
		// Idle are pawns that are taken, and those that step to a promotion on a barren file.
		if g.barren[c] != 0 {
			left.idlePawns[c] -= int8(o.lost[c])
			if g.barren[c]>>file&1 != 0 {
				left.idlePawns[c] -= int8(extra - byCapture[c])
			}
			if left.idlePawns[c] < 0 {
				return left, false
			}
		}
		required := g.required[c]>>file&1 != 0
		if extra == 0 {
			if required {
				return left, false
			}
			continue
		}
		q := endColor(file, c)
		if g.mode[c][file] == byCaptureOnly { // all promote on the other color
			left.requiredBishops[c][1-q] = max(0, left.requiredBishops[c][1-q]-int8(extra))
			continue
		}
		stepping := extra - byCapture[c]
		if required && stepping < 1 {
			return left, false
		}
		if g.locked[c]>>file&1 != 0 { // no bishop leaves the promotion square; a required one is on it
			stepping = 0
			if required {
				stepping = 1
			}
		}
		left.requiredBishops[c][q] = max(0, left.requiredBishops[c][q]-int8(stepping))
		left.requiredBishops[c][1-q] = max(0, left.requiredBishops[c][1-q]-int8(byCapture[c]))
	}
	return left, true
}
