package spaces_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// TestRecords: with --json every command prints one record per line, and the first one agrees with the first line of text.
func TestRecords(t *testing.T) {
	type object = map[string]any
	for _, c := range []struct {
		in, args string
		records  int
		want     object // of the first record
	}{
		{"", "draw --space ranked -n 2", 2, object{"space": "ranked", "seed": 1., "number": 0., "weight": 1., "multiplicity": 1.,
			"fen": "2R1kn2/NPP1b3/Q1Q1Rbqr/5bqq/4P1B1/N2np1p1/K1p1B2b/1r2r3 b - - 0 1"}},
		{"", "draw --space ranked -n 1 --first 3 --seed 1", 1, object{"number": 3.}},
		{"0\n1\n", "unrank --space ranked", 2, object{"space": "ranked", "rank": "0", "fen": "8/8/8/8/8/8/8/6Kk w - - 0 1"}},
		{clitest.InitialFEN, "rank --space ranked", 1, object{"rank": "4363356584906475725281875852763383495825704796", "fen": clitest.InitialFEN}},
		{clitest.InitialFEN, "prefilter", 1, object{"category": "No Checks", "possible": true}},
		{"2NB4/RprpB2p/1PBrr2P/3b3q/p3PnK1/P1Q5/1krP1p2/nB3N2 w - - 5 6", "prefilter", 1, object{"category": "Illegal Both Kings in Check", "possible": false}},
		{clitest.InitialFEN, "encode", 1, object{"codec": "tomic", "code": "ZGkAAUmmDeXq6uUgCh5BvUSbkz", "fen": clitest.InitialFEN}},
		{"ZGkAAUmmDeXq6uUgCh5BvUSbkz", "decode", 1, object{"codec": "tomic", "code": "ZGkAAUmmDeXq6uUgCh5BvUSbkz", "fen": clitest.InitialFEN}},
	} {
		status, out, errs := invoke(c.in, append(strings.Fields(c.args), "--json")...)
		list := strings.Split(strings.TrimSpace(out), "\n")
		if status != 0 || len(list) != c.records {
			t.Errorf("%s: status %d, %d records, %s", c.args, status, len(list), errs)
		}
		for i, text := range list {
			var got object
			if err := json.Unmarshal([]byte(text), &got); err != nil || !strings.Contains(got["chesscensus"].(string), "engine ") {
				t.Errorf("%s: %v: %s", c.args, err, text)
				break
			}
			for key, want := range c.want {
				if i == 0 && !reflect.DeepEqual(got[key], want) {
					t.Errorf("%s: %s is %v, want %v", c.args, key, got[key], want)
				}
			}
		}
	}
}

// TestRecordsOfCandidates: the records of rndfen agree with its lines, and have the multiplier.
func TestRecordsOfCandidates(t *testing.T) {
	testkit.Medium(t)
	var first struct {
		FEN        string
		Multiplier float64
	}
	_, out, _ := invoke("", "rndfen", "--json", "10", "1")
	_, lines, _ := invoke("", "rndfen", "10", "1")
	line, _, _ := strings.Cut(out, "\n")
	if err := json.Unmarshal([]byte(line), &first); err != nil || !strings.HasPrefix(lines, first.FEN+"\n") || first.Multiplier < 1e40 ||
		strings.Count(out, "\n") != strings.Count(lines, "\n") {
		t.Errorf("%v, %s, %s", err, line, lines)
	}
}

// TestRecordsAreOfTheSameStream: the number of workers changes nothing, and draws are numbered across batches.
func TestRecordsAreOfTheSameStream(t *testing.T) {
	_, one, _ := invoke("", "draw", "--json", "-n", "2500", "--first", "7", "-j", "1")
	_, four, _ := invoke("", "draw", "--json", "-n", "2500", "--first", "7", "-j", "4")
	if one != four {
		t.Error("-j 4 differs from -j 1")
	}
	_, lines, _ := invoke("", "draw", "-n", "2500", "--first", "7")
	want := strings.Split(lines, "\n")
	for i, text := range strings.Split(strings.TrimSpace(one), "\n") {
		var d struct {
			Number uint64
			FEN    string
		}
		if err := json.Unmarshal([]byte(text), &d); err != nil || d.Number != uint64(i)+7 || !strings.HasPrefix(want[i], d.FEN+"\t") {
			t.Fatalf("record %d: %v, %s, want %s", i, err, text, want[i])
		}
	}
}

// TestLastDraws: the stream ends with draw 2^64-1 and does not begin again.
func TestLastDraws(t *testing.T) {
	for n, want := range map[string]int{"0": cli.StatusOK, "1": cli.StatusOK, "2": cli.StatusUsage} {
		if status, out, errs := invoke("", "draw", "-n", n, "--first", "18446744073709551615"); status != want || status != cli.StatusOK && !strings.Contains(errs, "up to 18446744073709551615") {
			t.Errorf("-n %s: status %d, %s%s", n, status, out, errs)
		}
	}
}
