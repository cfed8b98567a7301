// Package testkit is what tests of many packages share: how large a randomized test is, how
// texts become positions, and random numbers by name. Known answers are in
// internal/testing/devdata, random games in internal/testing/chesstest.
//
// # How large a test is
//
// A randomized test asks [Size] how many samples it takes. They are few with -short, where
// every package takes a second or two; as many as a change to the code deserves without;
// and as many as one has patience for with the environment variable CHESSCENSUS_TESTS:
//
//	CHESSCENSUS_TESTS=100 go test -timeout 10h ./legality/...
//
// takes a hundred times as many. A variable and no flag, since go test gives flags to all
// packages and fails where one is not known.
//
// Below 1 it makes tests smaller, and of lists of known cases only every n-th is taken ([Stride]): .ci/run has make test-long so, and make test takes six tenths.
//
// Three levels say which tests run at all. go test -short is for between two edits: of every package some real tests, in
// less than a second or so. Tests that are [Medium] are left out of it, but not under the race detector (make race is short too)
// and not where CHESSCENSUS_TESTS is set. Tests that catch mutants are not Medium. Few tests are [Long] and left out with -short everywhere; make test leaves
// them out too, and make test-long runs them alone.
package testkit

import (
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
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
	return scaled(n, os.Getenv(Variable))
}

// Stride is n where a test is to take every n-th of a list of known cases: 1, or 1/CHESSCENSUS_TESTS rounded down where that is less than 1.
func Stride() int { return max(1, 1000/scaled(1000, os.Getenv(Variable))) }

// scaled multiplies n with a factor in text, 1 if it is empty.
func scaled(n int, factor string) int {
	if factor == "" {
		return n
	}
	f, err := strconv.ParseFloat(factor, 64)
	if err != nil || !(f > 0 && f < 1e9) {
		panic(fmt.Sprintf("testkit: %s is %q, want a positive number", Variable, factor))
	}
	return max(1, int(f*float64(n)))
}

// LongVariable is the environment variable that leaves out tests that are [Long] where it is 0.
const LongVariable = "CHESSCENSUS_LONG"

// Long skips a test with -short, or where CHESSCENSUS_LONG is 0: one that takes seconds however small it is made. A plain
// go test has it; make test has not, make test-long has it alone, and continuous integration does both. It must be called
// in the test itself, as must Brief, LongInFull, LongSize and LongSizes: make test-long finds the names of tests in the text.
func Long(t testing.TB) {
	t.Helper()
	if testing.Short() || os.Getenv(LongVariable) == "0" {
		t.Skip("takes seconds: not with -short or CHESSCENSUS_LONG=0 (make test-long has it)")
	}
}

// Brief reports whether a test that is long in full takes its short form: with -short, and where CHESSCENSUS_LONG is 0. So make
// test has the short form and make test-long the full one. Like Long it must be called in the test itself.
func Brief() bool { return testing.Short() || os.Getenv(LongVariable) == "0" }

// LongSize is [Size] for a test that is long in full: short where the test is to be [Brief].
func LongSize(short, full int) int {
	if Brief() {
		full = short
	}
	return Size(short, full)
}

// LongSizes is LongSize with a size of its own for make test: where the short one of -short would be too weak for it, and the full one is long.
func LongSizes(short, brief, full int) int {
	if Brief() {
		full = brief
	}
	return Size(short, full)
}

// LongInFull is [Long] for a test that has a small form with -short: that one runs, and under the race detector too.
func LongInFull(t testing.TB) {
	t.Helper()
	if !testing.Short() {
		Long(t)
	}
}

// Medium skips a test with -short: one that takes too long for between two edits, as it needs tenths of a second or shows what others show too. The race detector
// has it, and so have runs with CHESSCENSUS_TESTS, whatever its value: only what -short alone leaves out is less.
func Medium(t testing.TB) {
	t.Helper()
	if testing.Short() && !raced && os.Getenv(Variable) == "" {
		t.Skip("takes tenths of a second: not with -short alone (make race and CHESSCENSUS_TESTS=1 have it)")
	}
}

// Unraced skips a test under the race detector: one that takes long there, and has a single goroutine, or goroutines that other tests of its package
// start as well.
func Unraced(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("other tests have its goroutines, if any: not under the race detector (make test has it)")
	}
}

// Raced is small under the race detector, and n without: for a test whose goroutines count there, and not its numbers.
func Raced(small, n int) int {
	if raced {
		return small
	}
	return n
}

// patience is how long Eventually waits: so long that only what never comes takes it.
const patience = 5 * time.Minute

// Eventually waits until a condition holds that another goroutine or process brings about,
// and fails the test, saying what was waited for, if it does not within minutes.
func Eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	eventually(t, what, holds, patience)
}

func eventually(t testing.TB, what string, holds func() bool, most time.Duration) {
	t.Helper()
	for end := time.Now().Add(most); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v in vain: %s", most, what)
		}
	}
}

// Rand returns random numbers that depend on the name alone, of which the first 32 bytes
// count.
func Rand(name string) *rand.Rand {
	var seed [32]byte
	copy(seed[:], name)
	return rand.New(rand.NewChaCha8(seed))
}

// FirstShards copies the folder of a survey with its first n shards alone into an empty one: a record like the whole that is read in a fraction
// of the time. Bundles of shards it does not know. It is an error if there are fewer shards.
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
	var kept strings.Builder
	for line := range strings.Lines(string(data)) {
		var of struct{ Shard int }
		if err := json.Unmarshal([]byte(line), &of); err != nil || of.Shard < n {
			kept.WriteString(line)
		}
	}
	return os.WriteFile(manifest, []byte(kept.String()), 0o600)
}

// A Failer is a test, also one of package rapid.
type Failer interface {
	Helper()
	Fatal(args ...any)
}

// Must takes what a function returned that may fail, and hands its value to a test, which ends at once if there was an error:
//
//	space := testkit.Must(spaces.Open("ranked"))(t)
func Must[T any](v T, err error) func(Failer) T {
	return func(t Failer) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// OK ends a test at once if there is an error.
func OK(t Failer, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Setup reads a FEN record. It fails the test if that cannot be read.
func Setup(t testing.TB, fen string) chess.Setup {
	t.Helper()
	f, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return f.Setup
}

// Position reads a FEN record. It fails the test if that is no valid position.
func Position(t testing.TB, fen string) chess.Position {
	t.Helper()
	p, err := chess.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
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

// Line reads moves from p, in algebraic notation and separated by blanks. It fails the test
// if one is not legal.
func Line(t testing.TB, p chess.Position, moves string) []chess.Move {
	t.Helper()
	line, err := p.ParseSANs(strings.Fields(moves))
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// Played returns the position after moves from the initial position, see [Line].
func Played(t testing.TB, moves string) chess.Position {
	t.Helper()
	p := chess.InitialPosition()
	return p.PlayAll(Line(t, p, moves))
}

// Kings yields a setup without castling rights and en passant with its kings put anew: on every two free
// squares, those that touch included, with either side to move. Kings that s has are taken off before.
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
