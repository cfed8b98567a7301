package estimating

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/stats/compare"
	"chesscensus/survey"
)

// TestComparedSpaces: each requested space is replaced by one that the engine can judge, with a note.
func TestComparedSpaces(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, c := range []struct {
		asked, class string
		want, notes  []string
	}{
		{"ranked,material", "", []string{"ranked", "material"}, []string{"", ""}},
		{"ranked,rndfen", "", []string{"ranked", "rndfen-conditioned"}, []string{"", "rndfen is drawn as rndfen-conditioned"}},
		{"counter-general,ranked", "", []string{"counter-general-positions", "ranked"}, []string{"counter-general is drawn as counter-general-positions", ""}},
		{"counter-general-positions,ranked", "", []string{"counter-general-positions", "ranked"}, []string{"", ""}},
		{"ranked | men<=30 , material|men<=30", "", []string{"ranked|men<=30", "material|men<=30"}, []string{"", ""}},
		{"counter-restricted,counter-very-restricted", "very-restricted", []string{"", "counter-very-restricted-positions"}, []string{"counter-restricted is drawn", ""}},
	} {
		list, err := parseSpaces(strings.Split(c.asked, ","), c.class)
		if err != nil || len(list) != len(c.want) {
			t.Errorf("%s, class %q: %v", c.asked, c.class, err)
			continue
		}
		for i, s := range list {
			if c.want[i] != "" && s.space.Name() != c.want[i] || !strings.HasPrefix(s.note, c.notes[i]) || c.notes[i] == "" && c.class == "" && s.note != "" {
				t.Errorf("%s, class %q: space %d is %s, note %q; want %s, %q", c.asked, c.class, i, s.space.Name(), s.note, c.want[i], c.notes[i])
			}
		}
	}
}

// TestRestrictedSpacesAreSmaller: a class restricts a space, but not the space that is the class itself.
func TestRestrictedSpacesAreSmaller(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	list := testkit.Must(parseSpaces([]string{"ranked-repaired", "counter-restricted"}, "restricted"))(t)
	unrestricted := testkit.Must(parseSpaces([]string{"ranked-repaired", "rndfen"}, ""))(t)
	if list[0].space.Name() == unrestricted[0].space.Name() || list[0].space.Size().Cmp(unrestricted[0].space.Size()) > 0 {
		t.Errorf("%s of size %v is no part of %s", list[0].space.Name(), list[0].space.Size(), unrestricted[0].space.Name())
	}
	if list[1].space.Name() != "counter-restricted-positions" {
		t.Errorf("the class itself is cut down to %s", list[1].space.Name())
	}
}

// TestComparisonAgreesWithRecord: the text has the estimates, pooled value and draws of the record, for different numbers of workers.
func TestComparisonAgreesWithRecord(t *testing.T) {
	testkit.Medium(t)
	args := []string{"--spaces", "ranked|men<=31,material|men<=31", "-n", "4000", "--seed", "3", "--effort", "static"}
	c := compareJSON(t, append(args, "-j", "1")...)
	status, out, errs := invoke("", append(append([]string{"compare"}, args...), "-j", "4")...)
	if status != 0 || errs != "" {
		t.Fatalf("status %d, %s", status, errs)
	}
	want := []string{"4 000 draws from each of 2 spaces, seed 3, effort static\n", c.LegalMeans + "\n", "note: counted are only positions with men<=31\n",
		fmt.Sprintf("%.4g", c.NotRefuted.Pooled), fmt.Sprintf("%+.2f", c.NotRefuted.Pairs[0].Z), "\nprogram: " + cli.Version() + "\n"}
	for _, s := range c.Spaces {
		want = append(want, fmt.Sprintf("%.4g", s.Estimate.High.Value))
	}
	for _, w := range want {
		if !strings.Contains(out, w) {
			t.Errorf("no %q in\n%s", w, out)
		}
	}
	if c.Proven != nil || !strings.Contains(c.LegalMeans, "upper bounds") {
		t.Errorf("effort static proves nothing: %v, %s", c.Proven, c.LegalMeans)
	}
}

// TestLegalMeans: the sentence about "legal" fits the effort and whether draws were proven.
func TestLegalMeans(t *testing.T) {
	for _, effort := range []verdict.Effort{verdict.Static, verdict.Kernel, verdict.Game} {
		r := &survey.Compared{Reports: []*survey.Report{{Effort: effort}}}
		if got := legalMeaning(r); !strings.Contains(got, "upper bounds") || !strings.Contains(got, effort.String()) {
			t.Errorf("effort %v, nothing proven: %s", effort, got)
		}
		r.Proven = new(compare.Agreement)
		if got := legalMeaning(r); strings.Contains(got, "upper bounds") || strings.Contains(got, "proven by a game follows") != (effort == verdict.Game) {
			t.Errorf("effort %v, some proven: %s", effort, got)
		}
	}
	for in, want := range map[string]string{"ranked|men<=5|white": "ranked", "ranked": "ranked"} {
		if baseName(in) != want {
			t.Errorf("base(%s) = %s", in, baseName(in))
		}
	}
}

// TestRecordIsComplete: the record has all documented fields.
func TestRecordIsComplete(t *testing.T) {
	_, out, _ := invoke("", "compare", "--json", "-n", "500", "--effort", "static", "--seed", "9")
	var r map[string]any
	testkit.OK(t, json.Unmarshal([]byte(out), &r))
	for _, key := range []string{"chesscensus", "seed", "requested", "effort", "level", "class", "legal_means", "interrupted", "warnings",
		"spaces", "agree", "not_refuted", "proven", "distributions"} {
		if _, ok := r[key]; !ok {
			t.Errorf("no %q in the record", key)
		}
	}
	if r["seed"] != 9. || r["requested"] != 500. || r["interrupted"] != false || r["proven"] != nil || len(r["spaces"].([]any)) != 3 {
		t.Errorf("%v, want seed 9, 500 draws from three spaces, nothing proven", r)
	}
}
