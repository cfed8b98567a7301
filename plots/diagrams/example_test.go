package diagrams_test

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/plots/diagrams"
)

func ExampleBoards() {
	svg := diagrams.Boards([]diagrams.Diagram{{Setup: chess.InitialSetup(), Caption: "the initial position"}}, diagrams.Options{}).String()
	fmt.Println(strings.HasPrefix(svg, "<svg"), strings.Count(svg, "<use"))
	// Output: true 32
}
