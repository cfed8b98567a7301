package mailbox

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// newSource returns a random source with a fixed seed.
func newSource(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// parse returns the position of a FEN record.
func parse(tb testing.TB, fen string) Position {
	tb.Helper()
	return testkit.Must(Parse(fen))(tb)
}

// legalMoves returns the legal moves with the positions after them. It tries every pair of
// squares, without promotion and with promotions: every one for pawns, one for other men.
func legalMoves(p *Position) map[Move]Position {
	after := map[Move]Position{}
	var next Position
	for from := range uint8(64) {
		promotions := "\x00q"
		if p.men[from]|0x20 == 'p' {
			promotions = "\x00qrbnk"
		}
		for to := range uint8(64) {
			for _, promotion := range []byte(promotions) {
				if m := (Move{from, to, promotion}); p.try(m, &next) == "" {
					after[m] = next
				}
			}
		}
	}
	return after
}

// perft returns the number of lines of legal moves of the given length.
func perft(p *Position, depth int) (n int) {
	after := legalMoves(p)
	if depth == 1 {
		return len(after)
	}
	for _, q := range after {
		n += perft(&q, depth-1)
	}
	return n
}

// TestPerft compares perft with the published numbers of chessprogramming.org/Perft_Results.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		fen   string
		nodes []int
	}{
		{Initial, []int{20, 400, 8902}},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", []int{48, 2039, 97862}},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", []int{14, 191, 2812}},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", []int{6, 264, 9467}},
		{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", []int{44, 1486, 62379}},
	} {
		p := parse(t, c.fen)
		for i, want := range c.nodes {
			if i > 1 && testing.Short() {
				break
			}
			testkit.Equal(t, perft(&p, i+1), want, "perft(", i+1, ") of", c.fen)
		}
	}
}

// fromChess converts a move of package chess.
func fromChess(m chess.Move) Move {
	r := Move{From: uint8(m.From()), To: uint8(m.To())}
	if m.Promotion() != chess.NoRole {
		r.Promotion = m.Promotion().Letter() | 0x20
	}
	return r
}
