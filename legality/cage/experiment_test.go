package cage

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
)

func TestExperimentStage(t *testing.T) {
	limit := 40_000
	fmt.Sscan(os.Getenv("EXP_LIMIT"), &limit)
	st := Stage{Limit: limit}
	for _, name := range []string{"../../docs/data/unsolved.tsv", "/tmp/needed12.tsv"} {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		sc := bufio.NewScanner(f)
		for sc.Scan() {
			fen, _, _ := strings.Cut(sc.Text(), "\t")
			if fen == "" || strings.HasPrefix(fen, "#") {
				continue
			}
			s := setup(t, fen)
			for i, s := range []chess.Setup{*s, s.Mirror()} {
				start := time.Now()
				reason, e, n := st.Refute(&s, 0)
				fmt.Println(i, fen, reason, e.Describe(&s), n, time.Since(start))
			}
		}
		f.Close()
	}
}
