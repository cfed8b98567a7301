package dialogue

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/chess/notation"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// printedDialogue is what is said in the dialogue of the source document, from the answer YES to the mate, with the question about
// the knight.
var printedDialogue = strings.Fields("YES P-K4 P-K4 Q-R5 N-B3 N-KB3 Q*P/K5 B-K2 B-B4 N-N5 Q*P/N7 B-B4 BOARD Q*P/B7")

// TestBoardReplaysThePrintedDialogue holds the dialogue to the printed one: the same answers to the same lines. (The printed board
// has a bishop on KB6 where the move B-B4 puts it on QB5; ours stands where it moved.)
func TestBoardReplaysThePrintedDialogue(t *testing.T) {
	check(t, strings.Join(printedDialogue, "\n"), `white's 1st move: P-K4
black's 1st move: P-K4
white's 2nd move: Q-R5
*** NOT SPECIFIC ENOUGH

-R-N-B-Q-K-B-N-R
-P-P-P-P *-P-P-P
 . * . * . * . *
 * . * .-P . * Q
 . * . * P * . *
 * . * . * . * .
 P P P P . P P P
 R N B . K B N R

	1st	N/QN1-QB3
	2nd	N/KN1-KB3

black's 2nd move: N-KB3
white's 3rd move: QxP/K5 ch
black's 3rd move: B-K2
white's 4th move: B-B4
black's 4th move: N-N5
white's 5th move: QxP/N7
black's 5th move: B-B4
-R-N-B-Q-K * .-R
-P-P-P-P *-P Q-P
 . * . * . * . *
 * .-B . * . * .
 . * B * P *-N *
 * . * . * . * .
 P P P P . P P P
 R N B . K . N R

white's 6th move: QxP/B7 mate

CHECKMATE

-R-N-B-Q-K * .-R
-P-P-P-P * Q *-P
 . * . * . * . *
 * .-B . * . * .
 . * B * P *-N *
 * . * . * . * .
 P P P P . P P P
 R N B . K . N R

`, "board", "--plain")
	const short = "1. P-K4 P-K4 2. Q-R5 N-KB3 3. QxKP ch B-K2 4. B-B4 N-N5 5. QxNP B-B4 6. QxBP mate\nGAME"
	status, out, errs := runDialogue(short, "board", "-n", "figurine")
	if status != 0 || errs != "" || !strings.HasSuffix(out, "  5. ♕×g7 ♗c5\n  6. ♕×f7#\n") {
		t.Errorf("status %d, output %s, errors %s", status, out, errs)
	}
}

// TestBoardListsMoves looks at POSSIBLE in a position with every kind of word.
func TestBoardListsMoves(t *testing.T) {
	check(t, "POSSIBLE", `*** GENERATE ALL POSSIBLE MOVES

  1st  King on Queen Rook Six moves to Queen Rook Five
  2nd                         moves to Queen Knight Five
  3rd                         moves to Queen Knight Six

  4th  Pawn on Queen Bishop Five moves to Queen Bishop Six
  5th                            captures Pawn on Queen Five en passant

  6th  Pawn on King Bishop Seven moves to King Bishop Eight promotes to Queen MATE
  7th                            moves to King Bishop Eight promotes to Rook MATE
  8th                            moves to King Bishop Eight promotes to Knight
  9th                            moves to King Bishop Eight promotes to Bishop

`, "board", "k7/5P2/K7/2Pp4/8/8/8/8 w - d6 0 1")
	check(t, "0-0-0\nUNDO\nK-B2\nPOSSIBLE\n", "white's 7th move: O-O-O\nwhite's 7th move: O-O-O taken back\nwhite's 7th move: Kf2\n"+`*** GENERATE ALL POSSIBLE MOVES

  1st  King on King Rook One moves to King Knight One
  2nd                        moves to King Knight Two
  3rd                        moves to King Rook Two

`, "board", "-n", "algebraic", "7k/8/8/8/8/8/8/R3K3 w Q - 0 7")
	const stalemate = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"
	_, out, _ := runDialogue("Q-B7\nPOSSIBLE\n", "board", stalemate)
	if !strings.Contains(out, "\nSTALEMATE\n") || !strings.HasSuffix(out, "\n*** NO MOVE IS POSSIBLE: STALEMATE\n\n") {
		t.Errorf("stalemate: %s", out)
	}
}

