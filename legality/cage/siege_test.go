package cage

import (
	"bufio"
	"os"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/legality/kernel"
)

func TestSiegeDebug(t *testing.T) {
	f, err := os.Open(os.Getenv("SIEGE"))
	if err != nil {
		t.Skip("SIEGE names no file")
	}
	defer f.Close()
	g := Besieger{Limit: 3000000}
	debugSiege = func(z *siege) {
		t.Logf("   window %d-%d role %v end %v event %v born %v: nodes %d found %v", z.lo, z.hi, z.role, z.end.First(), z.event, z.born, len(z.nodes), z.found)
	}
	sc := bufio.NewScanner(f)
	n := 0
	for sc.Scan() {
		line := sc.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		w := strings.Fields(line)
		fen, err := chess.ParseFEN(strings.Join(w[:6], " "))
		if err != nil {
			t.Fatal(err)
		}
		s := fen.Setup
		n++
		start := time.Now()
		g.Open(&s)
		sq, ok := g.Shut(&s)
		if ok {
			t.Logf("%d %v SHUT %v  (%d, %v)", n, w[0], sq, g.spent, time.Since(start))
			continue
		}
		b := g.Squares(&s)
		var sv kernel.Solver
		sv.Barred = b
		r, _ := sv.Exists(&s, 0)
		t.Logf("%d %v barred %v: %v (%d, %v)", n, w[0], b, r, g.spent, time.Since(start))
	}
}
