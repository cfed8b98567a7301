package notation

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// The example of the source document, letter for letter. It lacks the rook on e2 that the diagram beside it has and the solution
// needs; the counts agree with the text.
const shannonPrinted = `WH:♔g1,♕d1,♖a1,♘h5,♗h6,♙a2/b2/c3/f2/g2/h2(11); 
BL:♔g8,♕f5,♖d8/h8,♘f7,♗b4,♙a7/b7/c7/c4/d3/h7(12). `

// The same with the rook.
const shannon = "WH:♔g1,♕d1,♖a1/e2,♘h5,♗h6,♙a2/b2/c3/f2/g2/h2(12); BL:♔g8,♕f5,♖d8/h8,♘f7,♗b4,♙a7/b7/c7/c4/d3/h7(12)."

// TestPrintedConfiguration reads the example of the document and writes it again, and checks the correction against the FEN record
// that the document gives.
func TestPrintedConfiguration(t *testing.T) {
	b := testkit.Must(ParseConfiguration(shannonPrinted))(t)
	if got, _ := Configuration(&b, ConfigurationStyle{}); got != strings.TrimSpace(strings.ReplaceAll(shannonPrinted, "\n", "")) {
		t.Errorf("written as %q, want %q on one line", got, shannonPrinted)
	}
	b.Place(chess.E2, chess.NewPiece(chess.White, chess.Rook))
	p := testkit.Position(t, "3r2kr/ppp2n1p/7B/5q1N/1bp5/2Pp4/PP2RPPP/R2Q2K1 w - - 0 1")
	if b != p.Board() {
		t.Errorf("with the rook on e2 it is\n%vnot the printed record", &b)
	}
	if got, _ := Configuration(&b, ConfigurationStyle{}); got != shannon {
		t.Errorf("written as %q, want %q", got, shannon)
	}
	playMoves(t, p, parseAlgebraic, "♖e8+", "♖×e8", "♕g4+", "♕×g4", "♘f6#")
}

// playMoves makes moves one after the other and returns the final position.
func playMoves(t *testing.T, p chess.Position, parse func(*chess.Position, string) (chess.Move, error), texts ...string) chess.Position {
	t.Helper()
	for _, text := range texts {
		m := testkit.Must(parse(&p, text))(t)
		p = p.Play(m)
	}
	return p
}

// parseAny reads a move in any notation.
func parseAny(p *chess.Position, text string) (chess.Move, error) {
	m, _, err := ParseAny(p, text, Options{})
	return m, err
}

// TestPrintedGames replays what the document prints, in its notations.
func TestPrintedGames(t *testing.T) {
	wantMate := func(p chess.Position) {
		t.Helper()
		if !p.IsCheckmate() {
			t.Errorf("%v is not checkmate", p)
		}
	}
	start := chess.InitialPosition()
	a := playMoves(t, start, parseAny, "P-K4", "P-K4", "Q-R5", "N-KB3", "Q*P/K5", "B-K2", "B-B4", "N-N5", "Q*P/N7", "B-B4", "Q*P/B7")
	b := playMoves(t, start, parseAny, "e4", "e5", "♕h5", "♘f6", "♕×e5+", "♗e7", "♗c4", "♘g4", "♕×g7", "♗c5", "♕×f7#")
	if a != b {
		t.Errorf("the game in descriptive notation leads to %v, with figurines to %v", a, b)
	}
	wantMate(a)
	wantMate(playMoves(t, testkit.Position(t, "3r2kr/ppp2n1p/7B/5q1N/1bp5/2Pp4/PP2RPPP/R2Q2K1 w - - 0 1"), parseAny, "R-K8", "RxR", "Q-N4 ch", "QxQ", "N-B6 mate"))
	tightrope := testkit.Position(t, "6rk/q3N1p1/4b1pp/2pn4/5N2/3B4/PPP5/K7 w - - 0 1")
	wantMate(playMoves(t, tightrope, parseAny, "♘f4×g6+", "♔h7", "♘f8+", "♔h8", "♘e7-g6#"))
	tightrope = testkit.Position(t, "6rk/q3N1p1/4b1pp/2pn4/5N2/3B4/PPP5/K7 b - - 0 1")
	wantMate(playMoves(t, tightrope, parseAny, "♕×a2+", "♔×a2", "♘c3+", "♔a3", "♖a8+", "♗a6", "♖×a6#"))
	playMoves(t, start, parseAny, Split("1. e4 c5 2. ♘f3 d6 3. d4 c×d4 4. ♘×d4 ♘f6 5. ♘c3 a6 6. ♗g5 e6 7. f4")...)
}