// A lineCase is a line of a dialogue and a part of the error that it gives.
type lineCase struct{ Line, Want string }

// TestBoardErrorsAreNamed talks nonsense between good moves: every bad line is named on standard error, the dialogue goes on, and
// the status is 1.
func TestBoardErrorsAreNamed(t *testing.T) {
	for _, c := range append(testkit.Table[lineCase](t, "errors.tsv"), lineCase{strings.Repeat("P", 1<<20+1), "line longer than 1 MiB"}) {
		status, out, errs := runDialogue("P-K4\n"+c.Line+"\nFEN\n", "board")
		lines := 1
		if strings.HasSuffix(errs, "^\n") { // with the record, and a mark under the place
			lines = 3
		}
		isNamed := strings.Contains(errs, "standard input:2: ") && strings.Contains(errs, c.Want)
		goesOn := strings.Contains(out, " 0 1\n") || strings.Contains(out, "KQkq") // the answer to FEN
		if status != 1 || !isNamed || strings.Count(errs, "\n") != lines || len(errs) > 700 || !goesOn {
			t.Errorf("%.60q: status %d, output %.300q, errors %.700q, want %q", c.Line, status, out, errs, c.Want)
		}
	}
	_, _, errs := runDialogue("", "board", "WH:Kg1(1)")
	testkit.Contains(t, errs, "half a configuration")
	_, _, errs = runDialogue("P-K4 P-K4 Q-R5 P-QR3 B-B4 P-QR4 QxBP\nP-R5\n", "board")
	testkit.Contains(t, errs, "standard input:2: \"P-R5\": the game is over: checkmate")
}

// TestBoardTakesDiagrams sets up the printed positions, which are diagrams, and plays what is printed with them.
func TestBoardTakesDiagrams(t *testing.T) {
	const tightrope = "6rk/q3N1p1/4b1pp/2pn4/5N2/3B4/PPP5/K7"
	for _, in := range []string{
		tightrope + "\n♘f4×g6+ ♔h7 ♘f8+ ♔h8 ♘e7-g6#",
		tightrope + " black\n1. … ♕×a2+ 2. ♔×a2 ♘c3+ 3. ♔a3 ♖a8+ 4. ♗a6 ♖×a6#",
		"SETUP " + tightrope + "\nTURN BLACK\n1. … ♕×a2+ 2. ♔×a2 ♘c3+ 3. ♔a3 ♖a8+ 4. ♗a6 ♖×a6#",
		"3r2kr/ppp2n1p/7B/5q1N/1bp5/2Pp4/PP2RPPP/R2Q2K1\n1. ♖e8+ ♖×e8 2. ♕g4+ ♕×g4 3. ♘f6#",
		"WH:♔e5,♖g8,♗d6,♘f6,♙a3/b4/d7(7);\nBL:♔f7,♙a4/b5(3). WHITE\nP-Q8(N)",
		"WH:Kg6,Qe4(2); BL:Kg8,Rh1(2)\nTURN WHITE\nQ-K8",
	} {
		status, out, errs := runDialogue(in, "board", "--plain")
		if status != 0 || errs != "" || !strings.Contains(out, "\nCHECKMATE\n") {
			t.Errorf("%q: status %d, output %s, errors %s", in, status, out, errs)
		}
	}
	// The side whose king is in check has the move.
	if _, out, errs := runDialogue("FEN", "board", "4k3/8/8/8/8/8/8/4RK2"); out != "4k3/8/8/8/8/8/8/4RK2 b - - 0 1\n" {
		t.Errorf("output %q, errors %q", out, errs)
	}
}

