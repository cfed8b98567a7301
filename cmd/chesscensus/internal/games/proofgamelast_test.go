package games

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// illegalStarts are positions that no game reaches. From each a move leads to a position
// whose last move would be forced in a game from the initial position.
var illegalStarts = []string{
	"2Q1nbB1/KR2Q1b1/b5pN/1RPnQ1P1/2k1p1Q1/RN4rr/3q1p1p/2N4Q w - - 0 1",
	"3n1R1q/1QPq2pr/K1P1r2b/Rq1kP2n/2N5/3p3p/1B1bbR2/b5Bb w - - 0 1",
	"5BN1/1b2p1p1/6K1/Prq1bN2/N4bn1/N2R1rP1/qrBp1R2/1n2R1rk w - - 0 1",
	"5Q2/1p1P2B1/4rQ1K/1rqR1n1b/4n3/P3R1RR/1bR1Nkrr/q1N2NrB w - - 0 1",
	"6Nr/P1R1qpK1/1R1B1Q2/1q1nPN2/1p1Rn3/p4Pbk/1Pr3qB/N2n1B2 w - - 0 1",
	"7Q/Bp1BR1rP/P1Q1qqkN/K2Nb2q/B3R1P1/4rr2/n3Bq2/3Q1b1n w - - 0 1",
	"B1k1r2R/b1B1Q1Nb/PP2b3/N1N2rR1/nK4R1/2B1R3/p2nrb1b/5N1q w - - 0 1",
	"B6n/1Pp2Rrb/1q1bk2K/7B/p1n1pPnq/1Pb3BB/1r2QNP1/2R4N w - - 0 1",
	"N1b2BR1/bRpb1KQ1/3p2B1/kq2p1r1/r2pR1Q1/6N1/2PR3n/N1RB1N2 w - - 0 1",
	"k2n1r2/1qPR1b1n/BKN2r2/Q1B1Pb1N/2pp1Q1R/p5PQ/1b6/2b3qn w - - 0 1",
	"rrB5/B1q1N1K1/1Pn2N2/Rr1bp1R1/1nbb1BQ1/1pr1P1R1/qPr5/2k3N1 w - - 0 1",
	// Few men, and rights that cannot be.
	"3k4/8/8/3pP3/8/8/1P5P/RN2K2R w KQ d6 0 1",
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
	"QQQQk3/8/8/8/8/8/8/4K3 b - - 0 1",
}

// TestProofGameFromAnywhere compares the lengths that -w 1:1 calls shortest with distances by breadth-first search, from starts
// that are not legal. The goals are all positions after one move with few replies, and random ones up to three plies away.
func TestProofGameFromAnywhere(t *testing.T) {
	testkit.Medium(t)
	src := rand.New(rand.NewPCG(1, 2))
	pairs := 0
	for _, fen := range illegalStarts {
		start := testkit.Must(chess.ParsePosition(fen))(t)
		goals, distances := positionsWithin(start, 3, 2000)
		for i, goal := range goals {
			if (distances[i] != 1 || len(goal.Moves(nil)) > 6) && src.IntN(400) > 0 {
				continue
			}
			_, out, errs := invoke("", "proofgame", "-v", "-w", "1:1", "-i", fen, goal.String())
			if n := checkLastLine(t, fen, goal.String(), out); n != distances[i] || !strings.Contains(out, " plies, shortest, ") {
				t.Errorf("%s to %s: %q, want %d plies; %s", start, goal, clitest.LastLine(out), distances[i], errs)
			}
			pairs++
		}
	}
	if pairs < 40 {
		t.Errorf("%d pairs", pairs)
	}
}

// positionsWithin returns the positions at most plies moves from start, the nearest limit of them, and their distances.
func positionsWithin(start chess.Position, plies, limit int) (positions []chess.Position, distances []int) {
	positions, distances = []chess.Position{start}, []int{0}
	seen := map[chess.Position]bool{start: true}
	for i := 0; i < len(positions) && len(positions) < limit && distances[i] < plies; i++ {
		for _, m := range positions[i].Moves(nil) {
			if q := positions[i].Play(m); !seen[q] {
				seen[q] = true
				positions, distances = append(positions, q), append(distances, distances[i]+1)
			}
		}
	}
	return positions, distances
}

// TestProofGameAfterOpening: an opening may pass the position before a forced last move, and need not return to it.
func TestProofGameAfterOpening(t *testing.T) {
	const opening = "1. d4 Nf6 2. e4 Nxe4 3. d5 Nf6 4. d6 exd6 5. Bc4 Ng8 6. Be6 f6 7. Qd2 Qe7 8. Qe2 Qd8 9. Bf7+ *"
	const goal = "rnbqkbnr/pppp1Bpp/3p1p2/8/8/8/PPP1QPPP/RNB1K1NR b KQkq - 5 9"
	name := filepath.Join(t.TempDir(), "o.pgn")
	for moves, want := range map[string]int{
		opening: 17, // the goal itself
		strings.Replace(opening, "9. Bf7+ *", "*", 1):                       17, // before the forced move
		strings.Replace(opening, "7. Qd2 Qe7 8. Qe2 Qd8 9. Bf7+ *", "*", 1): 17, // before both queens have moved
		strings.Replace(opening, "9. Bf7+ *", "9. Bf7+ Kxf7 *", 1):          0,  // a bishop is missing
	} {
		clitest.Write(t, name, moves+"\n")
		for _, how := range []string{"-w|1:1", "-w|1:5", "-d", "-w|1:1|--na", "-v"} {
			_, out, errs := invoke("", append(strings.Split("proofgame|"+how, "|"), "--ipgn", name, goal)...)
			if want == 0 {
				if !strings.HasPrefix(clitest.LastLine(out), noneExists) {
					t.Errorf("%s after %s: %s %s", how, moves, out, errs)
				}
				continue
			}
			if n := checkLastLine(t, "", goal, out); n != want && (how != "-v" || n < want) {
				t.Errorf("%s after %s: %d plies, want %d; %s %s", how, moves, n, want, out, errs)
			}
		}
	}
}

