package remote

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// errDiffer is wrapped by the error of a run in which two makers have made different results of a shard.
var errDiffer = errors.New("two makers differ")

// An arrival is a message with a result, or the error of a message that has none.
type arrival struct {
	msg    jetstream.Msg
	result *result
	err    error
}

// An auditResult is a shard that this process has made again.
type auditResult struct {
	result campaign.Result
	err    error
}

// audits holds the shards that this process makes again.
type audits struct {
	jobs    chan campaign.Job // to the goroutines that make them
	results chan auditResult
	queue   []campaign.Job // jobs that are not begun
	pending map[int]bool   // shards that are not compared yet

	covered   float64 // length of the line that the shards so far have covered, see pick
	nextPoint float64
}

func newAudits() audits {
	return audits{jobs: make(chan campaign.Job), results: make(chan auditResult), pending: map[int]bool{}, nextPoint: rand.Float64()}
}

// pick reports whether the next shard is to be made again. Of n shards it picks n*share, rounded up or down: each shard covers the next piece of
// length share of a line, and each unit of the line has one point, drawn at random. A shard is picked if its piece has a point.
func (a *audits) pick(share float64) (isPicked bool) {
	a.covered += share
	for ; a.nextPoint < a.covered; a.nextPoint = math.Floor(a.nextPoint) + 1 + rand.Float64() {
		isPicked = true
	}
	return isPicked
}

// receive reads results from the server and verifies them, which takes 0.2 s each, until the context is done.
func (r *poolRun) receive(ctx context.Context) {
	for ctx.Err() == nil {
		consumer, err := r.Conn.consumer(ctx, r.surveyHash, r.resultStream())
		for err == nil && ctx.Err() == nil {
			var batch jetstream.MessageBatch
			if batch, err = consumer.Fetch(1, jetstream.FetchMaxWait(time.Second)); err != nil {
				break
			}
			for msg := range batch.Messages() {
				a := arrival{msg: msg}
				a.result, a.err = parseResult(r.Plan, msg.Subject(), msg.Headers(), msg.Data())
				select {
				case r.arrivals <- a:
				case <-ctx.Done():
				}
			}
			err = batch.Error()
		}
		sleep(ctx, queuePoll)
	}
}

// handle counts the result of a message, or has its shard made again, and acknowledges the message in the end.
func (r *poolRun) handle(ctx context.Context, a arrival) error {
	shard := a.result.Shard
	job, isWanted := r.wanted[shard]
	var err error
	switch {
	case a.err != nil:
		err = r.setAside(ctx, &a)
	case slices.Contains(r.makers.Excluded(), a.result.Maker):
		r.notice("shard %d: a result of %s, whose word does not count, is passed over", shard, a.result.Maker)
		if isWanted {
			err = r.queueTask(ctx, job)
		}
	case a.result.Failed == "":
		err = r.accept(&a.result.Result, a.result.Maker, job, isWanted)
	case isWanted:
		r.park(shard, a.result.Failed)
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_ = a.msg.DoubleAck(ctx) // if this fails the message comes again, and changes nothing
	return nil
}

// park gives a shard up.
func (r *poolRun) park(shard int, reason string) {
	r.parked[shard] = reason
	delete(r.wanted, shard)
	r.notice("shard %d is parked: %s", shard, reason)
}

// maxAside is how many bad results of a shard are kept for people to look at.
const maxAside = 3

// setAside reports a bad result, keeps its bytes, and has its shard made again, or parks it after too many bad results.
func (r *poolRun) setAside(ctx context.Context, a *arrival) error {
	shard, maker := a.result.Shard, a.result.Maker
	if !validName.MatchString(maker) {
		maker = "somebody"
	}
	r.notice("shard %d: a result of %s is set aside: %v", shard, maker, a.err)
	r.badResults[shard]++
	if r.badResults[shard] <= maxAside {
		if err := os.MkdirAll(record.AsidePath(r.Folder.Dir, ""), 0o777); err != nil {
			return err
		}
		name := fmt.Sprintf("%06d-%d-%s.json", shard, r.badResults[shard], maker)
		if err := record.WriteFile(record.AsidePath(r.Folder.Dir, name), a.msg.Data()); err != nil {
			return err
		}
	}
	job, isWanted := r.wanted[shard]
	switch {
	case !isWanted:
		return nil
	case r.badResults[shard] >= orDefault(r.Tries, defaultTries):
		r.park(shard, fmt.Sprintf("%d results were bad ones, the last one of %s: %v", r.badResults[shard], maker, a.err))
		return nil
	}
	return r.queueTask(ctx, job)
}

// accept passes a good result on, unless another maker has made a different one. It chooses some shards of other makers at random to be made again.
func (r *poolRun) accept(c *campaign.Result, maker string, job campaign.Job, isWanted bool) error {
	shard := c.Shard
	wasDisputed, sumBefore := r.makers.Disputed()[shard] != nil, r.makers.Sum(shard)
	if err := r.makers.Add(shards.Making{Shard: shard, Maker: maker, Sum: checksumOf(c)}); err != nil {
		return err
	}
	switch {
	case r.makers.Sum(shard) == "":
		return r.reportDispute(shard)
	case wasDisputed:
		wrong := slices.Sorted(maps.Keys(r.makers.Wrong()))
		r.notice("shard %d: %s and another maker agree, and so others were wrong: %v", shard, maker, wrong)
	case sumBefore != "" && !isWanted:
		return nil // it is stored
	}
	delete(r.wanted, shard)
	delete(r.parked, shard)
	if err := r.done(*c); err != nil {
		return err
	}
	mayAudit := maker != OwnName() && sumBefore == "" && !slices.Contains(r.makers.Excluded(), OwnName())
	if mayAudit && r.audits.pick(r.Audit) {
		job.Shard = shard // the job is zero for a result of an earlier run
		r.audits.pending[shard] = true
		r.audits.queue = append(r.audits.queue, job)
	}
	return nil
}

// makeAgain makes shards again until the context is done.
func (r *poolRun) makeAgain(ctx context.Context) {
	runtime.LockOSThread() // a worker measures the processor time of its thread
	defer runtime.UnlockOSThread()
	var worker *campaign.Worker
	for {
		select {
		case job := <-r.audits.jobs:
			var a auditResult
			if worker == nil {
				worker, a.err = r.Own()
			}
			if a.err == nil {
				a.result, a.err = worker.Do(ctx, job)
			}
			a.result.Shard = job.Shard
			select {
			case r.audits.results <- a:
			case <-ctx.Done():
			}
		case <-ctx.Done():
			return
		}
	}
}

// compare records a shard that was made again.
func (r *poolRun) compare(a auditResult) error {
	shard := a.result.Shard
	if a.err != nil {
		return fmt.Errorf("making shard %d again: %w", shard, a.err)
	}
	delete(r.audits.pending, shard)
	if err := r.makers.Add(shards.Making{Shard: shard, Maker: OwnName(), Sum: checksumOf(&a.result)}); err != nil {
		return err
	}
	if r.makers.Sum(shard) == "" {
		return r.reportDispute(shard)
	}
	return nil
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
