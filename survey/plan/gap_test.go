package plan

import (
	"math/big"
	"testing"
)

// TestGap: the sizes of a set with a gap and of its missing members add up to that of the mended set, which has no gap.
func TestGap(t *testing.T) {
	mended := map[string]string{"cover": "4095299558089388267799611793452183761103606150", "kernel": "3880790523415290218825972072370575342273328000"}
	gapSpaces := 0
	for _, g := range gaps {
		p := &Plan{Space: g.Space, Size: g.Size}
		if got := p.Gap(); got == nil || *got != g {
			t.Errorf("%s: %+v", g.Space, got)
		}
		if g.Lost == "" {
			continue
		}
		gapSpaces++
		sum, _ := new(big.Int).SetString(g.LostSize, 10)
		if sum.Add(sum, p.N()); sum.String() != mended[g.Space] {
			t.Errorf("%s: %v, want %s", g.Space, sum, mended[g.Space])
		}
		if p.Size = mended[g.Space]; p.Gap() != nil {
			t.Errorf("the mended %s lacks something", g.Space)
		}
	}
	if gapSpaces != len(mended) {
		t.Errorf("%d of %d sets", gapSpaces, len(mended))
	}
}
