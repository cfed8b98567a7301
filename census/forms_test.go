package census

import (
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"github.com/holiman/uint256"
	"gonum.org/v1/plot/plotter"

	"chesscensus/census/internal/figures"
	"chesscensus/chess"
	"chesscensus/internal/digits"
	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/cache"
	"chesscensus/legality/proofkernel/search"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/survey"
)

// TestFunctionsRefuseBadPositions checks that functions of a position return an error of at most 500 bytes, and do not panic, for texts that
// are no setup. Those that demand a position return an error for setups that are none, too.
func TestFunctionsRefuseBadPositions(t *testing.T) {
	t.Setenv(cache.DirEnv, t.TempDir())
	functions := map[string]func(string) error{
		"Judge":        func(s string) error { _, err := Judge(s); return err },
		"Ask":          func(s string) error { _, err := Ask(s); return err },
		"LastMoves":    func(s string) error { _, err := LastMoves(s); return err },
		"ProofGame":    func(s string) error { _, err := ProofGame(s); return err },
		"ShortestGame": func(s string) error { _, err := ShortestGame(s); return err },
		"FindKernel":   func(s string) error { _, err := FindKernel(s); return err },
		"Mate":         func(s string) error { _, err := Mate(s, 1); return err },
		"Rank":         func(s string) error { _, err := Rank("", s); return err },
		"Board":        func(s string) error { _, err := Board(s); return err },
		"Boards":       func(s string) error { _, err := Boards([]string{"8/8/8/8/8/8/8/8 w - -", s}, nil); return err },
		"FEN":          func(s string) error { _, err := FEN(s); return err },
	}
	for name, call := range functions {
		for _, text := range []string{"", "x", "8/8", "9/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8 red - -", strings.Repeat("8/", 5000)} {
			if err := call(text); err == nil || len(err.Error()) > 500 {
				t.Errorf("%s(%.20q): error %v, want one of at most 500 bytes", name, text, err)
			}
		}
	}
	for _, name := range []string{"ProofGame", "ShortestGame", "Mate", "FindKernel"} { // these demand a position, not any setup
		for _, text := range []string{"8/8/8/8/8/8/8/8 w - -", "kk6/8/8/8/8/8/8/K7 w - -", "k6P/8/8/8/8/8/8/K7 w - -", "k7/R7/8/8/8/8/8/K7 w - -"} {
			testkit.FailsWith(t, functions[name](text), "", name, text)
		}
	}
	if err := functions["Boards"]("x"); err == nil || !strings.HasPrefix(err.Error(), "board 2: ") {
		t.Errorf("the second of two boards: error %v, want one that names board 2", err)
	}
}

// TestFunctionsRefuseBadNames checks that errors name the space, rank, number of draws, material or move that is invalid.
func TestFunctionsRefuseBadNames(t *testing.T) {
	for what, err := range map[string]error{
		"no-such-space":      errorOf(OpenSpace("no-such-space")),
		"men<=x":             errorOf(OpenSpace("ranked|men<=x")),
		"-1 draws":           errorOf(Draws("", 1, -1)),
		"1000001 draws":      errorOf(Draws("", 1, maxDraws+1)),
		"KXK":                errorOf(Endgame("KXK")),
		"KQ":                 errorOf(Derivation("KQ")),
		"Nf4":                errorOf(Play("1. e4 e5 2. Nf4")),
		"minus":              errorOf(Unrank("", "minus")),
		"1e3":                errorOf(Unrank("ranked", "1e3")),
		"nosuch":             errorOf(Unrank("nosuch", "1")),
		`condition "nosuch"`: errorOf(Size("ranked|nosuch")),
		`condition ""`:       errorOf(Size("|")),
		"-5":                 errorOf(Unrank("", "-5")),
	} {
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("error %v, want one that names %s", err, what)
		}
	}
	size := testkit.Must(Size("naive"))(t)
	testkit.Fails(Unrank("naive", size.String()))(t, "", "a rank as large as the size")
	if none, err := Draws("naive", 1, 0); err != nil || len(none) != 0 {
		t.Errorf("no draws: %v, error %v, want an empty list", none, err)
	}
}

