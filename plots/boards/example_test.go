package boards_test

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/plots/boards"
)

func ExamplePrint() {
	svg := boards.Print([]boards.Diagram{{Setup: chess.InitialSetup(), Caption: "the initial position"}}, boards.PrintOptions{}).String()
	fmt.Println(strings.HasPrefix(svg, "<svg"), strings.Count(svg, "<use"))
	// Output: true 32
}
