//go:build unix

package jupyter

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// kernelEnv makes the test binary act as `chesscensus notebook kernel`.
const kernelEnv = "JUPYTER_TEST_KERNEL"

// TestMain runs a kernel instead of the tests if Jupyter has started the test binary as one. In the end it removes the labs.
func TestMain(m *testing.M) {
	if os.Getenv(kernelEnv) != "" {
		status, err := RunKernel(os.Args[len(os.Args)-1], KernelOptions{})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(status)
	}
	status := m.Run()
	if dir, err := labDir(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(status)
}

// plainCells import a package of this module, and plot with gonum, without a word about modules.
var plainCells = []string{
	`import "chesscensus/greet"
%%
fmt.Println(greet.Hello("census"))`,
	`import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"github.com/janpfeifer/gonb/gonbui"
)
%%
p := plot.New()
line, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 2}})
if err != nil { panic(err) }
p.Add(line)
w, err := p.WriterTo(8*vg.Centimeter, 5*vg.Centimeter, "png")
if err != nil { panic(err) }
var buf bytes.Buffer
if _, err := w.WriteTo(&buf); err != nil { panic(err) }
gonbui.DisplayPng(buf.Bytes())
fmt.Fprintln(os.Stderr, "a remark, errors: 0")`,
}

// TestNotebookWithoutCeremony executes plainCells without a network, twice: the second run changes nothing in the file.
func TestNotebookWithoutCeremony(t *testing.T) {
	l := requireLab(t, smallLab)
	t.Setenv("GOPROXY", "off")
	file := writeNotebook(t, t.TempDir(), "plain.ipynb", plainCells...)
	testkit.OK(t, l.run(t, RunOptions{}, file))
	first := testkit.Must(os.ReadFile(file))(t)
	testkit.Contains(t, string(first), "Hello, census!", `"image/png"`, `"name": "chesscensus"`)
	testkit.OK(t, l.run(t, RunOptions{}, file))
	second := testkit.Must(os.ReadFile(file))(t)
	if string(first) != string(second) {
		t.Errorf("executing again changed the file:\n%s\n---\n%s", first, second)
	}
}

// TestFiguresArrive checks that a figure shown by the last line of a cell is not lost, however busy the
// machine is; see gonbui.go. Updates, which wait too, stay cheap.
func TestFiguresArrive(t *testing.T) {
	l := requireLab(t, smallLab)
	const figures = 12
	cells := make([]string, figures, figures+1)
	for i := range cells {
		cells[i] = fmt.Sprintf("import \"github.com/janpfeifer/gonb/gonbui\"\n%%%%\ngonbui.DisplayPng(bytes.Repeat([]byte{%d}, 150_000))", i)
	}
	cells = append(cells, "%%\nfor i := range 2000 {\n\tgonbui.UpdateMarkdown(\"counter\", fmt.Sprint(\"count \", i))\n}")
	file := writeNotebook(t, t.TempDir(), "figures.ipynb", cells...)
	testkit.OK(t, l.run(t, RunOptions{}, file))
	data := testkit.Must(os.ReadFile(file))(t)
	if n := strings.Count(string(data), `"image/png"`); n != figures {
		t.Errorf("%d figures of %d arrived", n, figures)
	}
	if !strings.Contains(string(data), "count 1999") || strings.Contains(string(data), "count 1998") {
		t.Error("the last update, and only that, should be stored")
	}
}

// TestNotebookFailures: each way in which a cell can fail gives an error with the cell, its kind and a text, and leaves the notebook as
// it was.
func TestNotebookFailures(t *testing.T) {
	l := requireLab(t, smallLab)
	for _, test := range []struct {
		name, cell string
		timeout    time.Duration
		kind       failureKind
		want       string
	}{
		{name: "compile", cell: "%%\nvar n int = \"one\"\n_ = n", kind: kindError, want: "cannot use \"one\""},
		{name: "syntax", cell: "%%\nif {", kind: kindError, want: "missing condition"},
		{name: "import", cell: "import \"chesscensus/nosuch\"\n%%\nnosuch.F()", kind: kindError, want: "chesscensus/nosuch"},
		{name: "panic", cell: "%%\npanic(\"boom\")", kind: kindError, want: "panic: boom"},
		{name: "exit", cell: "%%\nos.Exit(1)", kind: kindError, want: "exit status 1"},
		{name: "shell", cell: "!ls /nosuchfile; exit 3", kind: kindStderr, want: "exit status 3"},
		{name: "shellsimple", cell: "!false", kind: kindStderr, want: "exit status 1"},
		{name: "bash", cell: "%%bash\nfalse", kind: kindStderr, want: "exit status 1"},
		{name: "stderr", cell: "%%\nfmt.Fprintln(os.Stderr, \"Error: no such thing\")", kind: kindStderr, want: "Error: no such thing"},
		{name: "timeout", cell: "%%\ntime.Sleep(time.Hour)", timeout: 8 * time.Second, kind: kindTimeout, want: "longer than 8 s"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			cells := []string{"%%\nfmt.Println(1)", test.cell}
			if test.timeout > 0 {
				cells = cells[1:] // a machine may be so slow that the first cell takes as long
			}
			file := writeNotebook(t, t.TempDir(), test.name+".ipynb", cells...)
			before := testkit.Must(os.ReadFile(file))(t)
			err := l.run(t, RunOptions{Timeout: test.timeout}, file)
			var got *cellError
			if !errors.As(err, &got) {
				t.Fatalf("Run = %v, want a *cellError", err)
			}
			t.Log(err)
			if got.Notebook != file || got.Cell != len(cells) || got.Kind != test.kind || !strings.Contains(got.Text, test.want) {
				t.Errorf("got %+v, want cell %d, kind %s, text with %q", *got, len(cells), test.kind, test.want)
			}
			after := testkit.Must(os.ReadFile(file))(t)
			if string(before) != string(after) {
				t.Errorf("the failed notebook was changed:\n%s", after)
			}
		})
	}
}

