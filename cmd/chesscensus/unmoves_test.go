package main

import (
	"bufio"
	"os"
	"sort"
	"strings"
	"testing"
)

// TestUnmovesAsTexelutil compares the lines with those of texelutil's revmoves on
// the rows kept in package retro.
func TestUnmovesAsTexelutil(t *testing.T) {
	f, err := os.Open("../../legality/retro/testdata/revmoves.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	rows := 0
	for in.Scan() {
		if strings.HasPrefix(in.Text(), "#") {
			continue
		}
		fields := strings.Split(in.Text(), "\t")
		fen, want := fields[1], fields[3]
		status, out, errs := invoke("", "unmoves", fen)
		if status != 0 || errs != "" {
			t.Fatalf("%s: status %d, %s", fen, status, errs)
		}
		var got []string
		for line := range strings.Lines(out) {
			if w := strings.Fields(line); w[0] != "Corrected" {
				got = append(got, strings.Join([]string{w[0], w[2], w[4], w[6]}, ","))
			}
		}
		sort.Strings(got)
		if strings.Join(got, ";") != want {
			t.Errorf("%s: the unmoves differ: %d lines", fen, len(got))
		}
		rows++
	}
	if rows < 10 {
		t.Errorf("only %d rows compared", rows)
	}
}

func TestUnmovesBadInput(t *testing.T) {
	for fen, want := range map[string]string{"nonsense": "board", "8/8/8/8/8/8/8/8 w - - 0 1": "no king", "8/8/8/8/8/8/8/Kk6 w - - 0 1": "side not to move is in check"} {
		if status, out, errs := invoke(fen+"\n", "unmoves"); status != 1 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", fen, status, out, errs, want)
		}
	}
}
