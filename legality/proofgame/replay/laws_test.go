package replay

import (
	"errors"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	second "github.com/corentings/chess/v2"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/mailbox"
)

// gameOf returns the game of some moves from a position. The goal of the game is its end.
func gameOf(t testing.TB, start, words string) *Game {
	t.Helper()
	p := testkit.Position(t, start)
	moves := testkit.Line(t, p, words)
	return &Game{Start: p, Moves: moves, Goal: p.PlayAll(moves)}
}

// wanderingMoves yields the moves of a game in which men mostly go back to where they came from, so that positions repeat.
func wanderingMoves(rnd *rand.Rand, p chess.Position, plies int) iter.Seq[chess.Move] {
	return func(yield func(chess.Move) bool) {
		var lastMoves [2]chess.Move // by side
		for i := range plies {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				return
			}
			m := moves[rnd.IntN(len(moves))]
			for _, back := range moves {
				if last := lastMoves[i%2]; last != 0 && back.From() == last.To() && back.To() == last.From() && rnd.IntN(8) > 0 {
					m = back
				}
			}
			lastMoves[i%2] = m
			p = p.Play(m)
			if !yield(m) {
				return
			}
		}
	}
}

// knightRound holds four plies that return to the initial position.
const knightRound = "Nf3 Nf6 Ng1 Ng8 "

// TestDrawLaws checks that by FIDE rules a game may reach an ending with its last move but not go on after one, and what is no ending.
// By basic rules all these games are accepted.
func TestDrawLaws(t *testing.T) {
	initial := chess.InitialPosition().String() + " 0 1"
	rookAndPawn := "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1"
	rookRound := "Rb1 Kd8 Ra1 Ke8 " // the same position after four plies
	for _, row := range []struct {
		name, start, words string
		clock              int            // half-moves without capture or pawn move before the start
		ply                int            // number of moves before the game was over, if it was
		law                mailbox.Ending // Goes if all moves are allowed
	}{
		{"four times and a fifth", initial, strings.Repeat(knightRound, 4), 0, 16, mailbox.Goes},
		{"on after the fifth time", initial, strings.Repeat(knightRound, 4) + "e4", 0, 16, mailbox.Fivefold},
		{"other rights are other positions", initial, "Nf3 Nf6 Rg1 Ng8 Rh1 Nf6 " + strings.Repeat("Ng1 Ng8 Nf3 Nf6 ", 3) + "e4",
			0, 19, mailbox.Goes},
		{"and then five times", initial, "Nf3 Nf6 Rg1 Ng8 Rh1 Nf6 " + strings.Repeat("Ng1 Ng8 Nf3 Nf6 ", 4) + "e4", 0, 21,
			mailbox.Fivefold},
		{"en passant makes the first another position", "4k3/8/8/3pP3/8/8/8/R3K3 w - d6 0 1", strings.Repeat(rookRound, 4) + "e6", 0, 17,
			mailbox.Goes},
		{"without it the first counts", "4k3/8/8/3pP3/8/8/8/R3K3 w - - 0 1", strings.Repeat(rookRound, 4) + "e6", 0, 16, mailbox.Fivefold},
		{"clock 149 and a move to the goal", rookAndPawn, "Rb1", 149, 1, mailbox.Goes},
		{"clock 149, a move, and one more", rookAndPawn, "Rb1 Kd8", 149, 1, mailbox.SeventyFive},
		{"clock 149 and a pawn move", rookAndPawn, "e4 Kd8", 149, 2, mailbox.Goes},
		{"clock 150 and a pawn move", rookAndPawn, "e4", 150, 0, mailbox.SeventyFive},
		{"capture sets the clock back", "4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1", "Kxe2 Kd8 Rb1", 149, 3, mailbox.Goes},
		{"no material", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Kd1", 0, 0, mailbox.Dead},
		{"last man taken", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2 Kd8", 0, 1, mailbox.Dead},
		{"last man taken at the goal", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2", 0, 1, mailbox.Goes},
		{"a knight", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "Kd1", 0, 0, mailbox.Dead},
		{"two knights", "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", "Kd1", 0, 1, mailbox.Goes},
		{"a knight a side", "n3k3/8/8/8/8/8/8/N3K3 w - - 0 1", "Kd1", 0, 1, mailbox.Goes},
		{"knight and bishop", "b3k3/8/8/8/8/8/8/N3K3 w - - 0 1", "Kd1", 0, 1, mailbox.Goes},
		{"bishops of one color", "4kb2/8/8/8/8/8/8/B1B1K3 w - - 0 1", "Kd1", 0, 0, mailbox.Dead},
		{"bishops of both colors", "4k1b1/8/8/8/8/8/8/B1B1K3 w - - 0 1", "Kd1", 0, 1, mailbox.Goes},
		{"a pawn", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "Kd1", 0, 1, mailbox.Goes},
	} {
		g := gameOf(t, row.start, row.words)
		g.Clock = row.clock
		for _, rules := range []Rules{Basic, FIDE} {
			v := Verifier{Rules: rules}
			err := v.Verify(g)
			var law *LawError
			switch {
			case rules == Basic || row.law == mailbox.Goes:
				if err != nil {
					t.Errorf("%s, rules %d: %v, want no error", row.name, rules, err)
				}
			case !errors.As(err, &law) || law.Ply != row.ply || law.Law != row.law.String() || !errors.Is(err, ErrNotProven):
				t.Errorf("%s, rules %d: %v, want an error with %v after ply %d", row.name, rules, err, row.law, row.ply)
			}
		}
	}
}

// TestEndingsAgreeWithSecondProgram checks that games of corentings/chess end by themselves where the laws here say so. That program
// has another rule for en passant squares, so these games have none.
func TestEndingsAgreeWithSecondProgram(t *testing.T) {
	rnd := newRand(8)
	found := map[second.Method]int{}
	for i := range 120 {
		fen := []string{"4k3/8/8/8/8/8/4p3/R3K2R w KQ - 120 1", "k1b5/8/8/8/8/8/1b6/K1B5 w - - 0 1", "k7/8/8/8/8/8/8/KNn5 w - - 140 1",
			"k7/3p4/8/8/8/8/8/K1N5 w - - 0 1", "8/p7/k1K5/P7/8/8/8/8 b - - 0 1"}[i%5]
		opt := testkit.Must(second.FEN(fen))(t)
		record := testkit.Must(chess.ParseFEN(fen))(t)
		start := testkit.Must(record.Setup.Position())(t)
		other := second.NewGame(opt)
		from := testkit.Must(mailbox.Parse(start.String()))(t)
		var own mailbox.Game
		own.Start(from, record.Halfmove, true)
		for m := range wanderingMoves(rnd, start, 80) {
			if own.Over() != mailbox.Goes {
				break
			}
			if _, err := own.PlayText(m.String()); err != nil {
				t.Fatal(err)
			}
			testkit.OK(t, other.PushNotationMove(m.String(), second.UCINotation{}, nil))
			over := other.Method() == second.FivefoldRepetition || other.Method() == second.SeventyFiveMoveRule ||
				other.Method() == second.InsufficientMaterial
			if over != (own.Over() != mailbox.Goes) {
				t.Fatalf("%v, clock %d: ending %v, corentings/chess has %v", &own.Position, own.Clock, own.Over(), other.Method())
			}
			found[other.Method()]++
		}
	}
	for _, m := range []second.Method{second.FivefoldRepetition, second.SeventyFiveMoveRule, second.InsufficientMaterial} {
		if found[m] == 0 {
			t.Errorf("no game ended by %v", m)
		}
	}
}
