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

// game plays words from a position; its goal is the end.
func game(t testing.TB, start, words string) *Game {
	t.Helper()
	p, err := chess.ParsePosition(start)
	if err != nil {
		t.Fatal(err)
	}
	g := &Game{Start: p}
	for _, w := range strings.Fields(words) {
		m, err := p.ParseSAN(w)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves, p = append(g.Moves, m), p.Play(m)
	}
	g.Goal = p
	return g
}

// wander yields the moves of a game in which men mostly go back to where they came
// from, so that positions repeat.
func wander(src *rand.Rand, p chess.Position, plies int) iter.Seq2[chess.Move, chess.Position] {
	return func(yield func(chess.Move, chess.Position) bool) {
		var before [2]chess.Move // the last moves, by ply
		for i := range plies {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				return
			}
			m := moves[src.IntN(len(moves))]
			for _, back := range moves {
				if last := before[i%2]; last != 0 && back.From() == last.To() && back.To() == last.From() && src.IntN(8) > 0 {
					m = back
				}
			}
			before[i%2] = m
			p = p.Play(m)
			if !yield(m, p) {
				return
			}
		}
	}
}

const shuffle = "Nf3 Nf6 Ng1 Ng8 "

// TestLaws has games at and just beyond each ending.
func TestLaws(t *testing.T) {
	initial := chess.InitialPosition()
	pieces := "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1"
	round := "Rb1 Kd8 Ra1 Ke8 " // the same position after four plies
	for _, c := range []struct {
		what, start, words string
		clock, ply         int
		law                Ending
	}{
		{"four times and a fifth", initial.String(), strings.Repeat(shuffle, 4), 0, 16, Goes},
		{"on after the fifth time", initial.String(), strings.Repeat(shuffle, 4) + "e4", 0, 16, Fivefold},
		{"other rights are other positions", initial.String(), "Nf3 Nf6 Rg1 Ng8 Rh1 Nf6 " + strings.Repeat("Ng1 Ng8 Nf3 Nf6 ", 3) + "e4", 0, 19, Goes},
		{"and then five times", initial.String(), "Nf3 Nf6 Rg1 Ng8 Rh1 Nf6 " + strings.Repeat("Ng1 Ng8 Nf3 Nf6 ", 4) + "e4", 0, 21, Fivefold},
		{"en passant makes the first another position", "4k3/8/8/3pP3/8/8/8/R3K3 w - d6 0 1", strings.Repeat(round, 4) + "e6", 0, 17, Goes},
		{"without it the first counts", "4k3/8/8/3pP3/8/8/8/R3K3 w - - 0 1", strings.Repeat(round, 4) + "e6", 0, 16, Fivefold},
		{"clock 149 and a move to the goal", pieces, "Rb1", 149, 1, Goes},
		{"clock 149, a move, and one more", pieces, "Rb1 Kd8", 149, 1, SeventyFive},
		{"clock 149 and a pawn move", pieces, "e4 Kd8", 149, 2, Goes},
		{"clock 150 and a pawn move", pieces, "e4", 150, 0, SeventyFive},
		{"capture sets the clock back", "4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1", "Kxe2 Kd8 Rb1", 149, 3, Goes},
		{"no material", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Kd1", 0, 0, Dead},
		{"last man taken", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2 Kd8", 0, 1, Dead},
		{"last man taken at the goal", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2", 0, 1, Goes},
		{"a knight", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "Kd1", 0, 0, Dead},
		{"two knights", "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", "Kd1", 0, 1, Goes},
		{"a knight a side", "n3k3/8/8/8/8/8/8/N3K3 w - - 0 1", "Kd1", 0, 1, Goes},
		{"knight and bishop", "b3k3/8/8/8/8/8/8/N3K3 w - - 0 1", "Kd1", 0, 1, Goes},
		{"bishops of one color", "4kb2/8/8/8/8/8/8/B1B1K3 w - - 0 1", "Kd1", 0, 0, Dead},
		{"bishops of both colors", "4k1b1/8/8/8/8/8/8/B1B1K3 w - - 0 1", "Kd1", 0, 1, Goes},
		{"a pawn", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "Kd1", 0, 1, Goes},
	} {
		start := c.start
		if !strings.HasSuffix(start, " 1") {
			start += " 0 1"
		}
		g := game(t, start, c.words)
		g.Clock = c.clock
		if ply, law := FirstViolation(g); law != c.law || law != Goes && ply != c.ply || law == Goes && ply != len(g.Moves) {
			t.Errorf("%s: violation by %v after %d, want %v after %d", c.what, law, ply, c.law, c.ply)
		}
		for _, rules := range []Rules{Basic, FIDE} {
			v := Verifier{Rules: rules}
			err := v.Verify(g)
			var law *LawError
			switch {
			case rules == Basic || c.law == Goes:
				if err != nil {
					t.Errorf("%s, %v: %v", c.what, rules, err)
				}
			case !errors.As(err, &law) || law.Ply != c.ply || law.Law != c.law.String() || !errors.Is(err, ErrNotProven):
				t.Errorf("%s, %v: %v, want %v after %d", c.what, rules, err, c.law, c.ply)
			}
		}
	}
}

// TestTrackerAgreesWithVerifier on long games with many reversible moves, in which it
// also takes moves back.
func TestTrackerAgreesWithVerifier(t *testing.T) {
	src := source(7)
	starts := []string{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "kb6/8/p1p5/P1P5/8/8/8/K7 w - - 0 1", "k7/p1p5/8/8/8/8/P1P5/K7 w - - 0 1",
		"8/8/8/4k3/8/8/4K3/8 w - - 0 1", "k7/2p5/K1P5/8/8/8/8/7n b - - 0 1"}
	n := testkit.Size(100, 400)
	found := map[Ending]int{}
	for i := range n {
		start, err := chess.ParsePosition(starts[i%len(starts)])
		if err != nil {
			t.Fatal(err)
		}
		var own mailbox.Game
		from, err := mailbox.Parse(start.String())
		if err != nil {
			t.Fatal(err)
		}
		clock := src.IntN(151)
		own.Start(from, clock, true)
		var tracker tracker
		tracker.start(start, clock)
		p := start
		for m, after := range wander(src, start, 60) {
			if _, err := own.PlayText(m.String()); err != nil {
				t.Fatal(err)
			}
			// A detour, taken back.
			if moves := after.Moves(nil); len(moves) > 0 {
				d := moves[src.IntN(len(moves))]
				tracker.play(m, after)
				tracker.play(d, after.Play(d))
				tracker.undo(2)
			}
			tracker.play(m, after)
			p = after
			law := tracker.over()
			found[law]++
			if law != own.Over() || tracker.clock() != own.Clock || tracker.plies() != own.Plies || tracker.budget() != max(0, 150-own.Clock) {
				t.Fatalf("%v: tracker has %v, clock %d; verifier %v, %d", p, law, tracker.clock(), own.Over(), own.Clock)
			}
		}
	}
	t.Log(found)
	for _, law := range []Ending{Goes, Fivefold, SeventyFive, Dead} {
		if found[law] == 0 {
			t.Errorf("never %v", law)
		}
	}
}

// TestEndingsAgreeWithSecondProgram: games of corentings/chess end by themselves where
// the laws here say so. (It takes en passant by the look of the pawns, so there is none
// in these games.)
func TestEndingsAgreeWithSecondProgram(t *testing.T) {
	src := source(8)
	found := map[second.Method]int{}
	for i := range 120 {
		fen := []string{"4k3/8/8/8/8/8/4p3/R3K2R w KQ - 120 1", "k1b5/8/8/8/8/8/1b6/K1B5 w - - 0 1", "k7/8/8/8/8/8/8/KNn5 w - - 140 1",
			"k7/3p4/8/8/8/8/8/K1N5 w - - 0 1", "8/p7/k1K5/P7/8/8/8/8 b - - 0 1"}[i%5]
		opt, err := second.FEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		f, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		start, err := f.Setup.Position()
		if err != nil {
			t.Fatal(err)
		}
		other := second.NewGame(opt)
		var tracker tracker
		tracker.start(start, f.Halfmove)
		for m, p := range wander(src, start, 80) {
			if tracker.over() != Goes {
				break
			}
			tracker.play(m, p)
			if err := other.PushNotationMove(m.String(), second.UCINotation{}, nil); err != nil {
				t.Fatal(err)
			}
			over := other.Method() == second.FivefoldRepetition || other.Method() == second.SeventyFiveMoveRule || other.Method() == second.InsufficientMaterial
			if over != (tracker.over() != Goes) {
				t.Fatalf("%v, clock %d: %v, corentings has %v", p, tracker.clock(), tracker.over(), other.Method())
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

func TestTrackerZeroValue(t *testing.T) {
	var tracker tracker
	p := chess.InitialPosition()
	if tracker.over() != Goes || tracker.budget() != 150 || tracker.plies() != 0 || tracker.times(&p) != 1 {
		t.Errorf("%+v", tracker)
	}
	defer func() {
		if recover() == nil {
			t.Error("undoes a move that was not made")
		}
	}()
	tracker.undo(1)
}

// undo takes back the last n moves. It panics if there are fewer.
func (t *tracker) undo(n int) {
	if n < 0 || n > t.plies() {
		panic("replay: more moves to undo than were made")
	}
	t.line = t.line[:len(t.line)-n]
}
