package remote

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// errDiffer is wrapped by the error of a run in which two makers have made different results of a shard.
var errDiffer = errors.New("two makers differ")

// audits has the shards that this process makes again.
type audits struct {
	helpers                   sync.WaitGroup // the goroutines that make them, and those that receive results
	slots                     chan struct{}  // an element for each shard that is being made
	running                   int            // shards that are not compared yet
	share, covered, nextPoint float64        // see pick
}

// pick reports whether the next shard is made again. Of n shards it picks n*share at random, rounded up or down: each shard covers the next piece of
// length share of a line, and each unit of the line has one point, drawn at random. A shard is picked if its piece has a point.
func (a *audits) pick() (isPicked bool) {
	a.covered += a.share
	for ; a.nextPoint < a.covered; a.nextPoint = math.Floor(a.nextPoint) + 1 + rand.Float64() {
		isPicked = true
	}
	return isPicked
}

// receive reads results from the server and verifies them, which takes 0.2 s each, until the context is done.
func (r *poolRun) receive(ctx context.Context) {
	for ctx.Err() == nil {
		msg, err := r.Conn.take(ctx, r.surveyHash, resultConsumer, time.Second)
		if err == nil {
			made, badness := parseResult(r.Plan, msg.Subject(), msg.Data())
			r.do(ctx, func() error { return r.handle(ctx, msg, made, badness) })
		} else {
			sleep(ctx, queuePoll/5)
		}
	}
}

// handle counts a result, or sets it aside if it is bad, and then acknowledges its message. It queues a shard again that is wanted still.
func (r *poolRun) handle(ctx context.Context, msg jetstream.Msg, made *result, badness error) (err error) {
	r.lastChange, r.lackSince = time.Now(), time.Time{}
	switch {
	case badness != nil:
		err = r.setAside(made, msg.Data(), badness)
	case slices.Contains(r.makers.Excluded(), made.maker):
		r.notice("shard %d: a result of %s, whose word does not count, is passed over", made.Shard, made.maker)
	case made.Failed == "":
		err = r.accept(ctx, made)
	default:
		r.park(made.Shard, made.Failed)
	}
	if err != nil {
		return err
	}
	_ = msg.DoubleAck(ctx) // if this fails the message comes again, and changes nothing
	if job, isWanted := r.wanted[made.Shard]; isWanted {
		r.queueTask(ctx, job)
	}
	r.queueTasks(ctx)
	return nil
}

// park gives a shard up, if it is wanted still.
func (r *poolRun) park(shard int, reason string) {
	if _, isWanted := r.wanted[shard]; isWanted {
		r.parked[shard] = reason
		delete(r.wanted, shard)
		r.notice("shard %d is parked: %s", shard, reason)
	}
}

// maxAside is how many bad results of a shard are kept for people to look at.
const maxAside = 3

// setAside reports a bad result, keeps its bytes, and parks its shard after too many.
func (r *poolRun) setAside(made *result, data []byte, badness error) error {
	shard, maker := made.Shard, made.maker
	if !validName.MatchString(maker) {
		maker = "somebody"
	}
	r.notice("shard %d: a result of %s is set aside: %v", shard, maker, badness)
	r.badResults[shard]++
	n := r.badResults[shard]
	if n >= r.Tries {
		r.park(shard, fmt.Sprintf("%d results were bad ones, the last one of %s: %v", n, maker, badness))
	}
	if n > maxAside {
		return nil
	}
	path := record.AsidePath(r.Folder.Dir, fmt.Sprintf("%06d-%d-%s.json", shard, n, maker))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return record.WriteFile(path, data)
}

// accept passes a good result on, unless another maker has made a different one. It picks some shards of other makers to be made again.
func (r *poolRun) accept(ctx context.Context, made *result) error {
	shard, maker := made.Shard, made.maker
	job, isWanted := r.wanted[shard]
	wasDisputed, sumBefore := r.makers.Disputed()[shard] != nil, r.makers.Sum(shard)
	if err := r.makers.Add(shards.Making{Shard: shard, Maker: maker, Sum: checksumOf(&made.Result)}); err != nil {
		return err
	}
	switch {
	case r.makers.Sum(shard) == "":
		return r.reportDispute(shard)
	case wasDisputed:
		r.notice("shard %d: %s and another maker agree, and so others were wrong: %v", shard, maker, slices.Sorted(maps.Keys(r.makers.Wrong())))
	case sumBefore != "" && !isWanted:
		return nil // it is stored
	}
	delete(r.wanted, shard)
	delete(r.parked, shard)
	if err := r.done(made.Result); err != nil {
		return err
	}
	if maker != OwnName() && sumBefore == "" && !slices.Contains(r.makers.Excluded(), OwnName()) && r.pick() {
		job.Shard = shard // the job is zero for a result of an earlier run
		r.running++
		r.helpers.Go(func() { r.makeAgain(ctx, job) })
	}
	return nil
}

// makeAgain makes a shard again as soon as a slot is free.
func (r *poolRun) makeAgain(ctx context.Context, job campaign.Job) {
	r.slots <- struct{}{} // shards end when the context is done
	defer func() { <-r.slots }()
	made := result{maker: OwnName()}
	worker, err := r.Own()
	if err == nil {
		made.Result, err = worker.Do(ctx, job)
	}
	r.do(ctx, func() error {
		if r.running--; err != nil {
			return fmt.Errorf("making shard %d again: %w", job.Shard, err)
		}
		return r.accept(ctx, &made)
	})
}

// checkDisputes reports disputed shards of earlier runs, and whether this process was wrong. If an earlier run was killed before it had set aside
// all shards of a dispute, checkDisputes does so, and returns the error that ends the run.
func (r *poolRun) checkDisputes() error {
	if shard, isWrong := r.makers.Wrong()[OwnName()]; isWrong {
		r.notice("this machine (%s) has made a wrong result of shard %d, as two others have found: it makes no more, and none again", OwnName(), shard)
	}
	disputed := r.makers.Disputed()
	for _, shard := range slices.Sorted(maps.Keys(disputed)) {
		makers := disputed[shard]
		if len(r.makers.By(makers...)) > 1 { // an earlier run was killed before it had set all aside
			return r.reportDispute(shard)
		}
		r.notice("shard %d is disputed: %s have made different results; a third has to make it", shard, strings.Join(makers, " and "))
	}
	return nil
}

// reportDispute sets aside all shards that only the makers of a disputed shard have made, and returns the error that ends the run. The lines of the
// disputed shard stay, so that its makers are excluded until another has decided.
func (r *poolRun) reportDispute(shard int) error {
	makers := r.makers.Disputed()[shard]
	list := r.makers.By(makers...)
	if err := record.SetAside(&r.Folder, list); err != nil {
		return err
	}
	for _, s := range list {
		if s != shard {
			if err := r.makers.Add(shards.Making{Shard: s}); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("shard %d: %w: %s have made different results of it; %d shards that rest on their word alone are set aside (%s) and do not count. "+
		"Run again with another worker, which decides", shard, errDiffer, strings.Join(makers, " and "), len(list), record.AsidePath(r.Folder.Dir, ""))
}