// TestSearchForShorterGames: with weights other than 1:1 the search continues after the first game, and prints the proven least
// length. The opening does not change.
func TestSearchForShorterGames(t *testing.T) {
	testkit.Long(t)
	const goal = "rnbqkb1r/pppp1ppp/8/4P3/6n1/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1"
	length := func(args ...string) (int, string) {
		t.Helper()
		_, out, errs := invoke("", append(append([]string{"proofgame", "-v"}, args...), goal)...)
		n := checkLastLine(t, "", goal, out)
		if !strings.Contains(out, " plies, shortest, ") && !strings.Contains(out, "no game has fewer than ") {
			t.Errorf("%v: nothing is said of shorter games: %s %s", args, out, errs)
		}
		return n, out
	}
	shortest, out := length("-w", "1:1")
	if !strings.Contains(out, " plies, shortest, ") {
		t.Fatalf("-w 1:1: %s", out)
	}
	first, _ := length("-w", "1:20", "--first")
	better, _ := length("-w", "1:20")
	if better < shortest || better > first || first == shortest {
		t.Errorf("first %d plies, improved %d, shortest %d", first, better, shortest)
	}
	// A game that is not proven shortest has a lower bound in the output.
	const far = "r2qkb1r/1b1n1ppp/p2ppn2/1p6/3NPP2/P1N1B3/1PP3PP/R2QKB1R w KQkq - 0 1" // 18 plies
	_, out, _ = invoke("", "proofgame", "-v", "-w", "1:5", far)
	if n := checkLastLine(t, "", far, out); n < 18 || n > 20 || !strings.Contains(out, "no game has fewer than 14 plies; the search for shorter ones ended: node limit") {
		t.Errorf("%d plies, want about 18: %s", n, out)
	}
	name := filepath.Join(t.TempDir(), "o.pgn")
	clitest.Write(t, name, "1. Nf3 Nf6 2. Ng1 Ng8 3. d3 *\n")
	_, out = length("-w", "1:20", "--ipgn", name)
	if !strings.HasPrefix(clitest.LastLine(out), "d3 ") {
		t.Errorf("the opening is lost: %s", clitest.LastLine(out))
	}
}

// TestProofGamePGNTags: --pgn writes one game in the export format, which leads to the goal: the roster first and in order, SetUp
// and FEN only if the game starts elsewhere, the result of the final board, and lines of at most 79 characters.
func TestProofGamePGNTags(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	const alone = "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"
	for _, c := range []struct{ start, goal, result string }{
		{"", candidate, "*"},
		{"", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "*"},
		{"", "r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", "1-0"},
		{"", "rnbqkbnr/1p2pppp/p7/2Pp4/3p4/8/PP1PPPPP/RNBQKB1R w KQkq d6 0 1", "*"},
		{alone, "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1", "*"},
	} {
		args := []string{"proofgame", "--pgn", c.goal}
		want := []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}
		if c.start != "" {
			args, want = append(args, "-i", c.start), append(want, "SetUp", "FEN")
		}
		status, pgn, errs := invoke("", args...)
		tags, moves, _ := strings.Cut(pgn, "\n\n")
		var names []string
		for line := range strings.Lines(tags) {
			name, _, _ := strings.Cut(strings.TrimPrefix(line, "["), " ")
			names = append(names, name)
		}
		if want = append(want, "Annotator", "Goal"); status != 0 || !slices.Equal(names, want) {
			t.Errorf("%v: status %d, tags %v, want %v; %s", args, status, names, want, errs)
		}
		if !strings.Contains(tags, `[Result "`+c.result+`"]`) || !strings.HasSuffix(moves, c.result+"\n\n") {
			t.Errorf("%v: want the result %s twice in %s", args, c.result, pgn)
		}
		for line := range strings.Lines(moves) {
			if len(strings.TrimSuffix(line, "\n")) > 79 {
				t.Errorf("%v: a line of %d characters: %s", args, len(line)-1, line)
			}
		}
		games := 0
		for g, err := range chess.ReadPGN(strings.NewReader(pgn), "out") {
			if games++; err != nil {
				t.Fatalf("%v: %v", args, err)
			}
			if final, err := g.Final(); err != nil || !strings.HasPrefix(c.goal, final.String()) {
				t.Errorf("%v: the game ends in %v, %v", args, final, err)
			}
		}
		if games != 1 {
			t.Errorf("%v: %d games, want 1", args, games)
		}
	}
}
