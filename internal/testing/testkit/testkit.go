// Package testkit has functions for the tests of many packages: sizes of randomized tests,
// positions from texts, random numbers by name, what a test checks most often ([Fails],
// [Equal], [Contains]), and tables of cases in testdata ([Table], [Refutes]). Known answers are in
// internal/testing/devdata, random games in internal/testing/chesstest.
//
// # Sizes and levels of tests
//
// [Size] returns the number of samples of a randomized test. It is small with -short, where
// every package takes a second or two, and larger without. The environment variable
// CHESSCENSUS_TESTS multiplies it:
//
//	CHESSCENSUS_TESTS=100 go test -timeout 10h ./legality/...
//
// takes a hundred times as many. It is a variable and not a flag, since go test passes flags
// to all packages and fails if a package does not know one.
//
// A value below 1 makes tests smaller, and tests use only every n-th of the known cases
// ([Stride]): .ci/run runs make test-long so, and make test sets 0.6.
//
// There are three levels of tests. go test -short runs some tests of every package, in less than
// a second or so. It skips tests that are [Medium], but not under the race detector (make race
// is short, too) and not if CHESSCENSUS_TESTS is set. Tests that catch mutants are not Medium.
// Few tests are [Long]: they are skipped with -short and by make test, and make test-long runs
// only them.
package testkit

import (
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
)

// Variable is the environment variable that makes tests larger, or smaller.
const Variable = "CHESSCENSUS_TESTS"

// Size returns the size of a randomized test: short with -short, full without, and either
// times the value of CHESSCENSUS_TESTS if that is set, at least 1. It panics if the value
// is no positive number, or if flags have not been parsed.
func Size(short, full int) int {
	n := full
	if testing.Short() {
		n = short
	}
	return scale(n, os.Getenv(Variable))
}

// Stride returns n if a test is to use every n-th of a list of known cases: 1, or 1/CHESSCENSUS_TESTS rounded down if that
// variable is below 1.
func Stride() int { return max(1, 1000/scale(1000, os.Getenv(Variable))) }

// scale multiplies n by the number in factor, or by 1 if it is empty.
func scale(n int, factor string) int {
	if factor == "" {
		return n
	}
	f, err := strconv.ParseFloat(factor, 64)
	if err != nil || !(f > 0 && f < 1e9) {
		panic(fmt.Sprintf("testkit: %s is %q, want a positive number", Variable, factor))
	}
	return max(1, int(f*float64(n)))
}

// LongVariable is the environment variable that makes [Long] tests skip if it is 0.
const LongVariable = "CHESSCENSUS_LONG"

// Long skips a test with -short, or if CHESSCENSUS_LONG is 0. It is for tests that take seconds in any size. A plain go test runs
// them, make test does not, make test-long runs only them, and continuous integration does both. A test has to call Long itself,
// and so Brief, LongInFull, LongSize and LongSizes: make test-long searches the source for these calls to find the names of tests.
func Long(t testing.TB) {
	t.Helper()
	if testing.Short() || os.Getenv(LongVariable) == "0" {
		t.Skip("takes seconds: not with -short or CHESSCENSUS_LONG=0 (make test-long has it)")
	}
}

// Brief reports whether a test whose full form is long takes its short form: with -short, and if CHESSCENSUS_LONG is 0. So make
// test runs the short form and make test-long the full one. Like Long it must be called in the test itself.
func Brief() bool { return testing.Short() || os.Getenv(LongVariable) == "0" }

// LongSize is [Size] for a test whose full form is long, with the size short if the test is [Brief].
func LongSize(short, full int) int {
	if Brief() {
		full = short
	}
	return Size(short, full)
}

// LongSizes is LongSize with three sizes: short with -short, brief for make test, and full for make test-long.
func LongSizes(short, brief, full int) int {
	if Brief() {
		full = brief
	}
	return Size(short, full)
}

// LongInFull is [Long] for a test with a small form, which runs with -short, also under the race detector.
func LongInFull(t testing.TB) {
	t.Helper()
	if !testing.Short() {
		Long(t)
	}
}

// Medium skips a test with -short, but not under the race detector and not if CHESSCENSUS_TESTS is set. It is for tests that take
// tenths of a second, or that show little beyond other tests.
func Medium(t testing.TB) {
	t.Helper()
	if testing.Short() && !raced && os.Getenv(Variable) == "" {
		t.Skip("takes tenths of a second: not with -short alone (make race and CHESSCENSUS_TESTS=1 have it)")
	}
}

// Unraced skips a test under the race detector. It is for a test that takes long there, and has a single goroutine, or goroutines that
// other tests of its package start, too.
func Unraced(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("other tests have its goroutines, if any: not under the race detector (make test has it)")
	}
}

// Raced returns small under the race detector, and n without. It is for a test whose number of samples does not matter for races.
func Raced(small, n int) int {
	if raced {
		return small
	}
	return n
}

// sortTime is the processor time of sortMillion on an idle AMD EPYC of 2024.
const sortTime = 77 * time.Millisecond

// sortMillion sorts 2^20 random numbers and returns the processor time of that.
func sortMillion() time.Duration {
	r, list := Rand("sortMillion"), make([]uint64, 1<<20)
	for i := range list {
		list[i] = r.Uint64()
	}
	start := cputime.Used()
	slices.Sort(list)
	return cputime.Used() - start
}