// TestBoardKnowsTheMenByTheirWings calls a knight by its name after it has crossed the board, also in answer to a question.
func TestBoardKnowsTheMenByTheirWings(t *testing.T) {
	const crossed = "1. Nc3 a6 2. Ne4 b6 3. Ng5 c6 4. N5h3 d6 5. Nf3 e6 6. Nd4 h6\n"
	for _, text := range []string{"QN-B4", "N-N5\nKN-N5"} {
		status, out, errs := runDialogue(crossed+text+"\nUNDO", "board", "-n", "long")
		if want := map[bool]string{true: "Nh3-f4 taken back\n", false: "Nd4-b5 taken back\n"}[text == "QN-B4"]; status != 0 || !strings.HasSuffix(out, want) {
			t.Errorf("%q: status %d, output %s, errors %s", text, status, out, errs)
		}
	}
}

// TestBoardAsks settles the same ambiguity in every way; an answer that settles nothing leaves it a failed line.
func TestBoardAsks(t *testing.T) {
	knight := []string{"2", "2nd", "KN1", "g8", "KB3", "f6", "N-KB3", "Nf6", "N/KN1-KB3", "♞f6", "g8f6", "BOARD\nPOSSIBLE\nHELP\n2"}
	for _, answer := range knight {
		status, out, errs := runDialogue("P-K4 P-K4 Q-R5 N-B3 QxKP\n"+answer+"\nFEN\n", "board", "--plain")
		if status != 0 || errs != "" || !strings.HasSuffix(out, "black's 2nd move: N-KB3\nwhite's 3rd move: QxP/K5 ch\nrnbqkb1r/pppp1ppp/5n2/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3\n") {
			t.Errorf("answer %q: status %d, output %s, errors %s", answer, status, out, errs)
		}
	}
	for _, answer := range []string{"", "3", "0", "QN", "P-K4", "NEW", "QUIT"} {
		status, _, errs := runDialogue("P-K4 P-K4 Q-R5 N-B3\n"+answer, "board")
		if status != 1 || !strings.HasPrefix(errs, "standard input:1: black's 2nd move: notation: \"N-B3\": not specific enough") {
			t.Errorf("answer %q: status %d, errors %q", answer, status, errs)
		}
	}
	const pawn = "7k/P7/8/8/8/8/8/K7 w - - 0 1"
	for _, answer := range []string{"N", "knight", "4th", "a8=N", "P-R8(N)", "P-R8/N"} {
		check(t, "P-R8\n"+answer+"\nFEN", "*** NOT SPECIFIC ENOUGH\n\n"+boardOf(t, pawn)+"\n\t1st\tP/QR7-QR8/Q\n\t2nd\tP/QR7-QR8/R\n\t3rd\tP/QR7-QR8/B\n\t4th\tP/QR7-QR8/N\n\nwhite's 1st move: P-R8/N\nN6k/8/8/8/8/8/8/K7 b - - 0 1\n",
			"board", "--plain", pawn)
	}
}

// boardOf draws the board of a record as a teletype did.
func boardOf(t *testing.T, fen string) string {
	t.Helper()
	p := testkit.Position(t, fen)
	b := p.Board()
	return notation.TTY(&b)
}

// TestBoardReadsGamesInEveryNotation writes random games in every notation, lets the board replay them, and compares the last
// position and the game as PGN.
func TestBoardReadsGamesInEveryNotation(t *testing.T) {
	testkit.Medium(t)
	for i, n := range notation.Notations() {
		src := rand.New(rand.NewPCG(uint64(i), 3))
		for range 5 {
			p := chess.InitialPosition()
			var lines strings.Builder
			game := chess.Game{}
			for m, q := range chesstest.Moves(src, chesstest.RandomOptions(src)) {
				fmt.Fprintf(&lines, "%d. %s\n", len(game.Moves)/2+1, n.Format(&p, m))
				game.Moves = append(game.Moves, m)
				p = q
			}
			var pgn bytes.Buffer
			testkit.OK(t, chess.WritePGN(&pgn, &game))
			status, out, errs := runDialogue(lines.String()+"FEN\nPGN\n", "board", "-n", n.String())
			if status != 0 || !strings.HasSuffix(out, pgn.String()) || !strings.Contains(out, p.String()) {
				t.Fatalf("%v: status %d, errors %s\n%s", n, status, errs, lines.String())
			}
		}
	}
}

