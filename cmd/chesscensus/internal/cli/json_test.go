package cli_test

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// TestRecords: with --json every command prints one record per line, which names the program and agrees with its text output.
func TestRecords(t *testing.T) {
	certificates := filepath.Join(t.TempDir(), "c.jsonl")
	const bad = "k6P/8/8/8/8/8/8/7K w - - 0 1"
	if status, _, errs := invoke(bad, "judge", "--certificate", certificates); status != 0 {
		t.Fatal(errs)
	}
	type object = map[string]any
	for _, c := range []struct {
		in, args string
		records  int
		want     object // of the first record
	}{
		{clitest.InitialFEN, "unmoves", 0, nil},
		{"4k3/8/8/8/8/8/8/K7 b - - 0 1", "unmoves", 0, object{"castling": "-"}},
		{bad + "\n", "judge", 1, object{"outcome": "illegal", "stage": "rules"}},
		{clitest.Read(t, certificates), "check", 1, object{"confirmed": true, "fen": "k6P/8/8/8/8/8/8/7K w - -"}},
		{clitest.Read(t, certificates), "check --by engine", 1, object{"confirmed": true, "fen": "k6P/8/8/8/8/8/8/7K w - -"}},
		{"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "mate -n 1", 1, object{"outcome": "mate", "moves": 1.}},
	} {
		args := strings.Fields(c.args)
		_, lines, _ := invoke(c.in, args...)
		status, out, errs := invoke(c.in, append(args, "--json")...)
		if status != 0 {
			t.Errorf("%s: status %d, %s", c.args, status, errs)
		}
		list := strings.Split(strings.TrimSpace(out), "\n")
		if c.records > 0 && len(list) != c.records || c.args != "unmoves" && len(list) != strings.Count(lines, "\n") {
			t.Errorf("%s: %d records for %d lines", c.args, len(list), strings.Count(lines, "\n"))
		}
		for i, text := range list {
			if text == "" && c.want == nil {
				continue
			}
			var got object
			if err := json.Unmarshal([]byte(text), &got); err != nil {
				t.Errorf("%s: %v: %s", c.args, err, text)
				break
			}
			if program, _ := got["chesscensus"].(string); !strings.Contains(program, "engine ") {
				t.Errorf("%s: no program in %s", c.args, text)
			}
			for key, want := range c.want {
				if i == 0 && !reflect.DeepEqual(got[key], want) {
					t.Errorf("%s: %s is %v, want %v", c.args, key, got[key], want)
				}
			}
		}
	}
}

// TestSingleRecords decodes the records of commands that print a single one.
func TestSingleRecords(t *testing.T) {
	var perft struct {
		FEN   string
		Depth int
		Nodes uint64
		Moves map[string]uint64
	}
	decode := func(v any, args ...string) {
		t.Helper()
		status, out, errs := invoke("", args...)
		if err := json.Unmarshal([]byte(out), v); status != 0 || err != nil {
			t.Errorf("%q: status %d, %v, %s", args, status, err, errs)
		}
	}
	decode(&perft, "perft", "-d", "2", "--divide", "--json", "7k/8/8/8/8/8/8/K7 w - - 0 1")
	if perft.Nodes != 9 || perft.Depth != 2 || !reflect.DeepEqual(perft.Moves, map[string]uint64{"a1b1": 3, "a1a2": 3, "a1b2": 3}) {
		t.Errorf("%+v, want 9 nodes, 3 after each first move", perft)
	}
	perft.Moves = nil
	if decode(&perft, "perft", "-d", "0", "--json"); perft.Nodes != 1 || perft.Moves != nil {
		t.Errorf("depth 0: %+v, want 1 node and no moves", perft)
	}
	var kernel struct{ Kernel, Extended []string }
	decode(&kernel, "kernels", "--json", "-i", "4k3/4p3/8/8/8/8/2P5/4K3 w - - 0 1", "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1")
	if strings.Join(kernel.Kernel, " ") != "wxPe0" {
		t.Errorf("%+v, want the kernel wxPe0", kernel)
	}
}

// TestUnmoveRecords: the records of unmoves agree with its lines.
func TestUnmoveRecords(t *testing.T) {
	const fen = "4k3/8/8/8/8/4n3/3P4/2KR1n2 b - - 0 1"
	_, lines, _ := invoke("", "unmoves", fen)
	_, out, _ := invoke("", "unmoves", "--json", fen)
	var got []string
	for text := range strings.Lines(out) {
		var u struct {
			Move, Captured, Castling string
			EP                       string `json:"en_passant"`
		}
		testkit.OK(t, json.Unmarshal([]byte(text), &u))
		or := func(s string) string {
			if s == "" {
				return "-"
			}
			return s
		}
		got = append(got, u.Move+" captP: "+or(u.Captured)+" castle: "+u.Castling+" ep: "+or(u.EP))
	}
	if text := strings.Join(got, "\n") + "\n"; text != lines || len(got) < 10 {
		t.Errorf("records\n%swant\n%s", text, lines)
	}
}
