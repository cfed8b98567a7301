package testkit

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
)

func TestSize(t *testing.T) {
	t.Setenv(Variable, "")
	want := 70
	if testing.Short() {
		want = 7
	}
	if n := Size(7, 70); n != want {
		t.Errorf("%d, want %d", n, want)
	}
	t.Setenv(Variable, "2.5")
	if n := Size(7, 70); n != want*5/2 {
		t.Errorf("%d, want %d", n, want*5/2)
	}
	if n := scaled(3, "0.01"); n != 1 {
		t.Errorf("%d, want 1", n)
	}
	for _, bad := range []string{"many", "0", "-1", "NaN", "1e20"} {
		func() {
			defer func() {
				if r, _ := recover().(string); !strings.Contains(r, Variable) {
					t.Errorf("%s: panic %q", bad, r)
				}
			}()
			scaled(1, bad)
		}()
	}
}

func TestRand(t *testing.T) {
	if a, b, c := Rand("a").Uint64(), Rand("a").Uint64(), Rand("b").Uint64(); a != b || a == c {
		t.Error(a, b, c)
	}
}

func TestTexts(t *testing.T) {
	const fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	p := Played(t, "e4 e5")
	if p != Position(t, fen) || p.Setup() != Setup(t, fen) || len(Line(t, chess.InitialPosition(), " e4  e5 ")) != 2 {
		t.Error(p)
	}
}

// A recorder is a test that fails without failing this one.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()      {}
func (r *recorder) Fatal(...any) { r.failed = true; runtime.Goexit() }

func (r *recorder) Fatalf(string, ...any) { r.Fatal() }

// TestBadTextsFail: no text is passed over in silence.
func TestBadTextsFail(t *testing.T) {
	for name, f := range map[string]func(testing.TB){
		"setup":    func(t testing.TB) { Setup(t, "8/8") },
		"position": func(t testing.TB) { Position(t, "8/8/8/8/8/8/8/8 w - - 0 1") },
		"line":     func(t testing.TB) { Line(t, chess.InitialPosition(), "e4 e4") },
		"played":   func(t testing.TB) { Played(t, "e5") },
		"waiting":  func(t testing.TB) { eventually(t, "for nothing", func() bool { return false }, time.Millisecond) },
	} {
		r := &recorder{TB: t}
		done := make(chan bool)
		go func() {
			defer close(done)
			f(r)
		}()
		if <-done; !r.failed {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestLong: skipped with -short, and then only.
func TestLong(t *testing.T) {
	var ran, skipped bool
	t.Run("long", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		Long(t)
		ran = true
	})
	if ran == testing.Short() || skipped != testing.Short() {
		t.Errorf("ran %v, skipped %v", ran, skipped)
	}
}

// TestEventually: a condition is asked until it holds.
func TestEventually(t *testing.T) {
	asked := 0
	Eventually(t, "for the third time", func() bool { asked++; return asked == 3 })
	if asked != 3 {
		t.Errorf("asked %d times", asked)
	}
}
