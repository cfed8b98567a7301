package plots_test

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/plots"
)

// A game becomes a board that plays it, and a sheet of its positions for print. In a
// notebook both are displayed with Show.
func ExampleReplay() {
	for g, err := range chess.ReadPGN(strings.NewReader("1. f3 e5 2. g4 Qh4# 0-1"), "mate.pgn") {
		if err != nil {
			fmt.Println(err)
			return
		}
		board, err := plots.Replay(g, plots.AnimationOptions{})
		if err != nil {
			fmt.Println(err)
			return
		}
		sheet, err := plots.ContactSheet(g, plots.SheetOptions{Every: 2})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(strings.Contains(board.String(), "2... Qh4#   (4 of 4)"), strings.Count(sheet.String(), "<circle"))
	}
	// Output: true 3
}
