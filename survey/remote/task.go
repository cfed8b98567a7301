package remote

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/campaign"
	"chesscensus/survey/remote/internal/wire"
)

// randomID returns 12 hexadecimal digits.
func randomID() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// task does a task and stores its result. The error ends the worker; what goes wrong with a task alone is noted in the ledger, and the
// task given back, also if the engine has lost the survey.
func (j *job) task(ctx context.Context, does doer, m jetstream.Msg) error {
	err := j.attempt(ctx, does, m)
	if errors.Is(err, errGone) {
		return passed(m.Nak())
	}
	return err
}

func (j *job) attempt(ctx context.Context, does doer, m jetstream.Msg) error {
	about, err := m.Metadata()
	if err != nil {
		return nil // no task
	}
	data, err := j.unpack(ctx, m.Data())
	if err != nil && !errors.Is(err, errForGood) {
		return err
	}
	t, err := wire.ParseTask(data)
	if err == nil && (t.Chunk == nil) != (j.order.Work == nil) {
		err = errors.New("lines for a survey, or a shard of a list of lines")
	}
	if err != nil {
		j.log.Error("a task that is none is put away", "error", err)
		return m.Term()
	}
	alive, silent := context.WithCancel(ctx)
	defer silent()
	go j.beat(alive, m)
	switch over, err := j.over(ctx, t, about.NumDelivered); {
	case err != nil:
		return err
	case over:
		return j.acknowledge(ctx, m)
	case t.Not == j.Name:
		return passed(m.NakWithDelay(putBack(about.NumDelivered))) // somebody else is to do it
	}
	j.take(t.Shard, true)
	defer j.take(t.Shard, false)
	began := time.Now()
	result, err := j.do(ctx, does, t, silent)
	switch {
	case ctx.Err() != nil:
		return passed(m.Nak()) // given back
	case err != nil:
		j.log.Error("a shard failed", "shard", t.Shard, "try", about.NumDelivered, "error", err)
		if err := j.note(ctx, fmt.Sprintf("worker %s: %v", j.Name, err), kindFailed, t.Shard); err != nil {
			return err
		}
		return passed(m.NakWithDelay(time.Second))
	}
	if err := j.store(ctx, t, &wire.Result{Result: result, Plan: string(j.topic), Worker: j.Name, Build: j.build}); err != nil {
		return err
	}
	j.mu.Lock()
	j.done++
	j.mu.Unlock()
	j.log.Info("shard done", "shard", t.Shard, "check", t.Check, "seconds", time.Since(began).Seconds())
	return j.acknowledge(ctx, m)
}

// putBack is how long a task that somebody else is to do stays away when it was given out so many times: 10 ms, then twice as long each
// time, up to a second. The next to ask is often another worker; where there is none for long, nobody is to be kept busy.
func putBack(deliveries uint64) time.Duration {
	return min(time.Second, 10*time.Millisecond<<min(max(deliveries, 1)-1, 7))
}

// passed forgets an error of a message that is given back: the engine does that by itself after the ack wait.
func passed(error) error { return nil }

// acknowledge says that a task is done, and waits until the engine has heard it. If it does not, the task comes again, and finds its result.
func (j *job) acknowledge(ctx context.Context, m jetstream.Msg) error {
	ctx, cancel := context.WithTimeout(ctx, min(callTimeout, 2*j.order.Wait()))
	defer cancel()
	if err := m.DoubleAck(ctx); err != nil {
		j.log.Warn("not heard by the engine: the task will come again", "error", err)
	}
	return nil
}

// over reports whether a task is not to be done: its result is there, or it was tried too often, and is parked now. The error
// says that this worker is refused.
func (j *job) over(ctx context.Context, t wire.Task, tries uint64) (bool, error) {
	refused, err := j.last(ctx, j.entry(kindRefused, j.Name))
	if err != nil {
		return false, err
	}
	if refused != nil {
		return false, fmt.Errorf("%w: %s", ErrRefused, refused.Data)
	}
	kind := kindShard
	if t.Check {
		kind = kindCheck
	}
	there, err := j.last(ctx, j.entry(kind, t.Shard))
	if err != nil || there != nil {
		return there != nil, err
	}
	if t.Check || tries <= uint64(j.order.Tries) {
		return false, nil
	}
	return true, j.note(ctx, fmt.Sprintf("given to workers %d times without a result", tries-1), kindParked, t.Shard)
}

