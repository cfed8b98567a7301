package planner

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A replayer replays games and takes their loops out. The zero value is ready.
type replayer struct {
	line []chess.Position // those of the game, from the start
	// at is where in line a position stands, by its hash. What it says may be of a position that was taken out
	// again, or of another with the same hash, and is only believed if line agrees.
	at map[uint64]int
}

// replay plays a game, compares its end with the goal, and takes out what leads from a position back
// to the same one, a fifth of the moves mostly: no position of what is left occurs twice. The moves are changed in
// place. Path counts those up to the last capture; as nothing leads back before a capture, what is
// left of it ends there again.
func (r *replayer) replay(start, goal chess.Position, moves []chess.Move, path int) ([]chess.Move, int, error) {
	r.line = r.line[:0]
	if r.at == nil {
		r.at = map[uint64]int{}
	}
	clear(r.at)
	r.push(start)
	p, kept, short := start, moves[:0], 0
	for i, m := range moves {
		if !p.IsLegal(m) {
			return nil, 0, fmt.Errorf("planner: move %d of a planned game is not legal: %v in %v", i+1, m, p)
		}
		p = p.Play(m)
		if n, ok := r.find(&p); ok {
			r.line, kept = r.line[:n+1], kept[:n]
			short = min(short, n)
		} else {
			r.push(p)
			kept = append(kept, m)
		}
		if i+1 == path {
			short = len(kept)
		}
	}
	if p != goal {
		return nil, 0, fmt.Errorf("planner: a planned game ends in %v, not in %v", p, goal)
	}
	return kept, short, nil
}

// push appends a position to the line.
func (r *replayer) push(p chess.Position) {
	s := p.Setup()
	r.at[base.Hash(&s)] = len(r.line)
	r.line = append(r.line, p)
}

// find returns how many moves lead to a position of the line.
func (r *replayer) find(p *chess.Position) (int, bool) {
	s := p.Setup()
	n, ok := r.at[base.Hash(&s)]
	return n, ok && n < len(r.line) && r.line[n] == *p
}
