package mate

import (
	"slices"

	"chesscensus/chess"
)

// A frame is the scratch space of one ply.
type frame struct {
	moves  []chess.Move
	scores []int32
	// killers are the defenses that refuted last on this ply, the latest first.
	killers [2]chess.Move
}

// historyIndex returns the index of a move in the history, by its two squares.
func historyIndex(m chess.Move) int { return int(m.From()&63)<<6 | int(m.To()&63) }

// reward counts a successful move in the history of a side: a mating move of the attacker (0), a refutation of the defender (1).
// When a count reaches 2^15 it halves all counts of the side.
func (s *Solver) reward(side int, m chess.Move) {
	h := &s.history[side]
	if h[historyIndex(m)]++; h[historyIndex(m)] == 1<<15 {
		for i := range h {
			h[i] >>= 1
		}
	}
}

// rewardDefense makes the refutation r the first killer of its ply, and counts it.
func (s *Solver) rewardDefense(f *frame, r chess.Move) {
	if f.killers[0] != r {
		f.killers[1], f.killers[0] = f.killers[0], r
	}
	s.reward(1, r)
}

// orderAttack sorts the attacker's moves: first the move of the table, then checks by the number of replies, the fewest first, then
// the others by their history.
func (s *Solver) orderAttack(p *chess.Position, f *frame, known chess.Move) {
	c := newChecks(p)
	f.scores = f.scores[:0]
	for _, m := range f.moves {
		score := int32(s.history[0][historyIndex(m)])
		if c.mayCheck(m) {
			if q := p.Play(m); q.InCheck() {
				score = 1<<20 - 1<<10*int32(q.CountMoves()) + score>>6 // score>>6 is below 2^10: it decides between equal numbers of replies
			}
		}
		if m == known {
			score = 1 << 30
		}
		f.scores = append(f.scores, score)
	}
	f.sort(0)
}

// orderDefense moves the killers of the ply to the front and returns their number.
func (f *frame) orderDefense() (killers int) {
	for _, k := range f.killers {
		if i := slices.Index(f.moves[killers:], k); i >= 0 {
			f.moves[killers], f.moves[killers+i] = f.moves[killers+i], f.moves[killers]
			killers++
		}
	}
	return killers
}

// orderRest sorts the defenses from the given index on by their history. The role of the captured man decides between nearly equal
// ones.
func (s *Solver) orderRest(f *frame, from int) {
	f.scores = f.scores[:0]
	for _, m := range f.moves {
		f.scores = append(f.scores, int32(s.history[1][historyIndex(m)])<<2+int32(m.Captured()))
	}
	f.sort(from)
}

// sort sorts the moves from the given index on by falling score. Moves of equal score keep their order.
func (f *frame) sort(from int) {
	for i := from + 1; i < len(f.moves); i++ {
		m, score := f.moves[i], f.scores[i]
		k := i
		for ; k > from && f.scores[k-1] < score; k-- {
			f.moves[k], f.scores[k] = f.moves[k-1], f.scores[k-1]
		}
		f.moves[k], f.scores[k] = m, score
	}
}