// take notes that a shard is in hand, or no longer.
func (j *job) take(s int, begins bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.active = time.Now(); begins {
		j.hands = append(j.hands, s)
	} else if i := slices.Index(j.hands, s); i >= 0 {
		j.hands = slices.Delete(j.hands, i, i+1)
	}
}

// grace is the longest that a shard may take to notice that its time is over.
const grace = 30 * time.Second

// errMemory is the cause of a shard that was given up as it took too much memory.
var errMemory = errors.New("more memory than the worker may use")

// do does a shard within its time and memory. When its time is over it calls silent: then the engine may give the shard to another worker.
// A panic is an error.
func (j *job) do(ctx context.Context, does doer, t wire.Task, silent func()) (result campaign.Result, err error) {
	limit := j.order.Longest()
	if j.Limit > 0 {
		limit = min(limit, j.Limit)
	}
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	limited, giveUp := context.WithCancelCause(timed)
	defer giveUp(nil)
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		giveUp(j.guard(limited, ended))
		select {
		case <-ended:
			return
		default:
		}
		silent()
		select {
		case <-ended:
		case <-time.After(min(grace, limit)):
			j.hung <- fmt.Errorf("shard %d: %w: it has not ended %v after its limit, %v", t.Shard, ErrHangs, min(grace, limit), limit)
		}
	}()
	defer func() {
		if p := recover(); p != nil {
			j.log.Error("panic", "shard", t.Shard, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	result, err = does(limited, t)
	switch {
	case err == nil || ctx.Err() != nil:
	case errors.Is(context.Cause(limited), errMemory):
		err = fmt.Errorf("given up: %w, %d MB", errMemory, j.Memory>>20)
	case timed.Err() != nil:
		err = fmt.Errorf("not done after %v, its limit", limit)
	}
	return result, err
}

// beat says every third of the ack wait that a task is in hand, until the context is done: also while its result is being stored, which
// may take longer than the ack wait where disk or network are slow.
func (j *job) beat(ctx context.Context, m jetstream.Msg) {
	for sleep(ctx, max(j.order.Wait()/3, time.Millisecond)) {
		if err := m.InProgress(); err != nil {
			j.log.Debug("sign of life", "error", err)
		}
	}
}

// guard waits until a shard has ended, its time is over, or the memory: then it returns errMemory.
func (j *job) guard(ctx context.Context, ended <-chan struct{}) error {
	look := time.NewTicker(min(time.Second, j.every))
	defer look.Stop()
	for {
		select {
		case <-look.C:
			if j.Memory > 0 && heap() > j.Memory {
				return errMemory
			}
		case <-ended:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// heap returns the bytes that the objects of this process take, those included that are not collected yet.
func heap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// store puts a result into the ledger. If there is one already, the two are compared.
func (j *job) store(ctx context.Context, t wire.Task, r *wire.Result) error {
	data, err := j.pack(ctx, r.Append(nil))
	if err != nil {
		return err
	}
	kind := kindShard
	if t.Check {
		kind = kindCheck
	}
	subject := j.entry(kind, t.Shard)
	fresh, err := j.publish(ctx, subject, "", j.Name, data)
	if err != nil || fresh {
		return err
	}
	there, err := j.last(ctx, subject)
	if err != nil || there == nil {
		return err
	}
	other := ""
	if data, err := j.unpack(ctx, there.Data); err == nil {
		if stored, err := wire.ParseResult(data); err == nil {
			other = stored.Sum()
		}
	}
	if other == r.Sum() || t.Check {
		j.log.Info("another worker was faster", "shard", t.Shard)
		return nil
	}
	return j.note(ctx, r.Sum(), kindDisputed, t.Shard, j.Name)
}
