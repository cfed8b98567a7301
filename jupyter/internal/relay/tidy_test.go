package relay

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/internal/cells"
)

// tidier returns a relay with one cell, of number 3: its text, and the origins of the lines of its program.
func tidier(written string, origins ...int) (*relay, *execution) {
	run := &execution{code: written, cell: &cells.Cell{Lines: origins}}
	return &relay{cells: map[int]*execution{3: run}}, run
}

// TestPlaces checks the names of lines, alone and in texts with names of GoNB's files.
func TestPlaces(t *testing.T) {
	r, _ := tidier("a\nb\nc", -1, -1, 0, 1, 2)
	for _, test := range []struct {
		number, line int
		want         string
	}{
		{3, 2, "cell [3], line 1"}, {3, 4, "cell [3], line 3"},
		{3, 0, "cell [3], in what the kernel added (%source shows it)"},
		{3, 99, "cell [3], in what the kernel added (%source shows it)"},
		{3, -1, "cell [3], in what the kernel added (%source shows it)"},
		{7, 4, "cell [7], line 5"}, // a cell of which nothing is known
	} {
		testkit.Equal(t, r.describeLine(test.number, test.line), test.want, test.number, test.line)
	}
	for text, want := range map[string]string{
		"warning at \x1b[7m[[ Cell [3] Line 4 ]]\x1b[0m /tmp/gonb_01234567/main.go:17 +0x3f\n": "warning at cell [3], line 2\n",
		"/tmp/x/gonb_01234567/main.go:3: hm":                                                   "in what the kernel added: hm",
		"nothing of the kind main.go":                                                          "nothing of the kind main.go",
	} {
		testkit.Equal(t, r.describeLines(text), want, text)
	}
}

// TestFindLine checks that a line that GoNB did not annotate is found by its text if exactly one line of the cell has it.
func TestFindLine(t *testing.T) {
	r, _ := tidier("x[k] = 2\ntwice()\ntwice()", -1, -1, 0, 1, 2)
	r.cells[3].cell.Code = "func main() {\n\tflag.Parse()\n\tx[k] = 2\n\ttwice()\n\ttwice()"
	folder := filepath.Join(t.TempDir(), "gonb_01234567")
	testkit.OK(t, os.Mkdir(folder, 0o755))
	file := filepath.Join(folder, "main.go")
	testkit.OK(t, os.WriteFile(file, []byte("package main\n\nfunc main() {\n\tflag.Parse()\n\tx[k] = 2\n\ttwice()\n\ttwice()\n"), 0o644))
	const unknown = "in what the kernel added"
	for line, want := range map[int]string{5: "cell [3], line 1", 4: unknown, 6: unknown, 2: unknown, 0: unknown, 99: unknown} {
		testkit.Equal(t, r.describeLines(fmt.Sprintf("\t%s:%d +0x1d", file, line)), "\t"+want, line, want)
	}
}

// TestProblems checks the text of single entries of GoNB's report of a compilation, in the form of GoNB v0.11.5.
func TestProblems(t *testing.T) {
	r, run := tidier("x := 1\n\ty = 2", -1, 0, 1)
	run.cell.Suggestions = map[string]string{"Survy": "; did you mean Survey?"}
	for _, c := range []struct{ entry, want string }{
		{"Cell[3]: Line 3\n\tcontext\n\ty = 2\n  ^\nundefined: y", "cell [3], line 2: undefined: y\n    y = 2"},
		{"Cell[3]: Line 1\ncontext\nmissing package", "cell [3], in what the kernel added (%source shows it): missing package"},
		{"Cell[3]: Line 3\nundefined: census.Survy", "cell [3], line 2: undefined: census.Survy; did you mean Survey?\n    y = 2"},
		{"Cell[3]: Line 3\nundefined: Survy", "cell [3], line 2: undefined: Survy; did you mean Survey?\n    y = 2"},
		{"Cell[3]: Line 3\nname Survy not exported by package census", "cell [3], line 2: name Survy not exported by package census; did you mean Survey?\n    y = 2"},
		{"Cell[3]: Line 3\nunknown field Survy in struct literal of type T",
			"cell [3], line 2: unknown field Survy in struct literal of type T; did you mean Survey?\n    y = 2"},
		{"Cell[3]: Line 3\nr.Survy undefined (type T has no field or method Survy)",
			"cell [3], line 2: r.Survy undefined (type T has no field or method Survy); did you mean Survey?\n    y = 2"},
		{"Cell[3]: Line 3\nr.Survy undefined (type T has no field or method Survy, but does have method survy)",
			"cell [3], line 2: r.Survy undefined (type T has no field or method Survy, but does have method survy)\n    y = 2"},
		{"Cell Line 2\ncontext\nbad", "cell [0], line 2: bad"},
		{"Cell[3]: Line 2\nmultiple-value f(1, g(2)) (value of type (census.Verdict, error)) in single-value context",
			"cell [3], line 1: multiple-value f(1, g(2)) (value of type (census.Verdict, error)) in single-value context; " +
				"census.Must(f(1, g(2))) is the value alone, and ends the cell if there is an error\n    x := 1"},
		{"Cell[3]: Line 2\nmultiple-value f() (value of type (a int, b int, err error)) in single-value context",
			"cell [3], line 1: multiple-value f() (value of type (a int, b int, err error)) in single-value context\n    x := 1"},
		{"# gonb_94adf71d", ""},
		{"go: gonb_94adf71d imports", ""},
		{"exit status 1", ""},
		{"", ""},
		{"context\nmore\nimported and not used", "in what the kernel added to the cell (%source shows it): imported and not used"},
		{"./main.go:4:2: no required module provides package x.org/y", "no required module provides package x.org/y"},
		{"open /tmp/gonb_94adf71d/data.txt: no such file", "open data.txt: no such file"},
	} {
		testkit.Equal(t, r.describeProblem(c.entry), c.want, c.entry)
	}
}

