package diagrams_test

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/plots/diagrams"
)

func ExampleBoard() {
	svg := diagrams.Board(chess.InitialSetup(), diagrams.Options{Caption: "the initial position"}).String()
	fmt.Println(strings.HasPrefix(svg, "<svg"), strings.Count(svg, "<use"))
	// Output: true 32
}
