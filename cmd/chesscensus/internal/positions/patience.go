package positions

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"time"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/digits"
	"chesscensus/sampler"
	"chesscensus/survey/uniform"
)

const (
	day = 24 * time.Hour
	// firstLook is when a forecast is first made: after hundreds of positions of the whole set.
	firstLook = 2 * time.Second
	// noteTime is when one hears that none was found yet.
	noteTime = 5 * time.Second
	// blindTime is how long one looks for the first position.
	blindTime = 2 * time.Minute
	// sureness s says that all elements of a set were drawn: in N (ln N + s) uniform draws of N elements a given one is missed with
	// probability e^-s / N at most, and any with e^-s, one in a million.
	sureness = 14
)

// sizeByRanks is the size of a space that is drawn from by uniform ranks, so that each draw is a given element with probability 1/size;
// 0 for others, whose draws may come to nothing.
func sizeByRanks(s sampler.Space) float64 {
	if _, direct := s.(sampler.Direct); direct {
		return 0
	}
	n, _ := new(big.Float).SetInt(s.Size()).Float64()
	return n
}

// A patience decides whether a run goes on.
type patience struct {
	n       uint64
	workers int
	start   time.Time
	endless bool
	size    float64      // of the space, 0 if that tells nothing of the draws
	say     func(string) // says a line to who waits
	noted   bool         // whether that was done
	passed  bool         // whether a forecast was made, and was no obstacle
}

// check returns an error if what is asked takes more than a day, for all that chance leaves open, or if nothing
// was found in the first minutes.
func (p *patience) check(t *uniform.Tally, now time.Time) error {
	elapsed := now.Sub(p.start)
	if p.exhausted(t) {
		return fmt.Errorf("no position satisfies the condition: counts leave %.0f elements of the space, and %s draws have seen them all (an oversight has a chance below one in a million)",
			p.size, cli.Number(t.Draws))
	}
	if p.endless || elapsed < firstLook {
		p.passed = p.endless
		return nil
	}
	hits := float64(t.Legal)
	// At least as many would be expected with probability 0.975 (with no hit: e^-3.7 = 0.025).
	high := hits + 2*math.Sqrt(hits) + 3.7
	least := elapsed.Seconds() * float64(p.n) / high
	if t.Legal == 0 && elapsed >= noteTime && !p.noted {
		p.noted = true
		p.say(fmt.Sprintf("none of the first %s draws is a legal position as wanted; looking for one for %s (Ctrl-C ends it)", cli.Number(t.Draws), digits.Duration(blindTime.Seconds())))
	}
	switch {
	case t.Legal == 0 && elapsed >= blindTime:
		return fmt.Errorf("none of the first %s draws (%s) is a legal position as wanted, so that fewer than one in %.2g are (95 %%) and -n %d takes more than %s; "+
			"if the condition can hold at all, --patient goes on", cli.Number(t.Draws), digits.Duration(elapsed.Seconds()), float64(t.Draws)/3.7, p.n, digits.Duration(least))
	case least < day.Seconds():
		p.passed = t.Legal > 0
		return nil
	case t.Legal == 0:
		return errors.New("-n " + cli.Number(p.n) + " takes more than " + digits.Duration(least) + ": ask for fewer positions, or add --patient")
	}
	perSecond := hits / elapsed.Seconds()
	return fmt.Errorf("%s positions would take about %s (%s a second with -j %d): ask for -n %.1g, for which a day suffices, or add --patient",
		cli.Number(p.n), digits.Duration(float64(p.n)/perSecond), digits.Significant(perSecond, 2).Plain(), p.workers, math.Floor(perSecond*day.Seconds()))
}

// exhausted reports whether the draws have seen all elements of the space, and none of them is legal as wanted. What is
// undecided might be.
func (p *patience) exhausted(t *uniform.Tally) bool {
	return t.Legal == 0 && t.Undecided == 0 && p.size > 0 && float64(t.Draws) >= p.size*(math.Log(p.size)+sureness)
}
