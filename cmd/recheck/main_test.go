package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

const (
	good   = `{"fen":"k6P/8/8/8/8/8/8/7K w - -","stage":"rules","reasons":["PawnOnEndRow"]}` + "\n"
	forged = `{"fen":"4k3/8/8/8/8/8/8/4K3 w - -","stage":"rules","reasons":["TripleCheck"]}` + "\n"
)

// TestRun: answers come in the order of the certificates, also of those that are wrong or cannot be read, and the status tells of these.
func TestRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.jsonl")
	testkit.OK(t, os.WriteFile(file, []byte(good+"junk\n"), 0o600))
	for _, test := range []struct {
		args, in  string
		status    int
		out, errs string
	}{
		{"", good, 0, "k6P/8/8/8/8/8/8/7K w - -\tconfirmed\n", "PawnOnEndRow"},
		{"-jobs 3 -states 10 -time 1s", forged + good, 1, "4k3/8/8/8/8/8/8/4K3 w - -\tnot confirmed: TripleCheck does not hold: no three checkers\nk6P/8/8/8/8/8/8/7K w - -\tconfirmed\n", "sum"},
		{file + " none.jsonl", "", 1, "k6P/8/8/8/8/8/8/7K w - -\tconfirmed\n" + file + ":2\tnot a certificate: invalid character 'j' looking for beginning of value\n", "no such file"},
		{"-states 0", "", 2, "", "at least 1"},
		{"-nonsense", "", 2, "", "not defined"},
	} {
		var out, errs strings.Builder
		status := run(context.Background(), strings.Fields(test.args), strings.NewReader(test.in), &out, &errs)
		if status != test.status || out.String() != test.out || !strings.Contains(errs.String(), test.errs) {
			t.Errorf("%s: status %d, output %q, errors %q, want %d, %q, %q", test.args, status, out.String(), errs.String(),
				test.status, test.out, test.errs)
		}
	}
}

// TestGzip: certificates may be compressed, in files and standard input; a file of gzip that is cut off is an error.
func TestGzip(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	testkit.Must(w.Write([]byte(good + good)))(t)
	testkit.OK(t, w.Close())
	file := filepath.Join(t.TempDir(), "c.jsonl")
	testkit.OK(t, os.WriteFile(file, packed.Bytes(), 0o600))
	for _, test := range []struct {
		in           string
		status, sure int
		errs         string
	}{
		{packed.String(), 0, 4, "PawnOnEndRow"},
		{packed.String()[:packed.Len()-4], 1, 4, "standard input: unexpected EOF"},
		{packed.String()[:2], 1, 2, "standard input: unexpected EOF"},
		{packed.String()[:1], 1, 2, "PawnOnEndRow"},
	} {
		var out, errs strings.Builder
		status := run(context.Background(), []string{file}, nil, &out, &errs)
		status = max(status, run(context.Background(), nil, strings.NewReader(test.in), &out, &errs))
		if status != test.status || strings.Count(out.String(), "confirmed\n") != test.sure || !strings.Contains(errs.String(), test.errs) {
			t.Errorf("%d bytes: status %d, output %q, errors %q, want %d, %d confirmed, %q", len(test.in), status, out.String(), errs.String(),
				test.status, test.sure, test.errs)
		}
	}
}

// A resumed reader returns a text and an error, and from then on certificates.
type resumed struct {
	text string
	err  error
}

func (r *resumed) Read(p []byte) (n int, err error) {
	n, err = copy(p, r.text), r.err
	r.text, r.err = good, nil
	return n, err
}

// TestUnpackerEnds: the end of a terminal, an error of reading and a bad head of gzip stay what they are when it is read again.
func TestUnpackerEnds(t *testing.T) {
	for _, test := range []struct {
		first string
		err   error // of the first read
		want  error
	}{{"", io.EOF, io.EOF}, {"", io.ErrClosedPipe, io.ErrClosedPipe}, {"\x1f\x8b" + good, nil, gzip.ErrHeader}} {
		u := &unpacker{in: &resumed{test.first, test.err}}
		for range 2 {
			if n, err := u.Read(make([]byte, 100)); n != 0 || err != test.want {
				t.Errorf("%d bytes, %v, want %v", n, err, test.want)
			}
		}
	}
}

