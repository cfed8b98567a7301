package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// smallPlan returns a valid plan of three phases.
func smallPlan() *Plan {
	return &Plan{Format: Format, Space: "ranked-repaired", Size: "1000", Stratification: "whole", Seed: 1<<64 - 1, Shards: 7,
		Phases: []Phase{{Name: "filter", Effort: "static"}, {Name: "kernel", Effort: "kernel"}, {Name: "game", Effort: "game", Nodes: 1e6}},
		Strata: []Stratum{{"a", "999", 1_000_003, []float64{0.25, 0.001}, 0.5, nil}, {"b", "1", 2, []float64{1, 0}, 0, nil}},
		Known:  []float64{0.6, 1}, Confidence: 0.95, Code: Code{Build: "devel", Signature: "0123456789abcdef"},
		Basis: Basis{Expected{4.8e44, 1e41, 2e-4, 600, 0.01, []float64{0.5, 0.25, 0.25}, nil}, Pilot{2, 100, []float64{3e-6, 1e-4, 1e-2}}}}
}

func TestParseReadsWhatAppendWrites(t *testing.T) {
	p := smallPlan()
	data := p.Append(nil)
	got, err := Parse(data)
	if err != nil || !reflect.DeepEqual(got, p) {
		t.Fatalf("%v\n%s\ngot %+v", err, data, got)
	}
	// Blanks and the order of fields do not change the hash.
	var m map[string]any
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber() // a float cannot hold the digits of the seed
	testkit.OK(t, d.Decode(&m))
	other := testkit.Must(json.Marshal(m))(t)
	if got, err = Parse(other); err != nil || got.Hash() != p.Hash() {
		t.Errorf("%v: hash of the reordered plan differs", err)
	}
}

// TestNonsenseIsNamed edits a plan: the error names the field and the expected value.
func TestNonsenseIsNamed(t *testing.T) {
	testkit.OK(t, smallPlan().Validate())
	for _, c := range []struct {
		field, want string
		edit        func(*Plan)
	}{
		{"format", "found 2, want 1", func(p *Plan) { p.Format = 2 }},
		{"space", "want a name", func(p *Plan) { p.Space = "" }},
		{"code.signature", "want a name", func(p *Plan) { p.Code.Signature = "" }},
		{"size", `found "-5", want a decimal number`, func(p *Plan) { p.Size = "-5" }},
		{"size", "found \"0\"", func(p *Plan) { p.Size = "0" }},
		{"size", "found \"\"", func(p *Plan) { p.Size = "" }},
		{"size", "found 5000 characters", func(p *Plan) { p.Size = strings.Repeat("9", 5000) }},
		{"shards", "found 0, want a number from 1 to 100000", func(p *Plan) { p.Shards = 0 }},
		{"confidence", "found 1, want a level above 0 and below 1", func(p *Plan) { p.Confidence = 1 }},
		{"phases", "found 0, want 1 to 4", func(p *Plan) { p.Phases = nil }},
		{"phases[0].effort", "found kernel, want static", func(p *Plan) { p.Phases[0].Effort = "kernel" }},
		{"phases[1].effort", "effort", func(p *Plan) { p.Phases[1].Effort = "hard" }},
		{"phases[2].passes", "found -1, want a number from 0 to 12", func(p *Plan) { p.Phases[2].Passes = -1 }},
		{"phases[2].effort", "found kernel, want more effort than in the phase before, kernel", func(p *Plan) { p.Phases[2].Effort = "kernel" }},
		{"phases[2].effort", "want kernel as in the second phase", func(p *Plan) {
			p.Phases = append(p.Phases, Phase{Name: "more", Effort: "exhaustive"})
		}},
		{"phases[2].name", "want a name", func(p *Plan) { p.Phases[2].Name = "" }},
		{"known", "found 3, want at most one", func(p *Plan) { p.Known = []float64{0, 0, 0} }},
		{"known[1]", "found 1.5, want a number from 0 to 1", func(p *Plan) { p.Known[1] = 1.5 }},
		{"pilot.costs", "found 1, want one for each of the 3 phases", func(p *Plan) { p.Pilot.Costs = []float64{1} }},
		{"strata", "found 0, want 1 to", func(p *Plan) { p.Strata = nil }},
		{"strata", "the sizes add up to 1001, want the size of the space, 1000", func(p *Plan) { p.Strata[1].Size = "2" }},
		{"strata[1].name", `found "a", want a name that no other stratum has (strata[0])`, func(p *Plan) { p.Strata[1].Name = "a" }},
		{"strata[1].size", "found \"1e3\"", func(p *Plan) { p.Strata[1].Size = "1e3" }},
		{"strata[0].draws", "found 1, want a number from 2 to", func(p *Plan) { p.Strata[0].Draws = 1 }},
		{"strata[1].draws", "which makes more than", func(p *Plan) { p.Strata[1].Draws = MaxDraws }},
		{"strata[0].fractions", "found 1, want 2: one for each phase but the first", func(p *Plan) { p.Strata[0].Fractions = []float64{1} }},
		{"strata[0].fractions[1]", "found -0.1, want a share from 0 to 1", func(p *Plan) { p.Strata[0].Fractions[1] = -0.1 }},
		{"strata[1].diagrams", "found 2, want a share from 0 to 1", func(p *Plan) { p.Strata[1].Diagrams = 2 }},
	} {
		p := smallPlan()
		c.edit(p)
		_, err := Parse(p.Append(nil))
		var field *FieldError
		if !errors.As(err, &field) || field.Field != c.field || !strings.Contains(field.Msg, c.want) {
			t.Errorf("%v, want field %s: %s", err, c.field, c.want)
		}
	}
}

