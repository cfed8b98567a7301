package numbers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/plan"
	"chesscensus/survey/report"
)

// inventedEdition returns an edition of three phases with round numbers and without a record.
func inventedEdition(name string, legal, half float64) *Edition {
	r := new(report.Report)
	r.Space, r.Size, r.Hash, r.Seed, r.Shards, r.Done, r.Draws = "made", "1000000000000", "0123456789abcdef", 5, 10, 4, 1_234_567
	r.Builds = []string{"old", "devel 0123456789abcdef0123456789abcdef01234567 go1.26"}
	r.Phases = []plan.Phase{{Name: "rules"}, {Name: "all kernels"}, {Name: "game"}}
	low := stats.Estimate{Value: legal, Lo: legal - half, Hi: legal + half, StdErr: half / 1.96, Confidence: 0.95, Hits: 980}
	r.Estimate.Low, r.Estimate.High = low, low
	r.Estimate.Lo, r.Estimate.Hi = low.Lo, low.Hi
	r.Estimate.OpenDraws = 4
	r.Estimate.Phases = []design.PhasePart{{Judged: 1_234_567, Share: 0.5}, {Judged: 2_600_000, Share: 0.25}, {Judged: 1000, Share: 0.25}}
	men := func(value string, x float64) report.Item {
		return report.Item{Value: value, Low: stats.Estimate{Value: x, Lo: x * 0.9, Hi: x * 1.1}}
	}
	r.Groups = []report.Group{{Name: "Castling, rights of", Items: []report.Item{men("KQ", legal/4), men("-", legal/2), men("Kk q", legal/8)}}, {Name: "none"}}
	r.Verdicts = []report.VerdictShare{{Label: "Legal", Share: 0.125}, {Label: "NoLastMove", Share: 0.0000087}}
	return &Edition{Name: name, Dir: filepath.Join("some", "folder"), Report: r, Trace: []report.Point{{CPU: 10}, {CPU: 7680}}}
}

// textsByName returns the texts of values by name.
func textsByName(list []Value) map[string]string {
	byName := map[string]string{}
	for _, v := range list {
		byName[v.Name] = v.Text
	}
	return byName
}

