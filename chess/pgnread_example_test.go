package chess_test

import (
	"fmt"
	"strings"

	"chesscensus/chess"
)

// Games are read one after the other; a bad one does not end the file.
func ExampleReadPGN() {
	const file = `[White "Gibaud"]
1. d4 Nf6 2. Nd2 {A trap.} e5 3. dxe5 Ng4 4. h3?? (4. Ngf3) Ne3 0-1

1. e4 e5 2. Ke3 *`
	for g, err := range chess.ReadPGN(strings.NewReader(file), "two.pgn") {
		fmt.Println(len(g.Moves), g.Result, err)
	}
	// Output:
	// 8 0-1 <nil>
	// 2  two.pgn:4:13: ply 3: chess: move "Ke3" is not legal (candidates: Ke2) in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -
}
