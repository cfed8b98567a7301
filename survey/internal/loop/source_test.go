package loop

import (
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
)

// TestSourcesAreTheStreams compares the sources with the streams, which have golden vectors.
func TestSourcesAreTheStreams(t *testing.T) {
	testkit.Medium(t)
	whole := ranked.NewRepaired()
	space := whole.Stratify()
	stream, dividedStream := sampler.NewStream(whole, 7), sampler.NewDividedStream(space, 7)
	wholeSource, plainSource, redrawnSource := Whole(whole, 7), Plain(space, 7), Conditional(space, 7)
	if redrawnSource.Levels(0) != 16 || plainSource.Levels(0) != 1 || wholeSource.Levels(0) != 1 {
		t.Fatal("wrong number of levels")
	}
	judged := 0
	for i := range uint64(500) {
		h := int(i) % len(space.Strata())
		var got, want sampler.Draw
		check := func(what string) {
			t.Helper()
			if got.Setup != want.Setup || got.Weight != want.Weight || got.Multiplicity != want.Multiplicity {
				t.Errorf("%s, draw %d of stratum %d: %v, want %v", what, i, h, got.Setup, want.Setup)
			}
		}
		stream.Draw(&want, i)
		wholeSource.Draw(&got, 0, i)
		check("whole")
		if !wholeSource.Redraw(&got, 0, i) {
			t.Error("a plain draw is not to be judged")
		}
		check("whole, as judged")
		dividedStream.Draw(&want, h, i)
		plainSource.Redraw(&got, h, i)
		check("plain")
		redrawnSource.Draw(&got, h, i)
		check("before the redraw")
		ok := dividedStream.DrawThen(&want, h, i, func(d *sampler.Draw, src rand.Source) bool {
			if !viable(d) {
				return false
			}
			level, levels := space.Redraw(d, src)
			d.Weight, d.Multiplicity = d.Weight*level, d.Multiplicity*levels
			return level > 0
		})
		if redrawnSource.Redraw(&got, h, i) != ok {
			t.Errorf("draw %d of stratum %d: something to judge: %v, want %v", i, h, !ok, ok)
		} else if ok {
			check("redrawn")
			judged++
		}
	}
	if judged < 100 {
		t.Errorf("only %d redraws left something", judged)
	}
}
