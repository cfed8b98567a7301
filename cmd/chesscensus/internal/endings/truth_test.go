package endings

import (
	"context"
	"flag"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/endgame"
	"chesscensus/legality/verdict"
)

var long = flag.Bool("long", false, "run the tests that take minutes")

// engine returns an engine of an effort.
func engine(t *testing.T, effort verdict.Effort) *legality.Engine {
	t.Helper()
	return testkit.Must(legality.New(legality.Options{Effort: effort}))(t)
}

// material parses the name of a material.
func material(t *testing.T, name string) endgame.Material {
	t.Helper()
	return testkit.Must(endgame.ParseMaterial(name))(t)
}

// compare judges cases, reports every contradiction as a test error, and returns the report.
func compare(t *testing.T, e *legality.Engine, name string, cases []Case) *truthReport {
	t.Helper()
	r, err := compareTruth(context.Background(), e, cases)
	if err != nil || e.Err() != nil {
		t.Fatal(err, e.Err())
	}
	for _, c := range r.Contradictions {
		t.Errorf("%s: %v", name, c)
	}
	if r.Total() == 0 {
		t.Errorf("%s: no case", name)
	}
	return r
}

// TestEngineAgreesWithTables compares the engine, with and without games, with the classes of all kinds of setups of small materials.
func TestEngineAgreesWithTables(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	testkit.Unraced(t)
	names, n := []string{"KQK", "KRK", "KBK", "KNK", "KPK"}, 20
	if testing.Short() {
		names, n = names[1:2], 10
	}
	if *long {
		n = 200
		for _, m := range endgame.All(4) {
			names = append(names, m.String())
		}
	}
	for _, name := range names {
		cases := testkit.Must(tableCases(context.Background(), material(t, name), n, 1))(t, name)
		for _, effort := range []verdict.Effort{verdict.Kernel, verdict.Game} {
			r := compare(t, engine(t, effort), name, cases)
			// Beyond agreement: what the tables refute the engine refutes as well.
			if left := r.Counts[Refuted][verdict.Unknown]; left > 0 {
				t.Errorf("%s: %d refuted setups are unknown to the engine at effort %v: %v", name, left, effort, r.Undecided)
			}
		}
	}
}

// TestEngineAgreesOnFiveMen compares the engine with random setups of 5 men, whose classes come from a few moves back.
func TestEngineAgreesOnFiveMen(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	testkit.Unraced(t)
	names, n, tries := []string{"KRPKN", "KPPKP", "KBPPK", "KQKRB"}, 10, 20000
	if testing.Short() {
		names, n, tries = names[:1], 3, 4000
	} else if *long {
		names = nil
		for _, m := range endgame.All(5) {
			names = append(names, m.String())
		}
	}
	e := engine(t, verdict.Game)
	for _, name := range names {
		cases := randomCases(material(t, name), n, tries, 1)
		r := compare(t, e, name, cases)
		if r.Counts[Chained][verdict.Legal]+r.Isolated == 0 || r.Counts[Refuted][verdict.Illegal] == 0 {
			t.Errorf("%s: %+v: nothing decided", name, r.Counts)
		}
	}
}

