package placement_test

import (
	"fmt"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler/internal/placement"
)

// Two kings and one queen: the smallest table that is worth a look.
func Example() {
	t := placement.NewTable("king and queen", placement.Diagrams(), placement.Limits{
		PawnSquares: ^(chess.Row1 | chess.Row8),
		Side:        1, Fewest: 1, Both: 1,
		Most: placement.Officers{Queens: 1},
	})
	fmt.Println(t.Size(), "= 2 * 3612 * 62 * 2")

	s, _ := t.Unrank(uint256.NewInt(2026))
	fmt.Println(s)
	c, _, _ := placement.CaseOf(&s, 0)
	rank, err := t.Rank(&s, c)
	fmt.Println(rank.Dec(), err)
	// Output:
	// 895776 = 2 * 3612 * 62 * 2
	// 8/8/4k3/8/8/8/1K6/q7 b - -
	// 2026 <nil>
}
