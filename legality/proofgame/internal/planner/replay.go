package planner

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A replayer replays games and removes their loops. The zero value is ready.
type replayer struct {
	line []chess.Position // positions of the game, from the start
	// indices maps the hash of a position to its index in line. An entry may be of a position that was removed, or of another one with the
	// same hash, so that it is valid only if line agrees.
	indices map[uint64]int
}

// replay plays a game, compares its end with the goal, and removes moves that lead from a position back to the same one: no position of
// the remaining game occurs twice. That is mostly a fifth of the moves. It changes moves in place. The first path moves are those up to
// the last capture. No loop crosses a capture, so what is left of them ends there again.
func (r *replayer) replay(start, goal chess.Position, moves []chess.Move, path int) (loopless []chess.Move, pathLength int, err error) {
	r.line = r.line[:0]
	if r.indices == nil {
		r.indices = map[uint64]int{}
	}
	clear(r.indices)
	r.push(start)
	p, loopless, pathLength := start, moves[:0], 0
	for i, m := range moves {
		if !p.IsLegal(m) {
			return nil, 0, fmt.Errorf("planner: move %d of a planned game is not legal: %v in %v", i+1, m, p)
		}
		p = p.Play(m)
		if length, ok := r.find(&p); ok {
			r.line, loopless = r.line[:length+1], loopless[:length]
			pathLength = min(pathLength, length)
		} else {
			r.push(p)
			loopless = append(loopless, m)
		}
		if i+1 == path {
			pathLength = len(loopless)
		}
	}
	if p != goal {
		return nil, 0, fmt.Errorf("planner: a planned game ends in %v, not in %v", p, goal)
	}
	return loopless, pathLength, nil
}

// push appends a position to the line.
func (r *replayer) push(p chess.Position) {
	s := p.Setup()
	r.indices[base.Hash(&s)] = len(r.line)
	r.line = append(r.line, p)
}

// find returns the index of a position in the line, and whether it is there.
func (r *replayer) find(p *chess.Position) (int, bool) {
	s := p.Setup()
	length, ok := r.indices[base.Hash(&s)]
	return length, ok && length < len(r.line) && r.line[length] == *p
}
