package games

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
)

// TestBoardUsage: a wrong position is an error with status 1, too many arguments one of usage with status 2; neither prints a board.
func TestBoardUsage(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"board", "nonsense"}, 1, "FEN"},
		{[]string{"board", "8/8/8/8/8/8/8/8 w - - 0 1"}, 1, "white has no king"},
		{[]string{"board", "a", "b", "c", "d", "e", "f", "g"}, 2, "accepts at most 6"},
	} {
		program.Refuse(t, c.status, c.want, c.args...)
	}
}

// TestBoardDialogue: a dialogue answers moves and commands with the notation of -n and the given position.
func TestBoardDialogue(t *testing.T) {
	const want = "white's 1st move: e4\nblack's 1st move: e5\nrnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n"
	check(t, "e4 e5\nFEN\n", want, "board", "-n", "algebraic")
	// The dialogue begins with the given position, drawn with letters by --plain.
	_, out, _ := invoke("BOARD", "board", "--plain", "4k3/8/8/8/8/8/8/R3K3", "w", "-", "-", "0", "1")
	testkit.Contains(t, out, " R . * . K . * .\n")
}

// TestBoardReadsGzip: moves on standard input may be compressed.
func TestBoardReadsGzip(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	testkit.Must(io.WriteString(z, "e4\n"))(t)
	testkit.OK(t, z.Close())
	check(t, packed.String(), "white's 1st move: e4\n", "board")
}

// TestBoardErrors: with --show the board is drawn after a move; an illegal move is an error with the number of its line.
func TestBoardErrors(t *testing.T) {
	status, out, errs := invoke("P-K4\nKxK\n", "board", "--show")
	testkit.Contains(t, out, "4 . : . : ♙ : . :")
	if status != 1 || !strings.HasPrefix(errs, "standard input:2: black's 1st move: ") {
		t.Errorf("status %d, errors %s", status, errs)
	}
}

// TestBoardCanBeInterrupted cancels a dialogue that waits for a line.
func TestBoardCanBeInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	in, w := io.Pipe()
	defer w.Close()
	var errs bytes.Buffer
	out := cancelingWriter{cancel: stop}
	go func() { _, _ = io.WriteString(w, "P-K4\n") }()
	status := cli.Run(ctx, []string{"board"}, in, &out, &errs, Commands)
	if status != cli.StatusInterrupted || out.String() != "white's 1st move: P-K4\n" {
		t.Errorf("status %d, output %q, errors %q", status, &out, &errs)
	}
}

// A cancelingWriter calls cancel when the first line is complete.
type cancelingWriter struct {
	bytes.Buffer
	cancel func()
}

func (c *cancelingWriter) Write(p []byte) (int, error) {
	n, err := c.Buffer.Write(p)
	if bytes.Contains(c.Bytes(), []byte("\n")) {
		c.cancel()
	}
	return n, err
}

// TestBoardNotationOfAnswers: an answer is in the notation of the move, unless -n or NOTATION selects another.
func TestBoardNotationOfAnswers(t *testing.T) {
	const first, second = "white's 1st move: ", "black's 1st move: "
	for in, want := range map[string]string{
		"e4\ne5\n":              first + "e4\n" + second + "e5\n",
		"P-K4\nP-K4\n":          first + "P-K4\n" + second + "P-K4\n",
		"e4\nP-K4\n":            first + "e4\n" + second + "P-K4\n",
		"g1f3\ng8f6\n":          first + "g1f3\n" + second + "g8f6\n",
		"♘f3\n♞f6\n":            first + "♘f3\n" + second + "♘f6\n",
		"Ng1-f3\ne5\n":          first + "Ng1-f3\n" + second + "e5\n",
		"NOTATION UCI\ne4 P-K4": first + "e2e4\n" + second + "e7e5\n",
	} {
		check(t, in, want, "board")
	}
	check(t, "e4\ne5\n", first+"P-K4\n"+second+"P-K4\n", "board", "-n", "descriptive")
	check(t, "Ke2\nO-O\n", first+"Ke2\n"+second+"O-O\n", "board", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1")
	check(t, "K-K2\n0-0\n", first+"K-K2\n"+second+"0-0\n", "board", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1")
}

// TestPerftWorkers: the count does not depend on the number of workers, and a canceled count is an error.
func TestPerftWorkers(t *testing.T) {
	const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	for _, j := range []string{"1", "3", "99"} {
		check(t, "", "97862\n", "perft", "-d", "3", "-j", j, kiwipete)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	testkit.Fails(perft(ctx, &cli.App{Workers: 2}, chess.InitialPosition(), 7, false))(t, "", "a canceled count was made")
}

// TestPerftMate: there are no games of one move from a mate.
func TestPerftMate(t *testing.T) {
	check(t, "", "0\n", "perft", "-d", "1", "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1")
}