// TestRunGoesOnAfterAFailure: of a bad, a missing and a good notebook the last is executed and written to the output folder, and the
// error names both others.
func TestRunGoesOnAfterAFailure(t *testing.T) {
	l := requireLab(t, smallLab)
	dir := t.TempDir()
	out := filepath.Join(dir, "out", "put")
	bad := writeNotebook(t, dir, "bad.ipynb", "%%\nos.Exit(4)", "%%\nfmt.Println(\"unreachable\")")
	good := writeNotebook(t, dir, "good.ipynb", "%%\nfmt.Println(6*7)")
	missing := filepath.Join(dir, "missing.ipynb")
	var progress bytes.Buffer
	err := l.run(t, RunOptions{OutDir: out, Progress: &progress}, bad, missing, good)
	for _, want := range []string{"bad.ipynb: cell 1 [1]: exit status 4", "missing.ipynb: no such file"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want it to say %q", err, want)
		}
	}
	testkit.Contains(t, progress.String(), "bad.ipynb: FAILED after ", "good.ipynb: 1 cells, ")
	if data, err := os.ReadFile(filepath.Join(out, "good.ipynb")); err != nil || !strings.Contains(string(data), "42") {
		t.Errorf("output %s, error %v, want 42 in it", data, err)
	}
	testkit.Fails(os.Stat(filepath.Join(out, "bad.ipynb")))(t, "", "the failed notebook was written")
	if data, _ := os.ReadFile(good); strings.Contains(string(data), "42") {
		t.Error("the original was changed although an output folder was given")
	}
}