// errorOf returns the error of a call.
func errorOf[T any](_ T, err error) error { return err }

// TestNilHasNoForm checks that nil pointers and values of other packages have no form, and that empty lists have one.
func TestNilHasNoForm(t *testing.T) {
	for _, v := range []any{nil, (*Table)(nil), (*ProofKernel)(nil), (*Mates)(nil), (*Compared)(nil), (*Proven)(nil), (*Game)(nil), (*Report)(nil), (*Estimated)(nil), struct{}{}, []int{1}, 3, "text"} {
		if form, ok := rich(v); ok {
			t.Errorf("%T has the form %+v, want none", v, form)
		}
	}
	for text, v := range map[string]any{"last moves: 0": []LastMove(nil), "stage": []Say(nil)} {
		if form, ok := rich(v); !ok || !strings.Contains(form.Text, text) {
			t.Errorf("%T: %+v, want the text %q", v, form, text)
		}
	}
}

// TestConclusionIsRounded checks the conclusion of a survey if all hits, none or some are proven, and without hits: its numbers are rounded by
// their intervals, and it says what was proven. Limits of small numbers have no exponent.
func TestConclusionIsRounded(t *testing.T) {
	low := stats.Estimate{Value: 5.42001e44, Lo: 4.83787e44, Hi: 6.00216e44, Confidence: 0.95, Hits: 314}
	high := low
	high.Value, high.Lo, high.Hi = 5.6e44, 5.01e44, 6.19e44
	for name, c := range map[string]struct {
		result stats.Result
		want   string
	}{
		"proven": {stats.Result{Low: low, High: low, InCount: 314}, "(5.4 ± 0.6)e44 legal positions (95 % confidence), each hit proven by a game"},
		"refuted": {stats.Result{High: high, OpenCount: 320, OpenShare: 0.064},
			"at most (5.6 ± 0.6)e44 legal positions (95 % confidence)\n6.4 % of the draws are not refuted at effort kernel, and none"},
		"both": {stats.Result{Low: low, High: high, InCount: 314, OpenCount: 6, Lo: low.Lo, Hi: high.Hi},
			"between (5.4 ± 0.6)e44 legal positions (proven) and (5.6 ± 0.6)e44 (not refuted)\nchance (95 % confidence) and undecided draws together: 4.83e44 to 6.19e44"},
		"none": {stats.Result{High: stats.Estimate{Hi: 3e42, Confidence: 0.95}, OpenCount: 1}, "0, at most 3.00e42 legal positions (95 % confidence)\n"},
	} {
		if got := figures.Conclusion(&Report{Estimate: c.result, Effort: Kernel}); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	testkit.Equal(t, digits.Interval(81_396.8, 118_603).Plain(), "81 396 to 118 603", "small limits")
}

// TestTableSetsWordsLeft checks that the first column and columns of words are set to the left, numbers to the right, in both forms,
// and that HTML is escaped.
func TestTableSetsWordsLeft(t *testing.T) {
	form := NewTable("name", "n", "word").Add("a<b", 1.5, "x").Add("long name", 1234567, "").form()
	want := "name               n  word\n" + "a<b              1.5  x\n" + "long name  1 234 567"
	if form.Text != want {
		t.Errorf("got\n%s\nwant\n%s", form.Text, want)
	}
	for _, cell := range []string{`<td style="text-align:left;padding:1px 10px">a&lt;b</td>`, `<td style="text-align:right;padding:1px 10px">1.5</td>`, `<td style="text-align:left;padding:1px 10px">x</td>`, `<th style="text-align:right;padding:1px 10px">n</th>`} {
		if !strings.Contains(form.HTML, cell) {
			t.Errorf("no %s in\n%s", cell, form.HTML)
		}
	}
	testkit.Equal(t, NewTable("a", "b").Add(1).Add(1, 2, 3).String(), "a  b\n1\n1  2  3", "rows of one and three values")
}

// TestEstimateSaysHowItEnded checks the last line of an estimate that ended as planned, was stopped, or missed its precision.
func TestEstimateSaysHowItEnded(t *testing.T) {
	e := &Estimated{Legal: Published, NotRefuted: Published, Lo: Published.Lo, Hi: Published.Hi, Plan: Plan{Space: "made", Seed: 3, Precision: 0.001}, Needs: 90 * time.Minute}
	for _, c := range []struct {
		stopped, missed bool
		want            string
	}{
		{false, false, "draws"}, // and nothing after it
		{true, false, "; stopped before the end"},
		{true, true, "; stopped before the end"},
		{false, true, "a half-width of 0.1 % takes about"},
	} {
		e.Stopped, e.Missed = c.stopped, c.missed
		form := estimateForm(e)
		last := form.Text[strings.LastIndexByte(form.Text, '\n')+1:]
		if !strings.HasPrefix(last, "made, seed 3, ") || !strings.Contains(last, c.want) || (c.want == "draws") != strings.HasSuffix(last, "draws") {
			t.Errorf("stopped %v, missed %v: the last line is %q, want %q", c.stopped, c.missed, last, c.want)
		}
	}
}

// TestVerdictsInWords checks that every known reason and label of a table has words instead of its name in the program, and that an unknown
// label stays as it is. The short form of a verdict has its reason, if that is known.
func TestVerdictsInWords(t *testing.T) {
	for label, want := range map[string]string{survey.LegalLabel: "legal: ", survey.UnknownLabel: "unknown: ", survey.GaveUpLabel: "unknown: "} {
		if got := verdictWords(label, false); !strings.HasPrefix(got, want) {
			t.Errorf("%s is %q, want %q and more", label, got, want)
		}
	}
	for reason := range verdict.KnownReasons() {
		got, want := verdictWords(reason.String(), false), "illegal: "+reason.Text()
		named := len(reason.String()) > 8 && strings.Contains(got, reason.String()) // a short name may be a word
		if got != want || named {
			t.Errorf("%v is %q, want %q, without its name", reason, got, want)
		}
	}
	testkit.Equal(t, verdictWords("of tomorrow", false), "of tomorrow")
	v := Verdict{Outcome: Illegal, Why: "too many kings", Words: "illegal: kings (rules): a1, b1"}
	testkit.Equal(t, v.short(), "illegal, too many kings")
	v.Why = ""
	testkit.Equal(t, v.short(), "illegal")
}

// TestKernelWords checks the words for captures and steps of kernels.
func TestKernelWords(t *testing.T) {
	for want, m := range map[string]search.Move{
		"a black officer takes a white queen":                                          {Color: chess.Black, Victim: search.Queen},
		"a white officer takes a black pawn on the h-file":                             {Color: chess.White, Victim: search.Pawn, ToFile: 7},
		"the white pawn of the b-file takes a black light-square bishop on the c-file": {Color: chess.White, Pawn: true, File: 1, Victim: search.LightBishop, ToFile: 2},
		"the black pawn of the a-file takes a white promoted pawn on the b-file and becomes a knight": {
			Color: chess.Black, Pawn: true, Victim: search.Promoted, ToFile: 1, Promotion: search.Knight},
	} {
		testkit.Equal(t, captureWords(m), want)
	}
	for want, step := range map[string]search.Step{
		"the white pawn on e2 goes to e4":                     {Color: chess.White, Role: chess.Pawn, From: chess.E2, To: chess.E4},
		"a black officer takes on e4":                         {Color: chess.Black, To: chess.E4, Capture: true},
		"the black pawn on a2 takes on b1 and becomes a rook": {Color: chess.Black, Role: chess.Pawn, From: chess.A2, To: chess.B1, Capture: true, Promotion: chess.Rook},
	} {
		testkit.Equal(t, stepWords(step), want)
	}
}

// TestFormsOfOtherPackages checks the forms of gonum's plotters, gota's groups, and estimates behind a pointer, in a slice and in a map.
func TestFormsOfOtherPackages(t *testing.T) {
	e := Interval{Value: 4.8e44, Lo: 4.79e44, Hi: 4.81e44}
	frame := dataframe.New(series.New([]string{"b", "a", "b"}, series.String, "s"))
	for _, c := range []struct {
		v          any
		html, text string
	}{
		{&plotter.Line{XYs: plotter.XYs{{X: 1, Y: 2}, {X: 2, Y: 3}}}, "<svg", "a plot"},
		{plotter.NewGrid(), "<svg", "a plot"},
		{frame.GroupBy("s"), ">b<", "group  rows\na         1\nb         2"},
		{&e, "10⁴⁴", "(4.800 ± 0.010)e44"},
		{[]Interval{e}, "10⁴⁴", "(4.800 ± 0.010)e44"},
		{map[string]*Interval{"x": &e}, "10⁴⁴", "(4.800 ± 0.010)e44"},
	} {
		if r, ok := rich(c.v); !ok || !strings.Contains(r.HTML, c.html) || !strings.Contains(r.Text, c.text) {
			t.Errorf("%T: want %q in\n%.200s\nand %q in\n%s", c.v, c.html, r.HTML, c.text, r.Text)
		}
	}
}

// TestByRule checks that a survey by a rule of one's own claims no proofs and no effort, and an upper bound if the rule leaves all draws open.
// Invalid outcomes and spaces are errors; the spaces also for Frame.
func TestByRule(t *testing.T) {
	atMost27Men := func(s Setup) Verdict {
		if s.Board.Occupied().Count() > 27 {
			return Verdict{Outcome: Illegal, Why: "more than 27 men"}
		}
		return Verdict{Outcome: Legal}
	}
	r := testkit.Must(Survey(Sample{Draws: 200, Judge: atMost27Men}))(t)
	form, _ := rich(r)
	for _, claim := range []string{"proven", "effort", "Filtered"} {
		if strings.Contains(form.Text, claim) {
			t.Errorf("a rule claims %q in\n%s", claim, form.Text)
		}
	}
	testkit.Contains(t, form.Text, "200 draws, by a rule of your own", "\nillegal ", "\nlegal ")
	open := testkit.Must(Survey(Sample{Draws: 50, Judge: func(Setup) Verdict { return Verdict{Outcome: Unknown} }}))(t)
	if form, _ := rich(open); !strings.Contains(form.Text, "at most") || strings.Contains(form.Text, " to ") || !strings.Contains(form.Text, "not refuted by a rule of your own") {
		t.Errorf("want a bound by a rule, without a lower end:\n%s", form.Text)
	}
	for want, s := range map[string]Sample{
		"want Legal, Illegal or Unknown": {Draws: 3, Judge: func(Setup) Verdict { return Verdict{Outcome: 77} }},
		"has size 0, want":               {Draws: 3, Set: panickingSpace{0}},
		"has size -5, want":              {Draws: 3, Set: panickingSpace{-5}},
		"no ranks here":                  {Draws: 3, Set: panickingSpace{9}},
	} {
		testkit.Fails(Survey(s))(t, want)
		if _, err := Frame(s); err == nil && s.Set != nil {
			t.Errorf("a frame without an error, want %q", want)
		}
	}
}

// A panickingSpace is a space of a size whose draws panic.
type panickingSpace struct{ n int64 }

func (s panickingSpace) Name() string                  { return "sized" }
func (s panickingSpace) Size() *big.Int                { return big.NewInt(s.n) }
func (panickingSpace) Unrank(*Draw, *uint256.Int)      { panic("no ranks here") }
func (panickingSpace) Rank(*Draw) (uint256.Int, error) { return uint256.Int{}, sampler.ErrNotInSpace }

// TestNothingPanics calls the functions of the package with what a notebook may well pass on by mistake: nil, and values that were never set.
// Each answers, or returns an error.
func TestNothingPanics(t *testing.T) {
	few := Sample{Draws: 20, Effort: Static}
	for name, f := range map[string]func() (any, error){
		"CheckSpace(nil)":        func() (any, error) { return CheckSpace(nil) },
		"CompareSpaces(nil)":     func() (any, error) { return CompareSpaces(20, nil, nil) },
		"Mean(nil)":              func() (any, error) { return Mean(Sample{Draws: 100}, nil) },
		"Tabulate(nil)":          func() (any, error) { return Tabulate(few, nil, nil) },
		"Sliders(nil)":           func() (any, error) { return Sliders(nil, Slider{To: 3}) },
		"Player(zero)":           func() (any, error) { return Player(&Game{}) },
		"Plot(nil)":              func() (any, error) { return Plot((*Report)(nil)) },
		"Plot(nil Compared)":     func() (any, error) { return Plot((*Compared)(nil)) },
		"Plot(nil Estimated)":    func() (any, error) { return Plot((*Estimated)(nil)) },
		"Plot(zero)":             func() (any, error) { return Plot(&Report{}) },
		"Plot(zero Compared)":    func() (any, error) { return Plot(&Compared{}) },
		"Plot(zero Estimated)":   func() (any, error) { return Plot(&Estimated{}) },
		"Judge(Position{})":      func() (any, error) { return Judge(Position{}) },
		"Judge(Setup{})":         func() (any, error) { return Judge(Setup{}) },
		"Board(Position{})":      func() (any, error) { return Board(Position{}) },
		"LastMoves(Position{})":  func() (any, error) { return LastMoves(Position{}) },
		"ForcedMoves(Setup{})":   func() (any, error) { return ForcedMoves(Setup{}, -1) },
		"ProofGame(Position{})":  func() (any, error) { return ProofGame(Position{}) },
		"ShortestGame(Setup{})":  func() (any, error) { return ShortestGame(Setup{}) },
		"FindKernel(Position{})": func() (any, error) { return FindKernel(Position{}) },
		"Mate(Position{})":       func() (any, error) { return Mate(Position{}, 2) },
		"Ask(Setup{})":           func() (any, error) { return Ask(Setup{}) },
		"ByMen(nil)":             func() (any, error) { return ByMen(nil), nil },
		"Rounded(zero)":          func() (any, error) { return Rounded(Interval{}), nil },
		"Percent(NaN)":           func() (any, error) { return Percent(math.NaN()), nil },
		"Endgame(empty)":         func() (any, error) { return Endgame("") },
		"Derivation(empty)":      func() (any, error) { return Derivation("") },
		"Watch(empty)":           func() (any, error) { return Watch("") },
		"OpenSpace(empty)":       func() (any, error) { return OpenSpace("") },
		"Find(nil, -1)":          func() (any, error) { return Find(few, -1, nil) },
		"Size(nosuch)":           func() (any, error) { return Size("nosuch") },
		"Survey(typed nil)":      func() (any, error) { return CheckSpace((*never)(nil)) },
		"Show(nil)": func() (any, error) {
			Show((*Report)(nil), (*Compared)(nil), (*Estimated)(nil), (*Game)(nil), (*Mates)(nil))
			return nil, nil
		},
		"Show(zero)": func() (any, error) {
			Show(Report{}, Compared{}, Estimated{}, Verdict{}, Picture{}, Interval{}, Mates{}, Found{})
			return nil, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("panics: %v", p)
				}
			}()
			f()
		})
	}
}

// never is a space without methods of its own.
type never struct{ sampler.Space }

// TestNeedWithoutHits checks that a comparison does not tell how many draws a space needs of which no draw is legal: nothing is known of its
// variance, and 0 is wrong.
func TestNeedWithoutHits(t *testing.T) {
	text := comparedForm(testkit.Must(Compare(100, "ranked", "material"))(t)).Text
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "material") && !strings.HasSuffix(strings.TrimSpace(line), "e45") {
			t.Errorf("a need beside no hits: %s", text)
		}
	}
}
