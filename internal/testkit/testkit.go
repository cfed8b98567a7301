// Package testkit is what tests of many packages share: how large a randomized test is, how
// texts become positions, and random numbers by name. Known answers are in
// internal/devdata, random games in chess/chesstest.
//
// # How large a test is
//
// A randomized test asks [Size] how many samples it takes. They are few with -short, where
// every package takes a second or two; as many as a change to the code deserves without;
// and as many as one has patience for with the environment variable CHESSCENSUS_TESTS:
//
//	CHESSCENSUS_TESTS=100 go test -timeout 10h ./legality/...
//
// takes a hundred times as many. Few tests are [Long] and left out with -short. A variable and no flag, since go test gives flags to all
// packages and fails where one is not known.
package testkit

import (
	"fmt"
	"math/rand/v2"
	"os"
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

// Long skips a test with -short: one that takes seconds however small it is made. Full runs,
// which continuous integration does, have it.
func Long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds: not with -short")
	}
}

// patience is how long Eventually waits: so long that only what never comes takes it.
const patience = time.Minute

// Eventually waits until a condition holds that another goroutine or process brings about,
// and fails the test, saying what was waited for, if it does not within a minute.
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
