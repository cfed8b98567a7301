package games

import (
	"crypto/sha256"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"testing"

	"chesscensus/internal/testing/devdata"
)

// TestKernelsAsTexelutil compares the lists with those of texelutil's proofkernel.
func TestKernelsAsTexelutil(t *testing.T) {
	rows := devdata.Rows(t, devdata.Kernels, 6)
	for _, row := range rows {
		initial, goal, count, want := row[1], row[2], row[4], row[5]
		out := program.Run(t, "", "kernels", "-i", initial, goal)
		var got []string
		for line := range strings.Lines(out) {
			got = append(got, strings.TrimSuffix(strings.TrimPrefix(line, " "), "\n"))
		}
		sort.Strings(got)
		text := strings.Join(got, ";")
		if strings.HasPrefix(want, "sha256:") {
			text = fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(strings.Join(got, "\n")+"\n")))
		}
		if strconv.Itoa(len(got)) != count || text != want {
			t.Errorf("%s from %s: %d kernels, want %s, or they differ", goal, initial, len(got), count)
		}
	}
	if len(rows) < 10 {
		t.Errorf("only %d rows compared", len(rows))
	}
}

// TestKernelsErrors: the goal may be given as fields; bad records and several records are errors.
func TestKernelsErrors(t *testing.T) {
	check(t, "", " wxPe0\n", append([]string{"kernels", "-i", "4k3/4p3/8/8/8/8/2P5/4K3 w - - 0 1"}, strings.Fields("4k3/8/8/8/8/8/2P5/4K3 w - - 0 1")...)...)
	for args, want := range map[string]string{
		"kernels":                             "accepts between 1 and 6 arg",
		"kernels a b":                         "want one FEN record",
		"kernels nonsense":                    "want a position",
		"kernels -i nonsense 8/8/8/8/8/8/8/8": "-i: ",
		"kernels --nodes 10 1b6/rbk2nBn/BqB1K3/1r4RB/3RQN1N/P2p4/1RQ4b/r1q2nnB b - - 0 1": "budget",
	} {
		if status, _, errs := invoke("", strings.Fields(args)...); status == 0 || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, errors %q, want %q", args, status, errs, want)
		}
	}
}

// TestKernelsBeyondTexelutil replays the two examples of docs/DIFFERENCES.md.
func TestKernelsBeyondTexelutil(t *testing.T) {
	const start, goal = "4k3/8/8/8/8/5P2/6p1/4K3 b - - 0 1", "4k3/8/8/8/6P1/8/8/4K3 b - - 0 1"
	check(t, "", "", "kernels", "-i", start, goal)
	check(t, "", " wPf0xgg0\n", "kernels", "--physical", "-i", start, goal)
	check(t, "", " wPf0xPe0\n", "kernels", "-i", "4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1", "4k3/8/4P3/8/8/8/8/4K3 b - - 0 1")
}
