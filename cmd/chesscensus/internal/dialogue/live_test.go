package dialogue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// talk runs a dialogue as at a terminal and returns prompts, lines and answers.
func talk(t *testing.T, color bool, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	d := New(Options{Live: true, Color: color, Plain: !color})
	in := func(prompt string) (string, error) {
		out.WriteString(prompt)
		if len(lines) == 0 {
			return "", io.EOF
		}
		line := lines[0]
		lines = lines[1:]
		out.WriteString(line + "\n")
		return line, nil
	}
	testkit.OK(t, d.Talk(context.Background(), in, &out))
	return out.String()
}

// TestBoardAtATerminal holds the prompts to the printed dialogue.
func TestBoardAtATerminal(t *testing.T) {
	out := talk(t, false, printedDialogue...)
	testkit.Contains(t, out,
		"do you want the initial board? YES\n", "white's 1st move? P-K4\n", "black's 1st move? P-K4\n", "\n***************************\n\nwhite's 2nd move? Q-R5\n",
		"black's 2nd move? N-B3\n*** NOT SPECIFIC ENOUGH\n\n", "\t1st\tN/QN1-QB3\n\t2nd\tN/KN1-KB3\n\nwhich KNIGHT? N-KB3\n", "white's 6th move? BOARD\n-R-N-B-Q-K * .-R\n",
		"white's 6th move? Q*P/B7\n", "\nCHECKMATE\n\n-R-N-B-Q-K * .-R\n", "(checkmate) ",
		"white's 3rd move: QxP/K5 ch   Queen on King Rook Five captures Pawn on King Five CHECK\n",
	)
	out = talk(t, false, "no", "WH:Kg1(1);", "BL:Ke8,Qb2(2).", "black", "Q-B7", "c2", "KxK", "QUIT")
	testkit.Contains(t, out,
		"initial board? no\nwhich position (FEN or configuration)? WH:Kg1(1);\nand the other side? BL:Ke8,Qb2(2).\nwho has the move, white or black? black\nblack's 1st move? Q-B7\n*** NOT SPECIFIC ENOUGH\n",
		"\nto which square? c2\nblack's 1st move: Q-QB7 ", "? KxK\n*** white's 2nd move: \"KxK\": no such legal move: a king is never captured",
	)
	for _, c := range []struct{ fen, move, prompt string }{
		{"4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "R-Q1", "which ROOK?"},
		{"4k3/8/8/1p1p4/2P5/8/8/4K3 w - - 0 1", "PxP", "which PAWN?"},
		{"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "Q-R3", "white's 1st move?"},
		{"4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "R-N1", "which ROOK?"},
		{"4k3/8/8/8/8/4B3/8/4K3 w - - 0 1", "B-B5", "white's 1st move?"},
		{"4k3/8/8/8/8/8/3B4/4K3 w - - 0 1", "B-R5", "white's 1st move?"},
		{"4k3/8/8/8/8/8/4N3/K7 w - - 0 1", "N-N3", "white's 1st move?"},
		{"4k3/8/8/8/4N3/8/8/K7 w - - 0 1", "N-B6", "black's 1st move?"},
		{"4k3/8/8/8/3Q4/8/8/K7 w - - 0 1", "Q-N4", "to which square?"},
		{"4k3/P7/8/8/8/8/8/K7 w - - 0 1", "P-R8", "promotes to which man?"},
	} {
		out := talk(t, false, "SETUP "+c.fen, c.move)
		if !strings.Contains(out, c.prompt) {
			t.Errorf("%s in %s: %q is missing in\n%s", c.move, c.fen, c.prompt, out)
		}
	}
}

// TestBoardInColor draws the colored board; without escapes and with hollow men it is the plain one.
func TestBoardInColor(t *testing.T) {
	out := talk(t, true, "yes", "P-K4", "BOARD", "FLIP")
	bare := regexp.MustCompile(`\x1b\[[0-9;]*m|\x{fe0e}`).ReplaceAllString(out, "")
	testkit.Contains(t, bare,
		" 8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ \n", " 4              ♟          \n", "    a  b  c  d  e  f  g  h\n",
		" 1  ♜  ♞  ♝  ♚  ♛  ♝  ♞  ♜ \n 2  ♟  ♟  ♟     ♟  ♟  ♟  ♟ \n", "    h  g  f  e  d  c  b  a\n",
	)
	if !strings.Contains(out, fmt.Sprintf("\x1b[48;5;%d;38;5;%dm ♟", lightMoved, whiteMan)) {
		t.Error("the square of the last move is not marked")
	}
}

// TestBoardCompletesCommands: the tab key completes the beginning of one command only.
func TestBoardCompletesCommands(t *testing.T) {
	for _, c := range []struct{ line, want string }{{"poss", "POSSIBLE"}, {"B", "BOARD"}, {"S", ""}, {"SA", "SAVE"}, {"P-K", ""}, {"", ""}} {
		got, pos, ok := Complete(c.line, len(c.line), '\t')
		if got != c.want || ok != (c.want != "") || pos != len(c.want) {
			t.Errorf("%q is completed to %q, %d, %t, want %q and its length", c.line, got, pos, ok, c.want)
		}
	}
}

// TestDialogueCanBeInterrupted cancels a dialogue that waits for a line: the answers so far have been written.
func TestDialogueCanBeInterrupted(t *testing.T) {
	in, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	answered := writerFunc(func(text []byte) (int, error) {
		if string(text) != "white's 1st move: P-K4\n" {
			t.Errorf("output %q", text)
		}
		cancel()
		return len(text), nil
	})
	go func() { _, _ = io.WriteString(w, "P-K4\n") }()
	testkit.FailsWith(t, New(Options{}).Run(ctx, in, answered), context.Canceled)
}

// A writerFunc is a function as a writer.
type writerFunc func([]byte) (int, error)

// Write implements io.Writer.
func (f writerFunc) Write(text []byte) (int, error) { return f(text) }

// TestWriteErrorsEndTheDialogue: Run returns the first error of writing, and does not call it one of reading.
func TestWriteErrorsEndTheDialogue(t *testing.T) {
	broken := errors.New("broken pipe")
	err := New(Options{}).Run(context.Background(), strings.NewReader("P-K4\nP-K4\n"), writerFunc(func([]byte) (int, error) { return 0, broken }))
	if err == nil || err.Error() != broken.Error() {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// TestSay handles lines one by one; what fails leaves the game as it was, and questions stay open from one line to the next.
func TestSay(t *testing.T) {
	d := New(Options{})
	say := func(line, want string, fails bool) {
		t.Helper()
		answer, err := d.Say(line)
		if !strings.Contains(answer, want) || (err != nil) != fails {
			t.Errorf("%q is answered by %q, %v, want %q", line, answer, err, want)
		}
	}
	say("P-K4", "white's 1st move: P-K4\n", false)
	say("KxK", "", true)
	say("N-B3", "NOT SPECIFIC ENOUGH", false)
	say("1", "black's 1st move: N-QB3", false)
	say("SETUP 4k3/8/8/3p4/8/8/8/4K3 w - d6 0 9", "", false) // nobody can capture on d6
	say("FEN", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 9\n", false)
	say("", "", false)
	p := d.Position()
	if got := p.String(); got != "4k3/8/8/3p4/8/8/8/4K3 w - -" || len(d.Game().Moves) != 0 || d.Game().Fullmove != 9 {
		t.Errorf("position %s, game %v", got, d.Game())
	}
}

// TestErrorsWithoutReport: without [Options.Report] errors are part of the answers.
func TestErrorsWithoutReport(t *testing.T) {
	var out bytes.Buffer
	d := New(Options{})
	if err := d.Run(context.Background(), strings.NewReader("KxK\nP-K4"), &out); err != nil || !d.Failed() {
		t.Errorf("failed %v, %v", d.Failed(), err)
	}
	if got := out.String(); !strings.HasPrefix(got, "*** white's 1st move: \"KxK\": no such legal move") || !strings.HasSuffix(got, "white's 1st move: P-K4\n") {
		t.Errorf("output %q", got)
	}
}

// FuzzBoard runs a dialogue with any text. It ends with status 0 or 1, and with 1 exactly if there was an error message.
func FuzzBoard(f *testing.F) {
	f.Add(strings.Join(printedDialogue, "\n"))
	f.Add("no\nWH:Kg1(1);\nBL:Ke8,Qe2/b2(3).\nTURN BLACK\nQ-N8\nUNDO\nREDO\nPGN\nGAME\nFEN\nCONFIG")
	f.Add("KxK\nWH:\nBL:♔\nSETUP\nP-R8\nN\n0-0\nFLIP\nBOARD\nPOSSIBLE\nNEW\nHELP\nQUIT")
	f.Fuzz(func(t *testing.T, text string) {
		if upper := strings.ToUpper(text); strings.Contains(upper, "SAVE") || strings.Contains(upper, "LOAD") {
			return // they touch files
		}
		status, _, errs := runDialogue(text, "board")
		if want := min(len(errs), 1); status != want {
			t.Fatalf("status %d, want %d, errors %s", status, want, errs)
		}
	})
}