// TestRunStops: a run that is interrupted says so and does not call its certificates confirmed.
func TestRunStops(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	var out, errs strings.Builder
	if status := run(ctx, []string{"-jobs", "1"}, strings.NewReader(strings.Repeat(good, 50)), &out, &errs); status != 1 || !strings.Contains(errs.String(), "standard input: ") {
		t.Errorf("status %d, output %q, errors %q", status, out.String(), errs.String())
	}
}

// A fullDisk is a writer that always fails.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, os.ErrClosed }

// TestFullDisk: lines or a table that cannot be written make the status 1, even if all is confirmed.
func TestFullDisk(t *testing.T) {
	var out, errs strings.Builder
	if status := run(context.Background(), nil, strings.NewReader(good), &out, fullDisk{}); status != 1 || !strings.Contains(out.String(), "confirmed") {
		t.Errorf("no table: status %d, output %q, want 1 and confirmed", status, out.String())
	}
	if status := run(context.Background(), nil, strings.NewReader(good), fullDisk{}, &errs); status != 1 || !strings.Contains(errs.String(), os.ErrClosed.Error()) {
		t.Errorf("no lines: status %d, errors %q, want 1 and %v", status, &errs, os.ErrClosed)
	}
}

// TestSets: every size of the smallest run is equal, strata of more pawns are left out, and wrong arguments are told.
func TestSets(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	var out, errs strings.Builder
	status := run(context.Background(), strings.Fields("sets -pawns 0 -jobs 2"), nil, &out, &errs)
	if status != 0 || !strings.Contains(out.String(), "kernel\tpawns=0 captures=6\t2805803508975574178147115701520797408870400\tequal\n") ||
		strings.Count(out.String(), "\n") != 32 || strings.Count(out.String(), "\tequal\n") != 32 || !strings.Contains(errs.String(), "32 sizes, 0 differ") {
		t.Errorf("status %d, output\n%serrors %s", status, &out, &errs)
	}
	if errs.Reset(); run(context.Background(), strings.Fields("sets -pawns 0"), nil, fullDisk{}, &errs) != 1 || strings.Contains(errs.String(), "differ") {
		t.Errorf("lines that cannot be written: %s, want status 1 and no word of sizes that differ", &errs)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if errs.Reset(); run(ctx, []string{"sets"}, nil, &out, &errs) != 1 || !strings.Contains(errs.String(), "stopped after 0 sizes") {
		t.Errorf("a stopped run: %s", &errs)
	}
	for _, args := range []string{"-pawns 9", "-jobs 0", "-pawns 0 file", "-pawns x"} {
		if errs.Reset(); run(context.Background(), append([]string{"sets"}, strings.Fields(args)...), nil, &out, &errs) != 2 || errs.Len() == 0 {
			t.Errorf("%s: %s", args, &errs)
		}
	}
}

// TestNoOutputIsAnInput: a file to which the answers are appended is not read, whatever its name; it stays as it is.
func TestNoOutputIsAnInput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.jsonl")
	link := file + ".link"
	testkit.OK(t, os.WriteFile(file, []byte(good), 0o600))
	testkit.OK(t, os.Link(file, link))
	out := testkit.Must(os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0))(t)
	defer out.Close()
	in := testkit.Must(os.Open(link))(t)
	defer in.Close()
	for _, args := range [][]string{nil, {file}, {link}} {
		var errs strings.Builder
		if status := run(context.Background(), args, in, out, &errs); status != 1 || !strings.Contains(errs.String(), "written as well as read") {
			t.Errorf("%q: status %d, %s", args, status, &errs)
		}
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != good {
		t.Errorf("the file is %q, %v", b, err)
	}
}