// TestRunStopsWhenInterrupted cancels the context while a cell runs: Run returns, the notebook is as it was, and the program of the
// cell ends.
func TestRunStopsWhenInterrupted(t *testing.T) {
	l := requireLab(t, smallLab)
	dir := t.TempDir()
	started := filepath.Join(dir, "started")
	file := writeNotebook(t, dir, "long.ipynb", fmt.Sprintf("%%%%\nos.WriteFile(%q, []byte(strconv.Itoa(os.Getpid())), 0o600)\ntime.Sleep(time.Hour)", started))
	before := testkit.Must(os.ReadFile(file))(t)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer cancel()
		for i := 0; i < 6000; i++ {
			if data, _ := os.ReadFile(started); len(data) > 0 {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}()
	err := Run(ctx, []string{file}, RunOptions{Root: l.root, DataDir: l.dataDir})
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "left as it was") {
		t.Errorf("Run = %v, want context.Canceled", err)
	}
	if after, _ := os.ReadFile(file); string(after) != string(before) {
		t.Errorf("the notebook was changed:\n%s", after)
	}
	pid := testkit.Must(strconv.Atoi(string(testkit.Must(os.ReadFile(started))(t))))(t)
	testkit.Eventually(t, "the program of the cell has ended", func() bool { return syscall.Kill(pid, 0) != nil })
}

// interactive.py talks to the kernel as JupyterLab does.
//
//go:embed testdata/interactive.py
var interactive string

// TestKernelInteractive runs two kernels at the same time, interrupts a cell
// of each, goes on, restarts one, shuts both down, and finds nothing left.
func TestKernelInteractive(t *testing.T) {
	l := requireLab(t, smallLab)
	tmp := t.TempDir()
	cmd := exec.Command(filepath.Join(l.root, ".venv", "bin", "python"), "-c", interactive)
	e := newEnv(os.Environ())
	e.set("JUPYTER_DATA_DIR", l.dataDir)
	e.set("JUPYTER_PATH", l.dataDir)
	e.set("TMPDIR", tmp)
	e.set("GOPROXY", "off")
	cmd.Env = e
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	left, err := filepath.Glob(filepath.Join(tmp, "*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// maxStored is the largest size in bytes of a stored notebook with its outputs.
const maxStored = 500_000

// longNotebooks take half a minute each and more; TestLongNotebooksRun has them.
var longNotebooks = []string{"01-estimate", "02-legality", "06-precision", "07-endgames", "08-mates", "09-figures", "10-your-own"}

// TestNotebooksRun executes the other notebooks of the project for real, and compares their outputs with the stored ones.
func TestNotebooksRun(t *testing.T) {
	notebooksRun(t, func(name string) bool { return !slices.Contains(longNotebooks, name) })
}

// TestLongNotebooksRun does the same with longNotebooks.
func TestLongNotebooksRun(t *testing.T) {
	testkit.Long(t)
	notebooksRun(t, func(name string) bool { return slices.Contains(longNotebooks, name) })
}

// notebooksRun executes the notebooks of the project that include selects, and compares their outputs with the stored ones.
func notebooksRun(t *testing.T, include func(name string) bool) {
	l := requireLab(t, projectLab)
	files := testkit.Must(filepath.Glob(filepath.Join(l.root, "notebooks", "*.ipynb")))(t)
	files = slices.DeleteFunc(files, func(file string) bool { return !include(strings.TrimSuffix(filepath.Base(file), ".ipynb")) })
	if len(files) < 4 {
		t.Fatalf("notebooks/ holds %d of these, want at least 4", len(files))
	}
	touchSources(t, l.root)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ipynb"), func(t *testing.T) {
			var progress bytes.Buffer
			err := l.run(t, RunOptions{Compare: true, Timeout: defaultTimeout, Progress: &progress}, file)
			t.Log(progress.String())
			testkit.OK(t, err)
			if info, err := os.Stat(file); err != nil || info.Size() > maxStored {
				t.Errorf("%d bytes, want at most %d (%v)", info.Size(), maxStored, err)
			}
			if strings.Contains(progress.String(), "warning: ") {
				t.Error("a figure is too large, see above")
			}
		})
	}
}

// touchSources calls Stat for every file that a notebook may be compiled from, so that `go test` does not answer from its cache when one
// has changed: a cell imports packages that this test does not.
func touchSources(t *testing.T, root string) {
	t.Helper()
	testkit.OK(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		switch filepath.Ext(path) {
		case ".go", ".mod", ".sum", ".ipynb", ".txt":
			_, err = os.Stat(path)
		}
		return err
	}))
}
