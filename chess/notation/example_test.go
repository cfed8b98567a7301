package notation_test

import (
	"errors"
	"fmt"

	"chesscensus/chess"
	"chesscensus/chess/notation"
)

// A reader of descriptive notation lists the moves that an ambiguous text may mean, and the user chooses one.
func Example() {
	p := chess.InitialPosition()
	// A line as books print it. The last move is ambiguous: both knights of Black have an N-B3.
	for _, text := range notation.Split("1. P-K4 P-K4 2. Q-R5 N-B3") {
		m, err := notation.Descriptive.Parse(&p, text)
		var e *notation.Error
		if errors.Is(err, notation.ErrAmbiguous) && errors.As(err, &e) {
			fmt.Printf("%s may be\n", text)
			for _, c := range e.Candidates {
				fmt.Printf("  %-6s %s\n", notation.Descriptive.Format(&p, c), notation.Say(&p, c))
			}
			m, err = e.Candidates[1], nil // the user chooses N-KB3
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(notation.Descriptive.Format(&p, m), "is", notation.LongFigurine.Format(&p, m))
		p = p.Play(m)
	}
	// Output:
	// P-K4 is e2-e4
	// P-K4 is e7-e5
	// Q-R5 is ♕d1-h5
	// N-B3 may be
	//   N-QB3  Knight on Queen Knight One moves to Queen Bishop Three
	//   N-KB3  Knight on King Knight One moves to King Bishop Three
	// N-KB3 is ♘g8-f6
}

// The number behind the men of a side is a checksum: how many they are.
func ExampleParseConfiguration() {
	b, err := notation.ParseConfiguration("WH:♔e5,♖g8,♗d6,♘f6,♙a3/b4/d7(7); BL:♔f7,♙a4/b5(3).")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(notation.TTY(&b))
	// The same without the pawn on d7: six men, and the checksum still says seven.
	_, err = notation.ParseConfiguration("WH:♔e5,♖g8,♗d6,♘f6,♙a3/b4(7); BL:♔f7,♙a4/b5(3).")
	fmt.Println(err)
	// Output:
	//  . * . * . * R *
	//  * . * P *-K * .
	//  . * . B . N . *
	//  *-P * . K . * .
	// -P P . * . * . *
	//  P . * . * . * .
	//  . * . * . * . *
	//  * . * . * . * .
	// notation: wrong checksum: white has 6 men, the count says 7 (column 27)
}

// The moves are in the order of a list for players: man by man, mates marked.
func ExamplePossible() {
	p, err := chess.ParsePosition("4k3/P7/4K3/8/8/8/8/8 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(notation.List(notation.Possible(&p)))
	// Output:
	//   1st  King on King Six moves to Queen Five
	//   2nd                   moves to Queen Six
	//   3rd                   moves to King Five
	//   4th                   moves to King Bishop Five
	//   5th                   moves to King Bishop Six
	//
	//   6th  Pawn on Queen Rook Seven moves to Queen Rook Eight promotes to Queen MATE
	//   7th                           moves to Queen Rook Eight promotes to Rook MATE
	//   8th                           moves to Queen Rook Eight promotes to Knight
	//   9th                           moves to Queen Rook Eight promotes to Bishop
}
