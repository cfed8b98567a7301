package chess_test

import (
	"fmt"
	"os"
	"strings"

	"chesscensus/chess"
)

func Example() {
	p := chess.InitialPosition()
	for _, text := range []string{"e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6??", "Qxf7"} {
		m, err := p.ParseSAN(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		p = p.Play(m)
	}
	fmt.Println(p)
	fmt.Println("checkmate:", p.IsCheckmate())
	// Output:
	// r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq -
	// checkmate: true
}

func ExampleParseFEN() {
	// Any setup that FEN can represent is read. Setup.Position returns the rules that it breaks.
	f, err := chess.ParseFEN("4k3/8/8/8/4R3/8/8/P3K3 w Q e6 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = f.Setup.Position()
	fmt.Println(err)

	_, err = chess.ParseFEN("4k3/8/8/8/4R3/8/8/4K33 w - - 0 1")
	fmt.Println(err)
	// Output:
	// chess: not a valid position: 4k3/8/8/8/4R3/8/8/P3K3 w Q e6: a pawn stands on row 1 or 8; the side not to move is in check; a castling right without king and rook at home; no pawn can just have passed over the en passant square
	// chess: FEN board: row 1 has more than 8 squares in "4k3/8/8/8/4R3/8/8/4K33 w - - 0 1"
}

func ExamplePosition_Moves() {
	p, err := chess.ParsePosition("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var buf [256]chess.Move // reused from position to position
	for _, m := range p.Moves(buf[:0]) {
		fmt.Print(p.SAN(m), " ")
	}
	fmt.Println(p.CountMoves())
	// Output: Kd1 Kf1 Kd2 Ke2 Kf2 c8=Q+ c8=R+ c8=B c8=N 9
}

func ExamplePosition_ParseSAN() {
	p, err := chess.ParsePosition("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := p.ParseSAN("Nb1-d2!")
	fmt.Println(m, p.SAN(m), err)
	_, err = p.ParseSAN("Nd2")
	fmt.Println(err)
	// Output:
	// b1d2 Nbd2 <nil>
	// chess: move "Nd2" is ambiguous (candidates: Nbd2, Nfd2) in 4k3/8/8/8/8/8/8/1N2KN2 w - -
}

func ExamplePosition_Perft() {
	p := chess.InitialPosition()
	fmt.Println(p.Perft(5))
	// Output: 4865609
}

func ExampleSetup_Canonical() {
	// The pawn on e5 is pinned, so that d6 means nothing.
	f, err := chess.ParseFEN("4k3/8/4r3/3pP3/8/8/8/4K3 w K d6 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Setup.Canonical())
	// Output: 4k3/8/4r3/3pP3/8/8/8/4K3 w - -
}

func ExampleWritePGN() {
	g := chess.Game{Tags: []chess.Tag{{Name: "Event", Value: "Fool's mate"}}}
	p := chess.InitialPosition()
	for _, text := range []string{"f3", "e5", "g4", "Qh4"} {
		m, err := p.ParseSAN(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Moves = append(g.Moves, m)
		p = p.Play(m)
	}
	if err := chess.WritePGN(os.Stdout, &g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "Fool's mate"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "?"]
	// [Black "?"]
	// [Result "0-1"]
	//
	// 1. f3 e5 2. g4 Qh4# 0-1
}

func ExampleColor_Forward() {
	for _, c := range []chess.Color{chess.White, chess.Black} {
		king := chess.E1.For(c)
		fmt.Printf("%v: king on %v, pawns from row %d to row %d, first step %v to %v\n", c, king,
			c.PawnRow()+1, c.LastRow()+1, chess.A2.For(c), chess.A2.For(c).Ahead(c))
	}
	// Output:
	// white: king on e1, pawns from row 2 to row 8, first step a2 to a3
	// black: king on e8, pawns from row 7 to row 1, first step a7 to a6
}

func ExampleFlood() {
	// A bishop behind its own pawns on b2 and d2 has never left c1.
	walls := chess.B2.BB() | chess.D2.BB()
	fmt.Println(chess.Flood(chess.Bishop, chess.C1.BB(), walls) == chess.C1.BB())
	fmt.Println(chess.Flood(chess.Bishop, chess.C1.BB(), chess.B2.BB()).Count(), "of 32 dark squares with the pawn on d2 gone")
	// Output:
	// true
	// 30 of 32 dark squares with the pawn on d2 gone
}

func ExamplePosition_Numbered() {
	p := chess.InitialPosition()
	moves, err := p.ParseSANs([]string{"f3", "e5", "g4", "Qh4#"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Join(p.Numbered(moves, 1), " "))
	fmt.Println(string(p.AppendSANs(nil, moves, chess.CompactSAN)))
	// Output:
	// 1. f3 e5 2. g4 Qh4#
	// f3 e5 g4 Qh4#
}
