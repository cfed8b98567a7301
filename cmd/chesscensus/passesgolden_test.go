package main

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// firstPass is the hash of the labels of TestFirstPassStays, as made by the program of
// commit d817dd0, before later passes had methods of their own.
const firstPass = "ed81bd2ec67ca54cc8a281a4dbc5ea034439719107f0f87ea34b5181521f8b6a"

// hard are goals that the first pass leaves open and a later one settles, with the settled
// label; the first two are refuted by cages, the last has a game.
var hard = map[string]string{
	"bN2Q1Br/4RprB/1B3Rpp/b7/bNn1Q1R1/4KRP1/r1B2Pk1/1b5r w - - 0 1":       "illegal: No possible last move, all moves rejected",
	"r1BKbq1N/1N3p2/1P3Np1/p1n4R/2p1n3/2b1nB1B/1k1b1N1p/2Rb2r1 w - - 0 1": "illegal: No proof kernel",
	"8/3R1pRb/3nk1PP/bbb3pQ/K4Rr1/B1NQN3/3B1pB1/3rBrN1 w - - 0 1":         "legal:",
}

// labels returns what lines say of their positions, without kernels, paths and games.
func labels(text string) (b strings.Builder) {
	for line := range strings.Lines(text) {
		for _, end := range []string{" kernel:", " proof:", " path:", " status:", "\n"} {
			line, _, _ = strings.Cut(line, end)
		}
		fmt.Fprintln(&b, line)
	}
	return b
}

// TestFirstPassStays judges draws and hard positions at effort game in one pass and wants
// the labels that earlier versions gave: records of surveys rest on them.
func TestFirstPassStays(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	_, list, _ := invoke("", "draw", "--space", "ranked-repaired", "-n", "4000", "--seed", "20261121")
	for _, fen := range slices.Sorted(maps.Keys(hard)) {
		list += fen + "\n"
	}
	status, out, errs := invoke(list, "judge", "--effort", "game")
	if status != 0 {
		t.Fatal(errs)
	}
	text := labels(out)
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(text.String()))); got != firstPass {
		t.Errorf("the labels of the first pass are others than those of earlier versions: %s", got)
	}
}

// TestLaterPassesSettle wants the first pass to leave the hard goals open and the second
// to settle them.
func TestLaterPassesSettle(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	prefix := filepath.Join(t.TempDir(), "out")
	var list string
	for fen := range maps.Keys(hard) {
		list += fen + "\n"
	}
	if status, _, errs := invoke(list, "judge", "--effort", "game", "-o", prefix, "--passes", "3"); status != 0 {
		t.Fatal(errs)
	}
	first, last := read(t, prefix+"00"), read(t, prefix+"01")
	if n := strings.Count(first, " unknown:"); n != len(hard) {
		t.Errorf("the first pass leaves %d open, want %d", n, len(hard))
	}
	for line := range strings.Lines(last) {
		words := strings.Fields(line)
		fen := strings.Join(words[:6], " ")
		if want := hard[fen]; want == "" || !strings.Contains(line, " "+want) {
			t.Errorf("%s: %.100s, want %s", fen, line, want)
		}
	}
}