// TestBoardCommands uses every command that changes the game.
func TestBoardCommands(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.pgn")
	check(t, `P-K4 P-K4
UNDO 2
REDO
take back
NOTATION long
e4
TURN WHITE
fen
CONFIG
SAVE `+file+`
bl:ke8(1);
wh:ke1,ra1,pa7(3).
R-Q1
UNDO
SETUP WH:Ke1,Ra8(2); BL:Ke8(1)
FEN
SETUP WH:Ke1(1); BL:Kg8(1) BLACK
FEN
LOAD `+file+`
FEN
FLIP
NEW
GAME
QUIT
gibberish after the end
`, `white's 1st move: P-K4
black's 1st move: P-K4
black's 1st move: P-K4 taken back
white's 1st move: P-K4 taken back
white's 1st move: P-K4
white's 1st move: P-K4 taken back
white's 1st move: e2-e4
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1
WH:Ke1,Qd1,Ra1/h1,Nb1/g1,Bc1/f1,Pa2/b2/c2/d2/e4/f2/g2/h2(16); BL:Ke8,Qd8,Ra8/h8,Nb8/g8,Bc8/f8,Pa7/b7/c7/d7/e7/f7/g7/h7(16).
game of 0 half-moves written to `+file+`
white's 1st move: Ra1-d1
white's 1st move: Ra1-d1 taken back
R3k3/8/8/8/8/8/8/4K3 b - - 0 1
6k1/8/8/8/8/8/8/4K3 b - - 0 1
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1
 R N B K Q B N R
 P P P . P P P P
 . * . * . * . *
 * . * P * . * .
 . * . * . * . *
 * . * . * . * .
-P-P-P-P-P-P-P-P
-R-N-B-K-Q-B-N-R

`, "board", "--plain")
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1\"]") {
		t.Errorf("%v, saved %s", err, text)
	}
	if status, _, errs := runDialogue("SAVE "+file, "board"); status != 1 || !strings.Contains(errs, "exists") {
		t.Errorf("saving over a file: status %d, errors %s", status, errs)
	}
	_, out, _ := runDialogue("BOARD\nconfig", "board", "4k3/8/8/8/8/8/8/R3K3", "w", "-", "-", "0", "1")
	if !strings.Contains(out, "1 ♖ . : . ♔ . : .\n  a b c d e f g h\n") || !strings.Contains(out, "WH:♔e1,♖a1(2); BL:♔e8(1).") {
		t.Errorf("board %s", out)
	}
	if _, out, _ := runDialogue("HELP", "board"); strings.Count(out, "\n") != len(commandList)+1 {
		t.Errorf("help %s", out)
	}
}

// TestNotationOf recognizes the notation of a move that was read, and keeps the one before for castling.
func TestNotationOf(t *testing.T) {
	for text, want := range map[string]notation.Notation{
		"e4": notation.Algebraic, "Nf3": notation.Algebraic, "exd5": notation.Algebraic, "e8=Q#": notation.Algebraic,
		"♘f3": notation.Figurine, "♗×f7+": notation.Figurine, "♘g1-f3": notation.LongFigurine, "Ng1-f3": notation.Long, "Bc4xf7+": notation.Long,
		"O-O": notation.UCI, "0-0-0": notation.UCI, // as before
	} {
		testkit.Equal(t, notationOf(text, notation.Algebraic, notation.UCI), want, text)
	}
	if got := notationOf("P-K4", notation.Descriptive, notation.Algebraic); got != notation.Descriptive {
		t.Errorf("P-K4: %v, want descriptive", got)
	}
}

// TestAdapt answers in the notation of the last move, also when it asks back, until NOTATION says which.
func TestAdapt(t *testing.T) {
	d := New(Options{Adapt: true})
	testkit.OK(t, d.SetUp("4k3/8/8/8/8/8/8/R3K2R w - - 0 1"))
	for _, c := range [][2]string{{"Rd1", "white's 1st move: Rd1\n"}, {"K-K2", "black's 1st move: K-K2\n"}, {"♖f1", "white's 2nd move: ♖f1\n"}, {"NOTATION UCI", ""}, {"Ke6", "black's 2nd move: e7e6\n"}} {
		if answer, err := d.Say(c[0]); err != nil || answer != c[1] {
			t.Errorf("%s: %q, %v, want %q", c[0], answer, err, c[1])
		}
	}
}
