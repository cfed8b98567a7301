package census

import (
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestJudgeLooksLonger checks that Judge searches longer for a game of a position with few last moves; without that it finds none.
func TestJudgeLooksLonger(t *testing.T) {
	testkit.Long(t)
	testkit.Unraced(t)
	v, err := Judge("8/8/8/8/1P6/b1P5/pPrPP3/K1kB4 w - - 0 1", Games)
	if err != nil || v.Outcome != Legal {
		t.Errorf("verdict %v, error %v, want a game", v, err)
	}
}