// TestBrokenFilesAreNamed edits the text of a plan: the error names the line or the field.
func TestBrokenFilesAreNamed(t *testing.T) {
	text := string(smallPlan().Append(nil))
	for _, c := range []struct{ text, want string }{
		{"", "line 1: the file ends in the middle"},
		{text[:len(text)/2], "the file ends in the middle of the plan"},
		{strings.Replace(text, "\"shards\": 7", "\"shards\": 7.5", 1), "shards: line 7: found a JSON number 7.5, want int"},
		{strings.Replace(text, "\"shards\": 7", "\"shards\": \"7\"", 1), "shards: line 7: found a JSON string, want int"},
		{strings.Replace(text, "\"draws\": 1000003", "\"draws\": -1", 1), "strata.draws"},
		{strings.Replace(text, "\"shards\": 7", "\"shard\": 7", 1), `unknown field "shard"`},
		{strings.Replace(text, "\"shards\": 7", "\"shards\" 7", 1), "line 7: no JSON"},
		{text + "{}", "found more after the end of the plan"},
		{"[]", "the whole file: line 1: found a JSON array"},
	} {
		testkit.Fails(Parse([]byte(c.text)))(t, c.want, c.text)
	}
}

// TestSpansCutAllDraws: the shards of random plans have every draw once.
func TestSpansCutAllDraws(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		p := &Plan{Shards: 1 + r.IntN(50), Strata: []Stratum{{Draws: r.Uint64N(200)}}}
		next, minSpan, maxSpan := uint64(0), uint64(1<<60), uint64(0)
		for s := range p.Shards {
			first, n := p.Span(0, s)
			if first != next {
				t.Fatalf("%d draws in %d shards: shard %d begins at %d, want %d", p.Strata[0].Draws, p.Shards, s, first, next)
			}
			for i := first; i < first+n; i++ {
				if got := p.ShardOf(0, i); got != s {
					t.Fatalf("%d draws in %d shards: draw %d is of shard %d, want %d", p.Strata[0].Draws, p.Shards, i, got, s)
				}
			}
			next, minSpan, maxSpan = first+n, min(minSpan, n), max(maxSpan, n)
		}
		if next != p.Strata[0].Draws || maxSpan-minSpan > 1 {
			t.Fatalf("%d draws in %d shards end at %d, shards from %d to %d", p.Strata[0].Draws, p.Shards, next, minSpan, maxSpan)
		}
	}
}

// FuzzParse: Parse returns an error, or a plan that is the same after it is written and read again.
func FuzzParse(f *testing.F) {
	text := smallPlan().Append(nil)
	f.Add(text)
	f.Add([]byte(strings.ReplaceAll(string(text), "0.25", "1e-400")))
	f.Add([]byte(`{"format":1,"strata":[{"size":"1"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Parse(data)
		if err != nil {
			if p != nil || !strings.HasPrefix(err.Error(), "plan: ") {
				t.Fatalf("error %q with plan %v", err, p)
			}
			return
		}
		again, err := Parse(p.Append(nil))
		if err != nil || again.Hash() != p.Hash() {
			t.Fatalf("%v: the plan does not come back:\n%s", err, p.Append(nil))
		}
	})
}

// TestExactKeys: a plan that two JSON readers may read differently is refused.
func TestExactKeys(t *testing.T) {
	data := testkit.Must(os.ReadFile(filepath.Join("..", "..", "records", "third", "plan.json")))(t)
	testkit.Must(Parse(data))(t)
	for _, c := range []struct{ from, to, want string }{
		{`"seed":`, `"Seed":`, `want "seed"`},
		{`"seed":`, `"seed": 1, "seed":`, "twice"},
		{`"seed":`, `"SEED": 1, "seed":`, `want "seed"`},
	} {
		testkit.Fails(Parse(bytes.Replace(data, []byte(c.from), []byte(c.to), 1)))(t, c.want, c.to, c.from)
	}
}

// TestGap: the sizes of a set with a gap and of its missing members add up to that of the mended set, which has no gap.
func TestGap(t *testing.T) {
	mended := map[string]string{"cover": "4095299558089388267799611793452183761103606150", "kernel": "3880790523415290218825972072370575342273328000"}
	gapSpaces := 0
	for _, g := range gaps {
		p := &Plan{Space: g.Space, Size: g.Size}
		if got := p.Gap(); got == nil || *got != g {
			t.Errorf("%s: %+v", g.Space, got)
		}
		if g.Lost == "" {
			continue
		}
		gapSpaces++
		sum, _ := new(big.Int).SetString(g.LostSize, 10)
		if sum.Add(sum, p.N()); sum.String() != mended[g.Space] {
			t.Errorf("%s: %v, want %s", g.Space, sum, mended[g.Space])
		}
		if p.Size = mended[g.Space]; p.Gap() != nil {
			t.Errorf("the mended %s lacks something", g.Space)
		}
	}
	if gapSpaces != len(mended) {
		t.Errorf("%d of %d sets", gapSpaces, len(mended))
	}
}