// TestIsolated judges setups with a bishop that cannot have reached its square, and similar ones.
func TestIsolated(t *testing.T) {
	e := engine(t, verdict.Kernel)
	for fen, want := range map[string]bool{
		"8/8/4k3/8/8/4K3/1P6/B7 b - - 0 1":                         true, // figure 5
		"b7/1p6/4k3/8/8/4K3/8/8 w - - 0 1":                         true,
		"8/8/4k3/8/8/4K3/P1P5/1B6 b - - 0 1":                       true,
		"8/8/4k3/8/8/4K3/6P1/7B b - - 0 1":                         true,
		"8/8/4k3/8/8/4K3/1P1P4/2B5 b - - 0 1":                      false, // at home
		"8/8/4k3/8/8/4K3/1P6/b7 b - - 0 1":                         false, // a black one, promoted there
		"8/8/4k3/8/8/4K3/1p6/B7 b - - 0 1":                         false,
		"8/8/4k3/8/8/4K3/P7/1B6 b - - 0 1":                         false,
		"B7/1P6/4k3/8/8/4K3/8/8 b - - 0 1":                         false,
		"8/8/4k3/8/8/1P2K3/8/B7 b - - 0 1":                         false,
		"8/8/4k3/8/8/4K3/1P6/R7 b - - 0 1":                         false,
		"8/8/4k3/8/8/4K3/2P1P3/3B4 b - - 0 1":                      true,
		"8/8/4k3/8/8/4K3/4P1P1/5B2 w - - 0 1":                      false,
		"8/2p1p3/3b1k2/8/8/4K3/8/8 w - - 0 1":                      false,
		"3b4/2p1p3/5k2/8/8/4K3/8/8 w - - 0 1":                      true,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": false,
	} {
		s := testkit.Setup(t, fen)
		testkit.Equal(t, Isolated(&s.Board), want, fen)
		if v := e.Judge(context.Background(), s); (v.Outcome == verdict.Illegal) != want {
			t.Errorf("%s: the engine says %v, isolated is %v", fen, v, want)
		}
	}
}

// TestComesFromIsolated: the last move can only have been b2-b3, which uncovered a bishop that cannot have reached a1. The engine
// refutes such setups rightly. A setup with another last move is legal.
func TestComesFromIsolated(t *testing.T) {
	var cases []Case
	for _, fen := range []string{"8/1K6/8/4k3/8/1P6/8/B7 b - - 0 1", "7K/8/5k2/8/8/1P6/8/B7 b - - 0 1", "8/8/8/5k2/3K4/1P6/8/B7 b - - 0 1"} {
		s := testkit.Setup(t, fen)
		cases = append(cases, Case{Setup: s, Within: endgame.Derive(s, endgame.Within, 10), Beyond: endgame.Derive(s, endgame.Beyond, 3)})
	}
	r := compare(t, engine(t, verdict.Game), "KBPK", cases)
	if r.Counts[Chained][verdict.Illegal] != 2 || r.Isolated != 2 || r.Counts[Chained][verdict.Legal] != 1 {
		t.Errorf("%+v, want two chained setups illegal, as they come from isolated ones, and one legal", r)
	}
	if r, _ := compareTruth(context.Background(), constantJudge(verdict.Illegal), cases); len(r.Contradictions) != 1 {
		t.Errorf("always illegal: %d contradictions, want 1", len(r.Contradictions))
	}
}

// A constantJudge always gives the same verdict.
type constantJudge verdict.Outcome

func (j constantJudge) Judge(context.Context, chess.Setup) verdict.Verdict {
	return verdict.Verdict{Outcome: verdict.Outcome(j)}
}

// TestWrongJudges counts the contradictions of judges that are wrong on purpose.
func TestWrongJudges(t *testing.T) {
	testkit.Unraced(t)
	cases := testkit.Must(tableCases(context.Background(), material(t, "KBK"), 10, 3))(t)
	var kinds [Kinds]int
	for _, c := range cases {
		kinds[c.Kind()]++
	}
	for k, n := range kinds {
		if n == 0 {
			t.Errorf("no case that is %v", Kind(k))
		}
	}
	for outcome, want := range map[verdict.Outcome]int{
		verdict.Unknown: 0,
		verdict.Legal:   kinds[Invalid] + kinds[Refuted],
		verdict.Illegal: kinds[Chained],
	} {
		r, err := compareTruth(context.Background(), constantJudge(outcome), cases)
		if err != nil || len(r.Contradictions) != want || r.Total() != len(cases) {
			t.Errorf("always %v: %d contradictions (%v), want %d", outcome, len(r.Contradictions), err, want)
		}
		twice := new(truthReport)
		twice.Add(r)
		twice.Add(r)
		if twice.Total() != 2*len(cases) || len(twice.Contradictions) != 2*want || len(twice.Undecided) > 20 {
			t.Errorf("always %v: added up %d cases, %d contradictions", outcome, twice.Total(), len(twice.Contradictions))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	testkit.Fails(compareTruth(ctx, constantJudge(verdict.Unknown), cases))(t, context.Canceled, "cancelled")
}
