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

// historyIndex is the place of a move in the history.
func historyIndex(m chess.Move) int { return int(m.From()&63)<<6 | int(m.To()&63) }

// reward notes a move that did its work: the attacker's mates, the defender's refutes.
func (s *Solver) reward(side int, m chess.Move) {
	h := &s.history[side]
	if h[historyIndex(m)]++; h[historyIndex(m)] == 1<<15 {
		for i := range h {
			h[i] >>= 1
		}
	}
}

// rewardDefense notes the defense that refuted on a ply.
func (s *Solver) rewardDefense(f *frame, r chess.Move) {
	if f.killers[0] != r {
		f.killers[1], f.killers[0] = f.killers[0], r
	}
	s.reward(1, r)
}

// orderAttack sorts the attacker's moves: the one that the table knows, then checks, those
// with the fewest replies first, then others by what they have done elsewhere.
func (s *Solver) orderAttack(p *chess.Position, f *frame, known chess.Move) {
	c := newChecks(p)
	f.scores = f.scores[:0]
	for _, m := range f.moves {
		score := int32(s.history[0][historyIndex(m)])
		if c.mayCheck(m) {
			if q := p.Play(m); q.InCheck() {
				score = 1<<20 - 1<<10*int32(q.CountMoves()) + score>>6
			}
		}
		if m == known {
			score = 1 << 30
		}
		f.scores = append(f.scores, score)
	}
	f.sort(0)
}

// orderDefense puts the killers of the ply in front and returns how many there are.
func (f *frame) orderDefense() (killers int) {
	for _, k := range f.killers {
		if i := slices.Index(f.moves[killers:], k); i >= 0 {
			f.moves[killers], f.moves[killers+i] = f.moves[killers+i], f.moves[killers]
			killers++
		}
	}
	return killers
}

// orderRest sorts the defenses from the given one on: captures of valuable men and what
// has refuted elsewhere first.
func (s *Solver) orderRest(f *frame, from int) {
	f.scores = f.scores[:0]
	for _, m := range f.moves {
		f.scores = append(f.scores, int32(s.history[1][historyIndex(m)])<<2+int32(m.Captured()))
	}
	f.sort(from)
}

// sort sorts the moves from the given one on by falling score; equal ones keep their order.
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