// TestValuesOfAnInventedEdition checks values of every kind, computed by hand.
func TestValuesOfAnInventedEdition(t *testing.T) {
	e := inventedEdition("first", 2e9, 1e7)
	got := textsByName(e.figures().values("x."))
	for name, want := range map[string]string{
		"x.folder": "folder", "x.size-short": "1.00 × 10¹²", "x.share-legal": "0.200 %", "x.seed": "5", "x.plan": "01234567", "x.shards": "10", "x.shards-done": "4",
		"x.program": "devel 0123456789ab go1.26", "x.half-width": "0.500 %", "x.draws": "1 234 567", "x.draws-short": "1.23 × 10⁶",
		"x.judged.all-kernels": "2 600 000", "x.millions.all-kernels": "3", "x.variance.rules": "50 %",
		// 1000 draws were judged to the end: 980 games, 4 open, so 16 refuted.
		"x.games": "1 000", "x.games-found": "980", "x.without-game": "20", "x.refuted-late": "16", "x.per-myriad-refuted": "160.0", "x.per-myriad-open": "40.0", "x.open": "4",
		"x.cpu": "2 h 08 min", "x.mode.castling-rights-of": "-", "x.part.castling-rights-of.KQ.share": "25.0 %", "x.part.castling-rights-of.-.share": "50.0 %",
		"x.part.castling-rights-of.kk-q.share": "12.5 %", "x.verdict.Legal": "12.5 %", "x.verdict.NoLastMove": "0.000870 %",
		// (1.96/0.0001)^2 x 499 draws for 0.01 %.
		"x.simple.draws": "2 × 10¹¹", "x.simple.games": "4 × 10⁸", "x.range": "0.500 %", "x.gap": "0.000 %", "x.size": "1000000000000",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	for name := range got {
		if strings.HasPrefix(name, "x.settled") || strings.HasPrefix(name, "x.mode.none") {
			t.Errorf("%s is there and cannot be known", name)
		}
	}
	e.Report.Supplement = &report.Supplement{Whole: "4000000000000", Size: "3000000000000", Draws: 5000}
	e.Report.UpperBound, e.Report.Later, e.Trace, e.Report.Builds = true, &report.Later{Legal: 3, Illegal: 2, Listed: 9}, nil, nil
	got = textsByName(e.figures().values("x."))
	if got["x.size"] != "4000000000000" || got["x.then.size"] != "1000000000000" || got["x.supplement.draws"] != "5 000" || got["x.share-legal"] != "0.0500 %" {
		t.Errorf("with a supplement: %v", got)
	}
	if _, ok := got["x.games"]; ok || got["x.settled-legal"] != "3" || got["x.listed-open"] != "9" || got["x.cpu"] != "0 s" || got["x.program"] != "unknown" {
		t.Errorf("an upper bound has games: %v", got)
	}
}

// TestHeadlineOfEquals checks that the headline is the newer of two editions with equal ranges, and else the narrower one.
func TestHeadlineOfEquals(t *testing.T) {
	a, b, c := inventedEdition("first", 2e9, 1e7), inventedEdition("second", 2e9, 1e7), inventedEdition("third", 2e9, 5e6)
	for want, list := range map[*Edition][]*Edition{b: {a, b}, a: {a}, c: {c, a, b}} {
		testkit.Equal(t, (&Record{Editions: list}).Headline(), want, len(list), want.Name)
	}
	if c, err := (&Record{Editions: []*Edition{a}}).Combined(); c != nil || err != nil {
		t.Errorf("one edition is combined with %v, %v", c, err)
	}
}

// TestCombinedOfThree checks known answers: half-widths 2, 1 and 1 have the weights 1/9, 4/9 and 4/9, the mean of 9, 13 and 12 is 109/9,
// and Q is 1.96^2 ((28/9)^2/4 + (8/9)^2 + (1/9)^2) = 12.38. Each pair has its figures, and the finest difference is
// that of the two narrow ones.
func TestCombinedOfThree(t *testing.T) {
	var r Record
	for i, e := range []*Edition{inventedEdition("first", 9e9, 2e9), inventedEdition("second", 13e9, 1e9), inventedEdition("third", 12e9, 1e9)} {
		e.Report.Seed = uint64(i)
		r.Editions = append(r.Editions, e)
	}
	c := testkit.Must(r.Combined())(t)
	got := textsByName(r.combined(c))
	for name, want := range map[string]string{
		"combined.weight-first": "0.111", "combined.weight-third": "0.444",
		"combined.proven": "(1.21 ± 0.07) × 10¹⁰", "combined.half-width": "5.50 %", "combined.range": "5.51 %",
		"combined.q": "12.38", "combined.df": "2", "combined.p": "0.00",
		"first-second.z": "-3.51", "second-third.z": "1.39", "combined.largest-z": "3.51",
		"combined.editions": "three", "combined.detectable": "17 %",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
}

// TestPairSaysTheWorstPart checks that a pair has the least adjusted p and the largest distance of all parts.
func TestPairSaysTheWorstPart(t *testing.T) {
	got := textsByName(pairFigures(&report.Comparison{Z: -0.68, P: 0.496, Parts: []report.Part{{Z: -2.3, Holm: 0.4}, {Z: 1.1, Holm: 1}}}).values("x."))
	for name, want := range map[string]string{"z": "-0.68", "p": "0.50", "parts": "2", "least-p-holm": "0.4", "largest-z": "2.3"} {
		if got["x."+name] != want {
			t.Errorf("%s is %q, want %q", name, got["x."+name], want)
		}
	}
}

// TestFolders checks that folders with a plan come in the order of the editions, without those that are unfinished.
func TestFolders(t *testing.T) {
	root := t.TempDir()
	for _, file := range []string{"second/plan.json", "first/plan.json", "third/plan.json", "third/unfinished", "fourth/README.md"} {
		path := filepath.Join(root, "records", file)
		testkit.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
		testkit.OK(t, os.WriteFile(path, nil, 0o600))
	}
	if dirs := Folders(root); len(dirs) != 2 || filepath.Base(dirs[0]) != "first" || filepath.Base(dirs[1]) != "second" {
		t.Errorf("%q", dirs)
	}
}

// TestSlug: castling rights keep their letters, other names get small ones, and signs that are no letter, digit or hyphen go.
func TestSlug(t *testing.T) {
	for s, want := range map[string]string{"KQkq": "KQkq", "": "", "promoted men, at least 1": "promoted-men-at-least-1", "Kings  side": "kings--side", "É? 5": "-5"} {
		testkit.Equal(t, slug(s), want, s)
	}
}
