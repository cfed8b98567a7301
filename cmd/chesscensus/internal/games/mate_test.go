package games

import (
	"encoding/json"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

const (
	tightrope  = "6rk/q3N1p1/4b1pp/2pn4/5N2/3B4/PPP5/K7 w - - 0 1"
	shannon    = "3r2kr/ppp2p1p/7B/5q1N/1bp5/2Pp4/PP2RPPP/R2Q2K1 w - - 0 1"
	misprinted = "3r2kr/ppp2n1p/7B/5q1N/1bp5/2Pp4/PP2RPPP/R2Q2K1 w - - 0 1" // as its source has it
)

// TestMateGolden: the text for known problems is exactly this.
func TestMateGolden(t *testing.T) {
	check(t, "", shannon+"\tmate in 3\t1. Re8+ Bf8 2. Qg4+ Qxg4 3. Nf6#\tkeys: Re8+\n", "mate", shannon)
	check(t, "", shannon+"\tmate in 3\t1. Re8+ Bf8 2. Qg4+ Qxg4 3. Nf6#\tkeys: Re8+\n", append([]string{"mate"}, strings.Fields(shannon)...)...)
	check(t, "", strings.ReplaceAll(`FEN	mate in 3	1. Re8+ Bf8 2. Qg4+ Qxg4 3. Nf6#	keys: Re8+
#   8  . . . r . . k r
#   7  p p p . . p . p
#   6  . . . . . . . B
#   5  . . . . . q . N
#   4  . b p . . . . .
#   3  . . P p . . . .
#   2  P P . . R P P P
#   1  R . . Q . . K .
#      a b c d e f g h   white to move
#   1. Re8+
#     1... Bf8 2. Qg4+
#       2... Qxg4 3. Nf6#
#       2... Qg5 3. Nf6#
#       2... Qg6 3. Nf6#
#     1... Rxe8 2. Qg4+
#       2... Qxg4 3. Nf6#
#       2... Qg5 3. Nf6#
#       2... Qg6 3. Nf6#
`, "FEN", shannon), "mate", "--tree", "--board", shannon)
	check(t, "", misprinted+"\tnot mate in 3\n#   no mate in 3: Nf6+ fails to Qxf6\n#   no mate in 3: Re8+ fails to Bf8, Rxe8\n", "mate", "--tries", "2", misprinted)
	black := strings.Replace(tightrope, " w ", " b ", 1)
	check(t, "# both sides\n"+tightrope+"\tsomething\n",
		tightrope+"\tmate in 3\t1. Nfxg6+ Kh7 2. Nf8+ Kh8 3. Neg6#\tkeys: Nfxg6+ Nexg6+\n"+
			black+"\tmate in 4\t1... Qxa2+ 2. Kxa2 Nc3+ 3. Ka1 Ra8+ 4. Ba6 Rxa6#\tkeys: Qxa2+\n", "mate", "-n", "4", "--either")
	check(t, "", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1\tmated already\n", "mate", "--mated", "-n", "0", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
	check(t, "", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1\tno mate: the side to move is mated\n", "mate", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
	check(t, "", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1\tno mate: the side to move is stalemated\n", "mate", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")
	check(t, "", shannon+"\tundecided: not mate in 2, then 1000 nodes were used up\n", "mate", "--nodes", "1000", shannon)
}

// TestMateTreeOfBlack: the moves of a solution that begins with Black have the right numbers.
func TestMateTreeOfBlack(t *testing.T) {
	status, out, errs := invoke("", "mate", "-n", "4", "--tree", strings.Replace(tightrope, " w ", " b ", 1))
	want := "#   1... Qxa2+\n#     2. Kxa2 Nc3+\n#       3. Ka1 Ra8+\n#         4. Ba6 Rxa6#\n#       3. Ka3 Ra8+\n#         4. Ba6 Rxa6#\n"
	if status != 0 || !strings.HasSuffix(out, want) {
		t.Errorf("status %d, %s\n%s\nwant the end\n%s", status, errs, out, want)
	}
}

// TestMateJSON: the records have the outcome, the keys and with --tree the solution.
func TestMateJSON(t *testing.T) {
	status, out, errs := invoke(tightrope+"\n"+misprinted+"\n", "mate", "--json", "--tree")
	if status != 0 {
		t.Fatalf("status %d, %s", status, errs)
	}
	d := json.NewDecoder(strings.NewReader(out))
	var a, b mateRecord
	testkit.OK(t, d.Decode(&a))
	testkit.OK(t, d.Decode(&b))
	if a.FEN != tightrope || a.Outcome != "mate" || a.Moves != 3 || !a.AllKeys || strings.Join(a.Keys, " ") != "Nfxg6+ Nexg6+" ||
		len(a.Trees) != 1 || a.Trees[0].Replies[0].Answers[0].Replies[0].Answers[0].Move != "Neg6#" {
		t.Errorf("%+v, want a mate in 3 with both keys and a tree", a)
	}
	if b.Outcome != "no mate" || b.NoneWithin != 3 || b.Trees != nil {
		t.Errorf("%+v, want no mate within 3 moves", b)
	}
}

// TestMateBadInput: wrong flags and positions have their status and a message of one line, and no output.
func TestMateBadInput(t *testing.T) {
	for _, c := range []struct {
		args, in string
		status   int
		want     string
	}{
		{"mate -n 0", "", 2, "mate in 0 moves: want a number from 1 to 30"},
		{"mate -n 50", "", 2, "mate in 50 moves: want a number from 1 to 30"},
		{"mate --mated -n -1", "", 2, "from 0 to 30"},
		{"mate --all", "", 2, "--all goes with --tree"},
		{"mate", "nonsense\n", 1, "standard input:1: "},
		{"mate", "K6K/8/8/8/8/8/8/k7 w - - 0 1\n", 1, "more than one king"},
		{"mate --either", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1\n", 1, "--either: "},
	} {
		status, out, errs := invoke(c.in, strings.Fields(c.args)...)
		if status != c.status || out != "" || !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: status %d, output %q, errors %q, want %d and %q", c.args, status, out, errs, c.status, c.want)
		}
	}
	// A bad line does not stop the others.
	status, out, _ := invoke(shannon+"\nnonsense\n"+shannon+"\n", "mate")
	if status != 1 || strings.Count(out, "\n") != 2 {
		t.Errorf("status %d, output %q", status, out)
	}
}
