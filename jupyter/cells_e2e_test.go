//go:build unix

package jupyter

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// ownCells holds cells in statement style, to be run one after the other, each with a part of what it prints.
var ownCells = []struct{ cell, want string }{
	{"n := 3 // a comment\nn * n", "9"},
	{"n++\nn", "4"},
	{"name := greet.Hello(\"census\")\nname", "Hello, census!"},
	{"func twice(k int) int { return 2 * k * n }\ntwice(1)", "8"},
	{"n = 10\ntwice(1)", "20"},
	{"%%\nfmt.Println(\"plain\", twice(2))", "plain 40"},
	{"double := func(x int) int { return x + n }\ndouble(1)", "11"},
	{"double(2)", "12"},
	{"type point struct{ x, y int }\np := point{1, 2}\np", "{x:1 y:2}"},
	{"p.x += 6\np", "{x:7 y:2}"},
	{"p", "{x:7 y:2}"},
	{"big.NewInt(1).Lsh(big.NewInt(1), 80)", "1 208 925 819 614 629 174 706 176"},
	{"_, err := strconv.Atoi(\"x\")\nerr", "invalid syntax"},
	{"n;", ""},
	{"p := plot.New()\nxs := plotter.Values{1, 2, 2}\nh := plotter.NewHist(xs, 2)\nh.LineStyle.Width = 2\np.Add(h)\np.Title.Text = \"one\"", ""},
	{"p.X.Label.Text = \"x\"\np.Title.Text", "one"},
	{"func title() string { return p.Title.Text + p.X.Label.Text }\nfmt.Sprint(title(), p.X.Max, h.LineStyle.Width)", "onex2 2"},
}

// TestCellsLikeCells checks what each cell of ownCells prints, and that the notebook stores the cells as they were written.
func TestCellsLikeCells(t *testing.T) {
	l := requireLab(t, smallLab)
	cells := make([]string, len(ownCells))
	for i, c := range ownCells {
		cells[i] = c.cell
	}
	file := writeNotebook(t, t.TempDir(), "own.ipynb", cells...)
	testkit.OK(t, l.run(t, RunOptions{}, file))
	nb := testkit.Must(readNotebook(file))(t)
	for i, c := range nb.Cells {
		want := ownCells[i].want
		var got strings.Builder
		for _, o := range c.Outputs {
			got.WriteString(string(o.Text))
		}
		if !strings.Contains(got.String(), want) || want == "" && got.Len() > 0 {
			t.Errorf("cell %d\n%s\nprints %q, want %q", i+1, c.Source, got.String(), want)
		}
	}
	if data, _ := os.ReadFile(file); strings.Contains(string(data), "cell.Keep") {
		t.Error("the notebook shows the program of a cell")
	}
}

// TestErrorsInCellsOfOurOwn checks that errors name the cell and line that the user sees.
func TestErrorsInCellsOfOurOwn(t *testing.T) {
	l := requireLab(t, smallLab)
	for name, test := range map[string]struct {
		cell string
		want []string
	}{
		"compile": {"x := 1\nx = \"two\"", []string{"cell [2], line 2: cannot use \"two\"", "    x = \"two\""}},
		"panic":   {"x := []int{1}\nfmt.Println(len(x))\nx[k] = 2", []string{"panic: runtime error: index out of range [7]", "cell [2], line 3"}},
		"syntax":  {"x := (1 +\n2", []string{"line 1: the bracket ( is not closed"}},
		"channel": {"c <- 1", []string{"c is a channel, and lived only in its own cell [1]"}},
		"error":   {"os.Chdir(\"/nowhere\")", []string{"chdir /nowhere: no such file"}},
	} {
		t.Run(name, func(t *testing.T) {
			file := writeNotebook(t, t.TempDir(), name+".ipynb", "k, c := 7, make(chan int)", test.cell)
			err := l.run(t, RunOptions{}, file)
			var got *cellError
			if !errors.As(err, &got) {
				t.Fatalf("Run = %v, want a *cellError", err)
			}
			for _, want := range test.want {
				if got.Cell != 2 || !strings.Contains(got.Text, want) || strings.Contains(got.Text, "gonb_") || strings.Count(got.Text, "exit status") > 1 {
					t.Errorf("cell %d: %q, want cell 2, %q, no file of GoNB and one exit status", got.Cell, got.Text, want)
				}
			}
		})
	}
}

// TestHundredMegabytesWithoutALine checks that long output without an end of line on standard error does not keep a cell busy, as it does
// in GoNB without gonbPatch.
func TestHundredMegabytesWithoutALine(t *testing.T) {
	testkit.Medium(t)
	l := requireLab(t, smallLab)
	tools := testkit.Must(pinnedTools(l.root, testkit.Must(findGo())(t)))(t)
	if !tools[0].fresh(filepath.Join(l.root, "bin", "gonb")) {
		t.Error("GoNB was built without its patch")
	}
	file := writeNotebook(t, t.TempDir(), "flood.ipynb", "os.Stderr.Write(make([]byte, 100_000_000));", "6 * 7")
	testkit.OK(t, l.run(t, RunOptions{Timeout: time.Minute}, file))
	data := testkit.Must(os.ReadFile(file))(t)
	if text := string(data); !strings.Contains(text, "[more than 200 kB of output: the rest is in") || !strings.Contains(text, "42") || len(text) > 3_000_000 {
		t.Errorf("the notebook has %d bytes and ends in %.300q", len(text), text[max(0, len(text)-1000):])
	}
}