// TestTidyKeepsWhatItDoesNotKnow checks messages of unknown form, and how a program ended.
func TestTidyKeepsWhatItDoesNotKnow(t *testing.T) {
	r, run := tidier("x")
	f := r.tidy(run, map[string]any{"evalue": "something in /tmp/gonb_01234567/go.mod", "traceback": []any{}})
	if f.compiled || f.value != "something in go.mod" {
		t.Errorf("%+v, want something in go.mod, before the program was compiled", f)
	}
	f = r.tidy(run, map[string]any{"traceback": []any{`failed to run "/tmp/chesscensus-kernel-1/bin/go get": exit status 1`,
		"go: gonb_01234567 imports", "\tx.org/y: cannot find module providing package x.org/y"}})
	if want := "x.org/y: cannot find module providing package x.org/y"; f.value != want || len(f.lines) != 1 {
		t.Errorf("a module that is not there: %q, want %q", f.lines, want)
	}
	if f := r.tidy(run, map[string]any{}); f.value != "" || len(f.lines) != 1 {
		t.Errorf("an empty message: %+v, want one empty line", f)
	}
	for how, want := range map[string]string{"exit status 3": "exit status 3", "signal: killed": "signal: killed", "signal: interrupt": "the cell was stopped"} {
		if f := r.tidy(run, map[string]any{"evalue": how}); !f.compiled || f.value != want {
			t.Errorf("%s: %+v, want %q of a compiled program", how, f, want)
		}
	}
}

// TestErrorIsSaidOnce checks that an error at the end of a cell's output becomes the failure, with all its lines, and is not published as
// output.
func TestErrorIsSaidOnce(t *testing.T) {
	r, run := tidier("x", 0)
	if content := map[string]any{"name": "stderr", "text": "error: line 2, \"x\"\n    ^\n"}; r.stream(run, content) {
		t.Errorf("published %q, want it held", content["text"])
	}
	if f := r.tidy(run, map[string]any{"evalue": "exit status 1"}); f.value != `line 2, "x"` || len(f.lines) != 2 || run.heldError != "" {
		t.Errorf("%+v, held %q, want the two lines of the error and nothing held", f, run.heldError)
	}
}

// TestJSONIsAValue checks that data of JSON types become JSON values with all their digits; other types, and invalid JSON, stay texts.
func TestJSONIsAValue(t *testing.T) {
	for _, c := range [][2]string{
		{`{"data":{"application/json":"{\"n\":123456789012345678901}","text/plain":"{}"},"metadata":{}}`, `{"data":{"application/json":{"n":123456789012345678901},"text/plain":"{}"},"metadata":{}}`},
		{`{"data":{"application/geo+json":"[1,\"<b>\"]"},"transient":{"display_id":"x"}}`, `{"data":{"application/geo+json":[1,"<b>"]},"transient":{"display_id":"x"}}`},
		{`{"data":{"application/json":"{"}}`, `{"data":{"application/json":"{"}}`},
		{`{"data":{"application/json":{"a":1}}}`, `{"data":{"application/json":{"a":1}}}`},
		{`{"data":"json\":"}`, `{"data":"json\":"}`},
	} {
		got := (&message{inner: []byte(c[0])}).withJSON().inner
		if strings.ReplaceAll(strings.ReplaceAll(string(got), `\u003c`, "<"), `\u003e`, ">") != c[1] {
			t.Errorf("%s is %s, want %s", c[0], got, c[1])
		}
	}
}

// TestStream checks what is published of pieces of output: a panic and the last "error: " are held back, what came before them is not.
func TestStream(t *testing.T) {
	r, run := tidier("x", 0)
	send := func(name, text string) string {
		content := map[string]any{"name": name, "text": text}
		if !r.stream(run, content) {
			return "(held)"
		}
		return content["text"].(string)
	}
	for _, step := range [][3]string{
		{"stdout", "panic: no\n", "panic: no\n"},
		{"stderr", "a remark\n", "a remark\n"},
		{"stderr", "then\nerror: bad luck\nof two lines\n", "then\n"},
		{"stdout", "more\n", "more\n"},
		{"stderr", "exit status 1\n", "(held)"},
		{"stderr", "not the end\nerror: worse\n", "error: bad luck\nof two lines\nnot the end\n"},
		{"stderr", "last words\npanic: boom [recovered]\n\ngoroutine 1 [running]:\n", "error: worse\nlast words\n"},
		{"stderr", "main.main()\n", "(held)"},
		{"stdout", "more\n", "more\n"},
	} {
		testkit.Equal(t, send(step[0], step[1]), step[2], step[0], step[1])
	}
	if run.heldError != "" || !strings.HasPrefix(run.panicText.String(), "panic: boom") || !strings.HasSuffix(run.panicText.String(), "main.main()\n") {
		t.Errorf("held back are the error %q and the panic %q, want only the panic", run.heldError, run.panicText.String())
	}
}