// TestPrintedAmbiguity is the question of the printed dialogue: N-B3 may be two moves, listed with the man on the queen's side
// first.
func TestPrintedAmbiguity(t *testing.T) {
	p := playMoves(t, chess.InitialPosition(), parseAny, "P-K4", "P-K4", "Q-R5")
	_, err := parseDescriptive(&p, "N-B3", Options{})
	var e *Error
	if !errors.Is(err, ErrAmbiguous) || !errors.As(err, &e) {
		t.Fatalf("error %v, want an ambiguous move", err)
	}
	var got []string
	for _, m := range e.Candidates {
		got = append(got, string(AppendDescriptive(nil, &p, m, Options{Slash: true, Full: true})))
	}
	if want := []string{"N/QN1-QB3", "N/KN1-KB3"}; !slices.Equal(got, want) {
		t.Errorf("candidates %q, want %q", got, want)
	}
}

// printedMoves are the moves that the printed dialogue lists before the mate, with misprinted small letters corrected. The board
// beside them has the bishop on KB6, although the move before was B-B4; the list is that of the board.
const printedMoves = `King on King One: King Two, King Bishop One, Queen One
Queen on King Knight Seven: xRook on King Rook Eight CHECK, King Knight Eight CHECK, King Bishop Eight CHECK, xPawn on King Rook Seven, xPawn on King Bishop Seven MATE, King Rook Six, King Knight Six, King Knight Five, xKnight on King Knight Four, xBishop on King Bishop Six
Knight on Queen Knight One: Queen Bishop Three, Queen Rook Three
Knight on King Knight One: King Rook Three, King Bishop Three, King Two
Bishop on Queen Bishop Four: Queen Five, King Six, xPawn on King Bishop Seven CHECK, Queen Knight Five, Queen Rook Six, Queen Three, King Two, King Bishop One, Queen Knight Three
Pawn on Queen Rook Two: Queen Rook Three, Queen Rook Four
Pawn on Queen Knight Two: Queen Knight Three, Queen Knight Four
Pawn on Queen Bishop Two: Queen Bishop Three
Pawn on Queen Two: Queen Three, Queen Four
Pawn on King Four: King Five
Pawn on King Bishop Two: King Bishop Three, King Bishop Four
Pawn on King Knight Two: King Knight Three
Pawn on King Rook Two: King Rook Three, King Rook Four`

// TestPrintedListOfMoves: Possible returns the moves of the printed list, and the men in its order.
func TestPrintedListOfMoves(t *testing.T) {
	var want, order []string
	for line := range strings.Lines(printedMoves) {
		man, acts, _ := strings.Cut(strings.TrimSpace(line), ": ")
		order = append(order, man)
		for act := range strings.SplitSeq(acts, ", ") {
			if target, ok := strings.CutPrefix(act, "x"); ok {
				want = append(want, man+" captures "+target)
			} else {
				want = append(want, man+" moves to "+act)
			}
		}
	}
	if len(want) != 40 {
		t.Fatalf("%d moves are printed, not 40", len(want))
	}
	// With 5... B-B3 instead of B-B4, as the board is drawn.
	p := playMoves(t, chess.InitialPosition(), parseAny, "P-K4", "P-K4", "Q-R5", "N-KB3", "Q*P/K5", "B-K2", "B-B4", "N-N5", "Q*P/N7", "B-B3")
	var got, men []string
	for _, s := range Possible(&p) {
		got = append(got, s.String())
		if len(men) == 0 || men[len(men)-1] != s.Man {
			men = append(men, s.Man)
		}
	}
	slices.Sort(got)
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if !slices.Equal(men, order) {
		t.Errorf("men in the order %q, want %q", men, order)
	}
}

// TestPrintedBoard draws the board of the dialogue before the mate.
func TestPrintedBoard(t *testing.T) {
	const want = `-R-N-B-Q-K * .-R
-P-P-P-P *-P Q-P
 . * . * .-B . *
 * . * . * . * .
 . * B * P *-N *
 * . * . * . * .
 P P P P . P P P
 R N B . K . N R
`
	p := testkit.Position(t, "rnbqk2r/pppp1pQp/5b2/8/2B1P1n1/8/PPPP1PPP/RNB1K1NR w KQkq - 0 6")
	b := p.Board()
	if got := TTY(&b); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
