package proof

import (
	"context"
	"fmt"
	"iter"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/legality/endgame"
	"chesscensus/legality/endgame/internal/sat"
)

// tablePositions is how many positions of the table are compared: all of 3 men, and one in so many of more.
const tablePositions = 1 << 19

// placements yields initially legal positions of the table, with their classes.
func (p *prover) placements() iter.Seq2[sat.Placement, endgame.Class] {
	every := max(1, p.table.Material().Placements()/tablePositions)
	return func(yield func(sat.Placement, endgame.Class) bool) {
		i := 0
		for setup, class := range p.table.All() {
			if i++; i%every != 0 {
				continue
			}
			for q := range p.theorem.Material.Placements(setup) {
				if !yield(q, class) {
					return
				}
			}
		}
	}
}

// rest yields those that are not derivedly illegal.
func (p *prover) rest() iter.Seq[sat.Placement] {
	return func(yield func(sat.Placement) bool) {
		for q, class := range p.placements() {
			if class == endgame.Rest && !yield(q) {
				return
			}
		}
	}
}

// exhaust decides an assertion for both sides to move by trying all positions, and compares what was asked
// about with the table.
func (p *prover) exhaust(ctx context.Context, a *sat.Assertion) error {
	s := &Step{Name: a.Name}
	start := cputime.Used()
	board, err := p.theorem.NewBoard(ctx)
	if err != nil {
		return err
	}
	for turn := range chess.Color(2) {
		e, err := board.Closer(ctx, turn)
		if err != nil {
			return err
		}
		longer := ""
		if e.Longer > 0 {
			longer = fmt.Sprintf(", %s with one of %d", count(e.Longer), p.theorem.Plies+p.theorem.Longer)
		}
		cpu := cputime.Used() - start - s.CPU
		s.CPU += cpu
		s.found("  %v to move: not by SAT, all positions tried: %s are not derivedly illegal, %s of them with a way back of %d plies that is closer%s; %.2f s",
			turn, count(e.Asked), count(e.Closer), p.theorem.Plies, longer, cpu.Seconds())
		if !e.Holds() {
			s.wrong("%d positions have no way back that is closer, such as %v", e.Asked-e.Closer-e.Longer, p.theorem.Material.Setup(e.Counterexamples[0]))
		}
	}
	deeper := board.Deeper()
	s.found("  positions more than %d times derivedly illegal, by trying all: %s", p.theorem.Depth, count(deeper))
	if deeper > 0 {
		s.wrong("%d positions are more than %d times derivedly illegal", deeper, p.theorem.Depth)
	}
	p.compareBoard(s, board)
	p.done(s)
	return nil
}

// compareBoard compares which positions are derivedly illegal with the table, in a part of the positions.
func (p *prover) compareBoard(s *Step, board *sat.Board) {
	compared, differ := 0, 0
	for q, class := range p.placements() {
		compared++
		if board.Good(q) != (class == endgame.Rest) {
			differ++
		}
	}
	s.found("  table: which positions are derivedly illegal compared for %s positions, %s differ", count(compared), count(differ))
	if differ > 0 {
		s.wrong("%d positions of the table are of another class", differ)
	}
}
