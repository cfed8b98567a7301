package replay_test

import (
	"fmt"

	"chesscensus/legality/proofgame/replay"
)

// A proof game is verified by both programs. The goal is met exactly or not at all.
func ExampleVerifier_VerifyText() {
	var v replay.Verifier
	fmt.Println(v.VerifyText("", 0, "e4 Nf6 e5 d5", "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6"))
	fmt.Println(v.VerifyText("", 0, "Nf3 Nf6 g3 g6 Bg2 Bg7 Kf1 Kf8 Ke1 Ke8 O-O", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"))
	// Output:
	// <nil>
	// the game does not prove the position: ply 11: "O-O" castles without the right to in rnbqk2r/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQK2R w - -
}
