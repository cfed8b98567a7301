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
	// firstForecast is the time of the first forecast. Of the whole set hundreds of positions are found by then.
	firstForecast = 2 * time.Second
	// waitNotice is the time after which a line says that no position has been found yet.
	waitNotice = 5 * time.Second
	// maxWait is the longest time for finding the first position.
	maxWait = 2 * time.Minute
	// logMissRisk is s in the number N (ln N + s) of uniform draws after which all N elements of a set count as drawn. A given element is
	// missed with probability at most e^-s / N, so some element is missed with probability at most e^-s, below one in a million.
	logMissRisk = 14
)

// rankedSize returns the size of a space from which uniform ranks are drawn, so that each draw is a given element with probability 1/size.
// It returns 0 for other spaces, in which an attempt to draw may fail.
func rankedSize(s sampler.Space) float64 {
	if _, direct := s.(sampler.Direct); direct {
		return 0
	}
	n, _ := new(big.Float).SetInt(s.Size()).Float64()
	return n
}

// A patience decides whether a run may go on.
type patience struct {
	n         uint64
	workers   int
	start     time.Time
	unlimited bool
	size      float64      // result of rankedSize for the space
	notify    func(string) // prints a line
	notified  bool         // notify was called
	accepted  bool         // a forecast allowed the run to go on
}

// check returns an error if the run would take more than a day even at the most favorable rate within chance, or if no position
// was found within maxWait.
func (p *patience) check(t *uniform.Tally, now time.Time) error {
	elapsed := now.Sub(p.start)
	if p.exhausted(t) {
		return fmt.Errorf("no position satisfies the condition: counts leave %.0f elements of the space, "+
			"and %s draws have seen them all (an oversight has a chance below one in a million)",
			p.size, cli.Number(t.Draws))
	}
	if p.unlimited || elapsed < firstForecast {
		p.accepted = p.unlimited
		return nil
	}
	hits := float64(t.Legal)
	// Upper limit of the expected number of hits at level 0.975 (without a hit: e^-3.7 = 0.025).
	highHits := hits + 2*math.Sqrt(hits) + 3.7
	leastSeconds := elapsed.Seconds() * float64(p.n) / highHits
	if t.Legal == 0 && elapsed >= waitNotice && !p.notified {
		p.notified = true
		p.notify(fmt.Sprintf("none of the first %s draws is a legal position as wanted; looking for one for %s (Ctrl-C ends it)",
			cli.Number(t.Draws), digits.Duration(maxWait.Seconds())))
	}
	switch {
	case t.Legal == 0 && elapsed >= maxWait:
		return fmt.Errorf("none of the first %s draws (%s) is a legal position as wanted, so that fewer than one in %.2g are (95 %%) and -n %d takes more than %s; "+
			"if the condition can hold at all, --patient goes on", cli.Number(t.Draws), digits.Duration(elapsed.Seconds()),
			float64(t.Draws)/3.7, p.n, digits.Duration(leastSeconds))
	case leastSeconds < day.Seconds():
		p.accepted = t.Legal > 0
		return nil
	case t.Legal == 0:
		return errors.New("-n " + cli.Number(p.n) + " takes more than " + digits.Duration(leastSeconds) + ": ask for fewer positions, or add --patient")
	}
	perSecond := hits / elapsed.Seconds()
	return fmt.Errorf("%s positions would take about %s (%s a second with -j %d): ask for -n %.1g, for which a day suffices, or add --patient",
		cli.Number(p.n), digits.Duration(float64(p.n)/perSecond), digits.Significant(perSecond, 2).Plain(), p.workers, math.Floor(perSecond*day.Seconds()))
}

// exhausted reports whether the draws must have contained all elements of the space, and none was legal or undecided.
func (p *patience) exhausted(t *uniform.Tally) bool {
	return t.Legal == 0 && t.Undecided == 0 && p.size > 0 && float64(t.Draws) >= p.size*(math.Log(p.size)+logMissRisk)
}
