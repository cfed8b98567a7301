package planner

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/kernel/search"
)

// missing counts the men that do not stand as in the goal, and the tasks left.
func (r *run) missing() int {
	r.scan()
	return 100*r.left + r.misplaced().Count()
}

func (r *run) misplaced() (set chess.Bitboard) {
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Pawn; role <= chess.King; role++ {
			set |= r.board.Pieces(c, role) ^ r.goal.Board.Pieces(c, role)
		}
	}
	return set
}

// report tells how far a failed restart came.
func (r *run) report(t *target, k *search.Kernel, pathPlies int) Result {
	res := Result{PathPlies: pathPlies, LastPlies: len(t.moves), Kernel: *k, Closest: r.pos, Misplaced: r.misplaced()}
	res.Target, _ = t.setup.Position()
	res.Moves = append(res.Moves, r.line...)
	for i := range r.tasks {
		if tk := &r.tasks[i]; !tk.done && tk.step >= 0 {
			res.Pending = append(res.Pending, k.Extended[tk.step])
		}
	}
	return res
}

// replay plays a game and compares its end with the goal.
func replay(start, goal chess.Position, line []chess.Move) error {
	p := start
	for i, m := range line {
		if !p.IsLegal(m) {
			return fmt.Errorf("planner: move %d of a planned game is not legal: %v in %v", i+1, m, p)
		}
		p = p.Play(m)
	}
	if p != goal {
		return fmt.Errorf("planner: a planned game ends in %v, not in %v", p, goal)
	}
	return nil
}
