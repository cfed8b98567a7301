package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"chesscensus/chess/notation/forms"
	"chesscensus/internal/testing/testkit"
)

// TestArgumentOrFileInput: arguments are recognized as records or files, and the input has their content.
func TestArgumentOrFileInput(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	const fen = "8/8/8/8/8/8/8/Kk6 w - - 0 1"
	testkit.OK(t, os.WriteFile("list", []byte("one\ntwo\n"), 0o666))
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	testkit.Must(z.Write([]byte("one\ntwo\n")))(t)
	testkit.OK(t, z.Close())
	for _, name := range []string{"list.gz", "list.GZ", "list.txt"} {
		testkit.OK(t, os.WriteFile(name, packed.Bytes(), 0o666))
	}
	testkit.OK(t, os.WriteFile("bad.gz", []byte("one\n"), 0o666))
	a := &App{In: strings.NewReader("standard")}
	testkit.Fails(a.OpenInput("bad.gz"))(t, "bad.gz: want a file of gzip", "a file that is not compressed")
	for _, c := range []struct {
		args       []string
		name, text string
		size       uint64
	}{
		{nil, "standard input", "standard", 0},
		{[]string{fen}, "argument", fen, 0},
		{[]string{fen, "x"}, "argument", fen + "\nx", 0},
		{[]string{"list"}, "list", "one\ntwo\n", 8},
		{[]string{"list.gz"}, "list.gz", "one\ntwo\n", 0},
		{[]string{"list.GZ"}, "list.GZ", "one\ntwo\n", 0},
		{[]string{"list.txt"}, "list.txt", "one\ntwo\n", 0},
		{[]string{filepath.Join(dir, "list")}, filepath.Join(dir, "list"), "one\ntwo\n", 8},
	} {
		in, err := a.ArgumentOrFileInput(c.args)
		if err != nil {
			t.Errorf("%q: %v", c.args, err)
			continue
		}
		text, _ := io.ReadAll(in)
		if in.Name != c.name || string(text) != c.text || in.fileSize() != c.size {
			t.Errorf("%q: %s, %q, %d bytes", c.args, in.Name, text, in.fileSize())
		}
		in.Close()
	}
	for _, reader := range []io.Reader{&packed, testkit.Must(os.Open("list.gz"))(t), iotest.OneByteReader(testkit.Must(os.Open("list.gz"))(t))} {
		in := testkit.Must((&App{In: reader}).OpenInput("-"))(t)
		if size, text := in.fileSize(), string(testkit.Must(io.ReadAll(in))(t)); text != "one\ntwo\n" || size != 0 {
			t.Errorf("gzip on standard input: %q, %d bytes", text, size)
		}
	}
	for _, texts := range []typedTexts{{"", "left", ""}, {"1", "", "left", ""}, {"1\n2", "", "left", ""}} {
		if text, err := io.ReadAll(&unpacker{in: &texts}); err != nil || len(texts) != 2 {
			t.Errorf("%q is read, error %v, and %q is left", text, err, texts)
		}
	}
	cut := &App{In: strings.NewReader(gzipMagic), Out: io.Discard, Err: io.Discard, Workers: 1}
	if err := cut.Filter(t.Context(), nil, func(dst []byte, _ string) ([]byte, error) { return dst, nil }); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("gzip that ends within its head: error %v", err)
	}
	for _, arg := range []string{"nothing", dir} { // a folder is no list
		testkit.Fails(a.ArgumentOrFileInput([]string{arg}))(t, "neither a file nor a FEN record", arg)
	}
	for _, args := range [][]string{{"list", fen}, {"a\nb"}, {fen, ""}, {" "}} {
		var usage usageError
		if _, err := a.ArgumentOrFileInput(args); !errors.As(err, &usage) {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// typedTexts are read as from a terminal, which goes on behind an end, an empty text.
type typedTexts []string

func (t *typedTexts) Read(p []byte) (int, error) {
	text := (*t)[0]
	*t = (*t)[1:]
	if text == "" {
		return 0, io.EOF
	}
	return copy(p, text), nil
}

// TestFilter runs lines through a function, of which one fails.
func TestFilter(t *testing.T) {
	var out, errs bytes.Buffer
	a := &App{In: strings.NewReader("a\n\n# b\nbad\nc\n"), Out: &out, Err: &errs, Workers: 3}
	err := a.Filter(context.Background(), nil, func(dst []byte, line string) ([]byte, error) {
		if line == "bad" {
			return dst, errors.New("no good")
		}
		return AppendComment(append(dst, strings.ToUpper(line)...), "more \n\nof it"), nil
	})
	if want := "A\n#   more\n#\n#   of it\nC\n#   more\n#\n#   of it\n"; !errors.Is(err, ErrBadInput) ||
		strings.ReplaceAll(out.String(), "#   \n", "#\n") != want || errs.String() != "standard input:4: no good\n" {
		t.Errorf("%v, %q, %q", err, &out, &errs)
	}
	var usage usageError
	if err := a.FilterLines(context.Background(), []string{"x\ny"}, LineFilter{}); !errors.As(err, &usage) {
		t.Errorf("an argument of two lines: %v", err)
	}
}

// TestReadFEN: ReadFEN and ReadPosition remove idle en passant squares, and ReadDraw only those that no pawn attacks.
func TestReadFEN(t *testing.T) {
	const e4, pinned = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "4k3/8/4r3/3pP3/8/8/8/4K3 w - d6 0 1"
	a := new(App)
	for _, c := range []struct {
		read   func(string) (string, error)
		fen    string
		want   string
		mended int
	}{
		{func(s string) (string, error) { f, err := a.ReadFEN(s); return f.String(), err }, e4 + "\t1\t1", strings.Replace(e4, "e3", "-", 1), 1},
		{func(s string) (string, error) { f, err := a.ReadFEN(s); return f.String(), err }, pinned, strings.Replace(pinned, "d6", "-", 1), 2},
		{func(s string) (string, error) { f, err := a.ReadDraw(s); return f.String(), err }, e4, strings.Replace(e4, "e3", "-", 1), 3},
		{func(s string) (string, error) { f, err := a.ReadDraw(s); return f.String(), err }, pinned, pinned, 3},
		{func(s string) (string, error) { p, err := a.ReadPosition(s); return p.Setup().String() + " 0 1", err }, pinned, strings.Replace(pinned, "d6", "-", 1), 4},
	} {
		if got, err := c.read(c.fen); err != nil || got != c.want || a.notes.counts[forms.IdleEP] != c.mended {
			t.Errorf("%s: %s, %v, %d mended; want %s, %d", c.fen, got, err, a.notes.counts[forms.IdleEP], c.want, c.mended)
		}
	}
	for _, bad := range []string{"", "x", "8/8/8/8/8/8/8/8 w - - 0 1"} {
		testkit.Fails(a.ReadPosition(bad))(t, "", bad)
	}
}

// TestProgress: a bar is shown only on request, and never for a run of no units.
func TestProgress(t *testing.T) {
	var errs bytes.Buffer
	a := &App{Err: &errs}
	if p := a.ProgressBar(10, "things"); p.Visible() {
		t.Error("a bar where there is no terminal")
	}
	a.progress = true
	if p := a.ProgressBar(0, "things"); p.Visible() {
		t.Error("a bar for no work")
	}
	p := a.ProgressBar(10, "things")
	p.Describe("half of them")
	p.Set(5)
	if p.Finish(); !p.Visible() || !strings.Contains(errs.String(), "half of them") {
		t.Errorf("%q, want a bar with its text", &errs)
	}
	var none Progress // shows nothing
	none.Describe("x")
	none.Set(1)
	none.Finish()
}

// TestEnsureWritable: the folder is created and left empty, or the error names it.
func TestEnsureWritable(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	testkit.OK(t, EnsureWritable(dir))
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("%v, %d files are left", err, len(list))
	}
	file := filepath.Join(dir, "file")
	testkit.OK(t, os.WriteFile(file, nil, 0o666))
	testkit.FailsWith(t, EnsureWritable(file), file, "a file as folder")
}

// TestNewFiles: a new file appears when it is committed. Until then an older file with its name does not change.
func TestNewFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list.txt")
	read := func() string { b, _ := os.ReadFile(path); return string(b) }
	for i, text := range []string{"first", "second"} {
		before := read()
		f := testkit.Must(new(App).CreateFile(path))(t)
		fmt.Fprint(f, text)
		if read() != before {
			t.Errorf("file %d is there too early: %q", i, read())
		}
		if err := f.Commit(); err != nil || read() != text {
			t.Errorf("file %d: %q, %v", i, read(), err)
		}
		f.Drop() // does nothing to a committed file
	}
	f := testkit.Must(new(App).CreateFile(path))(t)
	fmt.Fprint(f, "third")
	f.Drop()
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 || read() != "second" {
		t.Errorf("after a drop: %q, %v", read(), left)
	}
	for _, bad := range []string{filepath.Dir(path), filepath.Join(path, "below"), filepath.Join(filepath.Dir(path), "none", "x")} {
		testkit.Fails(new(App).CreateFile(bad))(t, "cannot write to "+bad, bad)
	}
}
