package chesscounter_test

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/chesscounter"
)

// ChessCounter rejects a legal position that is reached in twelve plies, since a bishop stands
// behind pawns that have not moved: it ignores promotions.
func ExampleOptions() {
	rule := chesscounter.Rules()[3]
	p := chess.InitialPosition()
	for san := range strings.FieldsSeq(rule.Game) {
		m, _ := p.ParseSAN(san)
		p = p.Play(m)
	}
	s := p.Setup()
	fmt.Println(rule.Game)
	fmt.Print(&s.Board)
	fmt.Println("as published:", chesscounter.Options{}.Judge(&s, chesscounter.Split))
	fmt.Println("mended:      ", chesscounter.Options{Mended: true}.Judge(&s, chesscounter.Split))
	// Output:
	// a4 b5 axb5 a5 Ra3 a4 Rh3 a3 Rh4 a2 Rh3 a1=B
	// rnbqkbnr
	// ..pppppp
	// ........
	// .P......
	// ........
	// .......R
	// .PPPPPPP
	// bNBQKBNR
	// as published: rejected by rule 4, Caged bishop
	// mended:       accepted, weight 8
}

// The README's example of a weight: three castling rights and two possible captures en
// passant are 8 times 3 positions, which the program counts twice.
func ExampleOptions_Judge() {
	f, _ := chess.ParseFEN("4k2r/8/8/1Pp2pP1/8/8/8/R3K2R w - - 0 1")
	fmt.Println(chesscounter.Options{}.Judge(&f.Setup, chesscounter.General))
	// Output: accepted, weight 24
}
