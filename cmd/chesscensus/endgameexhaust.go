package main

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/legality/endgame"
	"chesscensus/legality/endgame/sat"
)

// exhaust decides an assertion for both sides to move by trying all positions, and compares what was asked about with the table.
func (p *endgameProof) exhaust(ctx context.Context, a *sat.Assertion) error {
	fmt.Fprintf(p.out, "\n%s\n", a.Name)
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
		fmt.Fprintf(p.out, "  %v to move: not by SAT, all positions tried: %s are not derivedly illegal, %s of them with a way back of %d plies that is closer",
			turn, number(uint64(e.Asked)), number(uint64(e.Closer)), p.theorem.Plies)
		if e.Longer > 0 {
			fmt.Fprintf(p.out, ", %s with one of %d", number(uint64(e.Longer)), p.theorem.Plies+p.theorem.Longer)
		}
		fmt.Fprintf(p.out, "; %.2f s\n", (cputime.Used() - start).Seconds())
		start = cputime.Used()
		if !e.Holds() {
			p.wrong = append(p.wrong, fmt.Sprintf("%d positions have no way back that is closer, such as %v", e.Asked-e.Closer-e.Longer, p.theorem.Material.Setup(e.Counterexamples[0])))
		}
	}
	deeper := board.Deeper()
	fmt.Fprintf(p.out, "  positions more than %d times derivedly illegal, by trying all: %s\n", p.theorem.Depth, number(uint64(deeper)))
	if deeper > 0 {
		p.wrong = append(p.wrong, fmt.Sprintf("%d positions are more than %d times derivedly illegal", deeper, p.theorem.Depth))
	}
	p.compareBoard(board)
	return p.out.Flush()
}

// compareBoard compares which positions are derivedly illegal with the table, in a part of the positions.
func (p *endgameProof) compareBoard(board *sat.Board) {
	compared, differ := 0, 0
	for q, class := range p.placements() {
		compared++
		if board.Good(q) != (class == endgame.Rest) {
			differ++
		}
	}
	fmt.Fprintf(p.out, "  table: which positions are derivedly illegal compared for %s positions, %s differ\n", number(uint64(compared)), number(uint64(differ)))
	if differ > 0 {
		p.wrong = append(p.wrong, fmt.Sprintf("%d positions of the table are of another class", differ))
	}
}
