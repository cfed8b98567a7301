package endings

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame"
)

// TestFormsAgree compares the counts of the JSON record with the table and the text of the same material.
func TestFormsAgree(t *testing.T) {
	testkit.Medium(t)
	type counts struct {
		Setups  int
		Initial int   `json:"initially_illegal"`
		Legal   int   `json:"initially_legal"`
		Derived int   `json:"derivedly_illegal"`
		Times   []int `json:"by_times"`
		Rest    int
	}
	var r struct {
		Version  string `json:"chesscensus"`
		Material string
		Setups   int
		Readings []struct {
			Reading  string
			Lookback int
			Counts   map[string]counts
			Rights   map[string]counts `json:"with_rights"`
		}
	}
	_, out, _ := invoke("", "endgame", "--json", "KPK")
	testkit.OK(t, json.Unmarshal([]byte(out), &r))
	_, tsv, _ := invoke("", "endgame", "--tsv", "KPK")
	_, text, _ := invoke("", "endgame", "-v", "KPK")
	if r.Version != cli.Version() || len(r.Readings) != 2 || !strings.Contains(text, cli.Number(uint64(r.Setups))+" setups") {
		t.Errorf("%+v, want both readings, this version, and the number of setups of the text", r)
	}
	for _, reading := range r.Readings {
		for turn, c := range reading.Counts {
			times := make([]string, 0, 4)
			sum := 0
			for _, n := range c.Times {
				times, sum = append(times, strconv.Itoa(n)), sum+n
			}
			if len(times) == 0 {
				times = append(times, "0")
			}
			if c.Initial+c.Legal != c.Setups || sum != c.Derived || c.Derived+c.Rest != c.Legal {
				t.Errorf("%s, %s: the parts do not add up: %+v", reading.Reading, turn, c)
			}
			row := fmt.Sprintf("KPK\t%s\tplain\t%s\t%d\t%d\t%d\t%d\t%s\t%d\n", reading.Reading, strings.TrimSuffix(turn, "_to_move"),
				c.Setups, c.Initial, c.Legal, c.Derived, strings.Join(times, ","), c.Rest)
			if !strings.Contains(tsv, row) {
				t.Errorf("no row %q in\n%s", row, tsv)
			}
			if !strings.Contains(text, cli.Number(uint64(c.Rest))) {
				t.Errorf("%s, %s: no rest of %d in\n%s", reading.Reading, turn, c.Rest, text)
			}
		}
	}
}

// TestReading: --reading selects one reading.
func TestReading(t *testing.T) {
	for reading, want := range map[string]string{"within": "\nwithin: predecessors", "beyond": "\nbeyond: all predecessors, those of larger material followed 1 moves back"} {
		_, out, errs := invoke("", "endgame", "--reading", reading, "--lookback", "1", "--examples", "0", "KNK")
		hasBoth := strings.Contains(out, "\nwithin:") && strings.Contains(out, "\nbeyond:")
		if errs != "" || !strings.Contains(out, want) || hasBoth {
			t.Errorf("%s: %s%s, want %q and not the other reading", reading, out, errs, want)
		}
	}
}

// TestExamplesAreOfTheirClass: the boards that are printed for a class belong to it.
func TestExamplesAreOfTheirClass(t *testing.T) {
	m := testkit.Must(endgame.ParseMaterial("KRK"))(t)
	table := testkit.Must(endgame.Enumerate(t.Context(), m, endgame.Options{Reading: endgame.Within}))(t)
	_, out, _ := invoke("", "endgame", "--reading", "within", "--examples", "3", "KRK")
	_, out, _ = strings.Cut(out, "once derivedly illegal, within the material, black to move, for example\n")
	out, _, _ = strings.Cut(out, "\n\nthe deepest")
	shown := 0
	for _, s := range table.Examples(1, 1) {
		if strings.Contains(out, "  "+s.String()+" 0 1\n") || strings.HasSuffix(out, "  "+s.String()+" 0 1") {
			shown++
		}
	}
	if shown != 3 {
		t.Errorf("%d of three examples in\n%s", shown, out)
	}
}

// TestCost: --cost prints the cost on standard error and does not change the output.
func TestCost(t *testing.T) {
	_, want, _ := invoke("", "endgame", "--tsv", "KNK")
	_, out, errs := invoke("", "endgame", "--tsv", "--cost", "KNK")
	if out != want || !strings.HasPrefix(errs, "KNK: ") || !strings.Contains(errs, " s of processor time, tables of ") || strings.Count(errs, "\n") != 1 {
		t.Errorf("errors %q, want one line with the cost; or another output", errs)
	}
}

// TestCommandLine: the header of a table has the flags that differ from their defaults.
func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		flags endgameFlags
		args  []string
		want  string
	}{
		{endgameFlags{reading: "both", lookback: endgame.DefaultLookback}, []string{"KRK", "KQK"}, "chesscensus endgame --tsv KRK KQK"},
		{endgameFlags{reading: "both", lookback: endgame.DefaultLookback, allUpTo: 4}, nil, "chesscensus endgame --tsv --all 4"},
		{endgameFlags{reading: "within", lookback: 0}, []string{"KRK"}, "chesscensus endgame --tsv --reading within --lookback 0 KRK"},
	} {
		e := &endgameRun{endgameFlags: c.flags}
		if got := e.commandLine(c.args); got != c.want {
			t.Errorf("%+v: %q, want %q", c.flags, got, c.want)
		}
	}
	if (&endgameRun{}).lookbackOption() != -1 || (&endgameRun{endgameFlags: endgameFlags{lookback: 2}}).lookbackOption() != 2 {
		t.Error("a lookback of 0 is none, not the default")
	}
}