// WithinCPU fails a test if do takes more processor time than limit, three times in a row. The limit is for an idle AMD EPYC of 2024. A slower
// machine, or one whose caches others use, gets as much more as it needs for a sort before or after do. No other test of the package may run
// at the same time.
func WithinCPU(t testing.TB, limit time.Duration, what string, do func()) {
	t.Helper()
	var took, allowed time.Duration
	for range 3 {
		before := sortMillion()
		start := cputime.Used()
		do()
		took = cputime.Used() - start
		allowed = max(limit, time.Duration(float64(limit)*max(before, sortMillion()).Seconds()/sortTime.Seconds()))
		if took <= allowed {
			return
		}
	}
	t.Errorf("%s: %v of processor time, more than %v", what, took, allowed)
}

// maxWait is the longest time that Eventually waits. It is long, since it only matters for a test that fails.
const maxWait = 5 * time.Minute

// Eventually waits until a condition holds, through another goroutine or process. If it does not
// hold within minutes, Eventually fails the test, with a text that names the condition.
func Eventually(t testing.TB, condition string, holds func() bool) {
	t.Helper()
	eventually(t, condition, holds, maxWait)
}

func eventually(t testing.TB, condition string, holds func() bool, limit time.Duration) {
	t.Helper()
	for end := time.Now().Add(limit); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v in vain: %s", limit, condition)
		}
	}
}

// Rand returns random numbers that depend on the first 32 bytes of the name alone.
func Rand(name string) *rand.Rand {
	var seed [32]byte
	copy(seed[:], name)
	return rand.New(rand.NewChaCha8(seed))
}

// FirstShards copies the folder of a survey, but only its first n shards, into an empty folder. The copy is a record that is read in a
// fraction of the time. FirstShards cannot copy bundles. It is an error if there are fewer shards.
func FirstShards(to, dir string, n int) error {
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		return err
	}
	copied := 0
	for _, folder := range []string{"shards", "open"} {
		files, _ := os.ReadDir(filepath.Join(to, folder)) // a survey without open draws has no second folder
		for _, file := range files {
			number, _, _ := strings.Cut(file.Name(), ".")
			if i, err := strconv.Atoi(number); err != nil || i >= n {
				if err := os.Remove(filepath.Join(to, folder, file.Name())); err != nil {
					return err
				}
			} else if folder == "shards" {
				copied++
			}
		}
	}
	manifest := filepath.Join(to, "manifest.jsonl")
	data, err := os.ReadFile(manifest)
	if err != nil {
		return err
	}
	if copied != n {
		return fmt.Errorf("testkit: %s has %d of the first %d shards", dir, copied, n)
	}
	var lines strings.Builder
	for line := range strings.Lines(string(data)) {
		var entry struct{ Shard int }
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Shard < n {
			lines.WriteString(line)
		}
	}
	return os.WriteFile(manifest, []byte(lines.String()), 0o600)
}

// A Failer is a test, also a test of package rapid.
type Failer interface {
	Helper()
	Fatal(args ...any)
}

// Must returns a function that returns v, or ends a test at once if there is an error. It is for calls of functions that may fail:
//
//	space := testkit.Must(spaces.Open("ranked"))(t)
//
// The labels name the case in the message of the test, where the error does not.
func Must[T any](v T, err error) func(t Failer, labels ...any) T {
	return func(t Failer, labels ...any) T {
		t.Helper()
		OK(t, err, labels...)
		return v
	}
}

// OK ends a test at once if there is an error. The labels name the case in the message.
func OK(t Failer, err error, labels ...any) {
	t.Helper()
	if err != nil {
		t.Fatal(join(labels) + err.Error())
	}
}

// Setup reads a FEN record. It fails the test if the record cannot be read.
func Setup(t testing.TB, fen string) chess.Setup {
	t.Helper()
	return Must(chess.ParseFEN(fen))(t).Setup
}

// Position reads a FEN record. It fails the test if the record is no valid position.
func Position(t testing.TB, fen string) chess.Position {
	t.Helper()
	return Must(chess.ParsePosition(fen))(t)
}

// FlipFiles exchanges the files a and h, b and g, and so on. Castling rights are dropped.
func FlipFiles(s chess.Setup) chess.Setup {
	f := chess.Setup{Turn: s.Turn, EP: s.EP}
	for sq := range s.Board.Occupied().All() {
		f.Board.Put(sq^7, s.Board.At(sq))
	}
	if s.EP != chess.NoSquare {
		f.EP = s.EP ^ 7
	}
	return f
}

// Line reads moves from p, in algebraic notation and separated by blanks. It fails the test if a
// move is not legal.
func Line(t testing.TB, p chess.Position, moves string) []chess.Move {
	t.Helper()
	return Must(p.ParseSANs(strings.Fields(moves)))(t)
}

// Played returns the position after moves from the initial position, see [Line].
func Played(t testing.TB, moves string) chess.Position {
	t.Helper()
	p := chess.InitialPosition()
	return p.PlayAll(Line(t, p, moves))
}

// Kings yields the setups of s, which has no castling rights and en passant, with its kings on any two
// squares that are free without them, also neighboring ones, and with either side to move.
func Kings(s chess.Setup) iter.Seq[chess.Setup] {
	for kings := s.Board.Of(chess.King); kings != 0; kings &= kings - 1 {
		s.Board.Put(kings.First(), chess.NoPiece)
	}
	return func(yield func(chess.Setup) bool) {
		free := ^s.Board.Occupied()
		for white := range free.All() {
			for black := range free.All() {
				if white == black {
					continue
				}
				p := s
				p.Board.Place(white, chess.NewPiece(chess.White, chess.King))
				p.Board.Place(black, chess.NewPiece(chess.Black, chess.King))
				for p.Turn = range chess.Color(2) {
					if !yield(p) {
						return
					}
				}
			}
		}
	}
}