// TestTrace checks that the trace has the calls in cells and packages, innermost first, of the goroutine that panicked alone.
func TestTrace(t *testing.T) {
	r, _ := tidier("a\nb", 0, 1)
	text := `panic: runtime error: index out of range [5] with length 0
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x7eb1ae]

goroutine 1 [running]:
panic({0x1, 0x2})
	/usr/local/go/src/runtime/panic.go:770 +0x124
chesscensus/survey.Run(...)
	chesscensus/survey/run.go:33
chesscensus/survey/loop.(*state[...]).blocks({{0x9280a0, 0x1b4f}, 0x0}, {0x1, ...})
	chesscensus/survey/loop/blocks.go:7 +0x1d
main.half(0x5)
	 [[ Cell [3] Line 1 ]] /tmp/gonb_01234567/main.go:9 +0x1d
main.main()
	 [[ Cell [3] Line 2 ]] /tmp/gonb_01234567/main.go:12 +0x2a

goroutine 7 [chan receive]:
main.other()
	 [[ Cell [3] Line 2 ]] /tmp/gonb_01234567/main.go:12
`
	want := []string{
		"panic: runtime error: index out of range [5] with length 0",
		"    chesscensus/survey.Run at chesscensus/survey/run.go:33",
		"    chesscensus/survey/loop.(*state[...]).blocks at chesscensus/survey/loop/blocks.go:7",
		"    half at cell [3], line 1",
		"    cell [3], line 2",
	}
	if got := r.panicTrace(text); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	if got := r.panicTrace("fatal error: all goroutines are asleep"); len(got) != 1 {
		t.Errorf("without a stack: %q", got)
	}
}

// TestErrorOfMust checks that a panic of census.Must that a cell called is its error alone, without a trace; one of Must within a package, and
// one that the cell has recovered from and raised again, keep the trace.
func TestErrorOfMust(t *testing.T) {
	const must, cell = "chesscensus/census.Must[...](...)\n\tchesscensus/census/types.go:97\n", "main.main()\n\t [[ Cell [3] Line 1 ]] /tmp/gonb_01234567/main.go:9 +0x1d\n"
	for _, test := range []struct{ text, name, lines string }{
		{"panic: bad\n\tluck\n\ngoroutine 1 [running]:\n" + must + cell, "error", `["bad" "luck"]`},
		{"panic: a\n\n\tb\n\ngoroutine 6 [running]:\n" + must + "main.half[...](...)\n\tx.go:1\n" + cell, "error", `["a" "" "b"]`},
		{"panic: bad\n\ngoroutine 1 [running]:\n" + must + "chesscensus/census.Draws(...)\n\tx.go:1\n" + cell, "panic",
			`["panic: bad" "    chesscensus/census.Must[...] at chesscensus/census/types.go:97" "    chesscensus/census.Draws at x.go:1" "    cell [3], line 1"]`},
		{"panic: bad [recovered, repanicked]\n\ngoroutine 1 [running]:\nmain.main.func1()\n\tx.go:1\npanic({0x1, 0x2})\n\ty.go:1\n" + must + cell, "panic",
			`["panic: bad [recovered, repanicked]" "    main.func1 at x.go:1" "    chesscensus/census.Must[...] at chesscensus/census/types.go:97" "    cell [3], line 1"]`},
	} {
		r, run := tidier("a", 0)
		run.panicText.WriteString(test.text)
		f := r.failedRun(run, "exit status 2")
		testkit.Equal(t, f.name, test.name, test.text)
		testkit.Equal(t, fmt.Sprintf("%q", f.lines), test.lines, test.text)
	}
}

// TestErrorOfRealMust does the same with what a program prints that calls the real census.Must.
func TestErrorOfRealMust(t *testing.T) {
	testkit.Medium(t)
	file := filepath.Join(t.TempDir(), "main.go")
	testkit.OK(t, os.WriteFile(file, []byte("package main\n\nimport (\n\t\"chesscensus/census\"\n\t\"errors\"\n)\n\n"+
		"func main() {\n\tfor range 2 {\n\t\tcensus.Must(1, errors.New(\"bad\\nluck\"))\n\t}\n}\n"), 0o600))
	text, _ := exec.Command("go", "run", file).CombinedOutput()
	r, run := tidier("a", 0)
	run.panicText.Write(text)
	if f := r.failedRun(run, "exit status 2"); f.name != "error" || !slices.Equal(f.lines, []string{"bad", "luck"}) {
		t.Errorf("%s: %q of\n%s", f.name, f.lines, text)
	}
}
