package dialogue_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"chesscensus/chess/notation"
	"chesscensus/cmd/chesscensus/internal/dialogue"
)

// A notebook says one line after the other.
func ExampleDialogue_Say() {
	d := dialogue.New(dialogue.Options{Plain: true})
	for _, line := range []string{"P-K4 P-K4", "N-B3", "KB3", "FEN"} {
		answer, err := d.Say(line)
		if err != nil {
			fmt.Println(err)
		}
		fmt.Print(answer)
	}
	// Output:
	// white's 1st move: P-K4
	// black's 1st move: P-K4
	// *** NOT SPECIFIC ENOUGH
	//
	// -R-N-B-Q-K-B-N-R
	// -P-P-P-P *-P-P-P
	//  . * . * . * . *
	//  * . * .-P . * .
	//  . * . * P * . *
	//  * . * . * . * .
	//  P P P P . P P P
	//  R N B Q K B N R
	//
	// 	1st	N/QN1-QB3
	// 	2nd	N/KN1-KB3
	//
	// white's 2nd move: N-KB3
	// rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2
}

// A pipe holds a whole talk.
func ExampleDialogue_Run() {
	d := dialogue.New(dialogue.Options{Notation: notation.Algebraic})
	if err := d.SetUp("WH:Kg6,Qe4(2); BL:Kg8,Rh1(2) WHITE"); err != nil {
		fmt.Println(err)
	}
	_ = d.Run(context.Background(), strings.NewReader("Q-K8\n"), os.Stdout)
	// Output:
	// white's 1st move: Qe8#
	//
	// CHECKMATE
	//
	// 8 . : . : ♕ : ♚ :
	// 7 : . : . : . : .
	// 6 . : . : . : ♔ :
	// 5 : . : . : . : .
	// 4 . : . : . : . :
	// 3 : . : . : . : .
	// 2 . : . : . : . :
	// 1 : . : . : . : ♜
	//   a b c d e f g h
}
