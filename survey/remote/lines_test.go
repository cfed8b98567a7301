package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/survey"
	"chesscensus/survey/filter"
	"chesscensus/survey/remote/embedded"
	"chesscensus/survey/remote/internal/wire"
)

// echoes filters lines for the tests: each comes back twice, to both outputs; some are bad, with and without an output.
func echoes() filter.Lines {
	return filter.Lines{Name: "list", Batch: 7, Do: func(dst, side []byte, line string) ([]byte, []byte, error) {
		dst, side = append(dst, line+"|"+line...), append(side, line...)
		switch {
		case strings.HasPrefix(line, "bad"):
			return dst, side, errors.New("want another line")
		case strings.HasPrefix(line, "odd"):
			return dst, side, filter.Passed(errors.New("a strange line"))
		}
		return dst, side, nil
	}}
}

// aList is lines of every kind: also blank, with bytes that are no text, and one that is longer than anybody reads.
func aList(lines int) string {
	var b strings.Builder
	b.WriteString(filter.ByteOrderMark)
	for i := range lines {
		switch i % 50 {
		case 3:
			fmt.Fprintf(&b, "bad %d\r\n", i)
		case 7:
			fmt.Fprintf(&b, "odd %d\n", i)
		case 11:
			b.WriteString("\n")
		case 13:
			b.WriteString("# a comment\n")
		case 17:
			fmt.Fprintf(&b, "\xff\x00\xfe \"<%d>\" & \u2028\n", i)
		default:
			fmt.Fprintf(&b, "line %d\n", i)
		}
	}
	fmt.Fprintf(&b, "%s\n%s\nno end", strings.Repeat("y", 900_000), strings.Repeat("x", 2<<20))
	return b.String()
}

// outcome is all that a run of lines leaves.
type outcome struct {
	out, side bytes.Buffer
	bad       []string
	err       error
}

func (o *outcome) run(ctx context.Context, l filter.Lines, workers int, list string) {
	o.err = l.Run(ctx, workers, strings.NewReader(list), filter.Outputs{Out: &o.out, Side: &o.side, Bad: func(err error) {
		o.bad = append(o.bad, err.Error())
		if s := (*survey.SyntaxError)(nil); !errors.As(err, &s) {
			o.bad = append(o.bad, "no SyntaxError")
		}
	}})
}

// here is the outcome in this process.
func here(list string) *outcome {
	o := new(outcome)
	o.run(context.Background(), echoes(), 2, list)
	return o
}

func (o *outcome) same(t *testing.T, want *outcome) {
	t.Helper()
	if o.out.String() != want.out.String() || o.side.String() != want.side.String() || !slices.Equal(o.bad, want.bad) || !errors.Is(o.err, want.err) {
		t.Errorf("%d and %d bytes, errors %.300q, %v, want %d and %d, %.300q, %v", o.out.Len(), o.side.Len(), o.bad, o.err, want.out.Len(), want.side.Len(), want.bad, want.err)
	}
}

// local is the answerer of this process.
func local(do filter.Lines) filter.Answerer {
	do.Comments = false
	return func(_ context.Context, c *filter.Chunk) (*filter.Answer, error) { return do.Answer(c), nil }
}

func linesOn(conn *Conn) *Lines {
	return &Lines{Work: Work{Command: "echo", Options: json.RawMessage(`{"twice":true}`)}, Own: local(echoes()),
		Pool: &Pool{Conn: conn, AckWait: 300 * time.Millisecond, Tries: 100_000, Checks: 0.3}}
}

// outcomeOn is the outcome with workers.
func (l *Lines) outcomeOn(ctx context.Context, list string) *outcome {
	l.Pool.Origin.Engine = legality.Version
	o := new(outcome)
	err := l.Run(ctx, func(ctx context.Context, elsewhere filter.Answerer) error {
		do := echoes()
		do.Do, do.Elsewhere = nil, elsewhere
		o.run(ctx, do, 16, list)
		return o.err
	})
	o.err = err
	return o
}

// answerer starts a worker for lines.
func answerer(t *testing.T, conn *Conn, name string, f filter.Answerer) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	w := Worker{Conn: conn, Name: name, Slots: 2, every: 20 * time.Millisecond, Work: func(work Work) (filter.Answerer, error) {
		if work.Command != "echo" || string(work.Options) != `{"twice":true}` {
			return nil, fmt.Errorf("no command %s with %s", work.Command, work.Options)
		}
		return f, nil
	}}
	go func() { ended <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, ErrRefused) {
			t.Errorf("worker %s: %v", name, err)
		}
	})
}

// nothingLeft wants an engine that knows of no list.
func nothingLeft(t *testing.T, conn *Conn) {
	t.Helper()
	if list, err := conn.orders(t.Context()); err != nil || len(list) > 0 {
		t.Errorf("%v, %d orders are left", err, len(list))
	}
	for name := range conn.js.StreamNames(t.Context()).Name() {
		if strings.Contains(name, "jobs") || strings.Contains(name, "ledger") {
			t.Errorf("stream %s is left", name)
		}
	}
}

// TestLinesOnAnEngine: what workers make of a list is what this process makes of it, byte for byte and in order, also where messages may have 200 kB
// alone.
func TestLinesOnAnEngine(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	list := aList(2000)
	want := here(list)
	if !errors.Is(want.err, filter.ErrBadLines) || len(want.bad) != 81 {
		t.Fatalf("%v, %d bad lines", want.err, len(want.bad))
	}
	for _, payload := range []int32{embedded.MaxPayload, 200 << 10} {
		e := engineWith(t, embedded.Options(t.TempDir(), payload))
		answerer(t, connect(t, e), "one", local(echoes()))
		answerer(t, connect(t, e), "two", local(echoes()))
		conn := connect(t, e)
		linesOn(conn).outcomeOn(patient(t), list).same(t, want)
		nothingLeft(t, conn)
	}
	e := engine(t)
	answerer(t, connect(t, e), "one", local(echoes()))
	linesOn(connect(t, e)).outcomeOn(patient(t), "").same(t, here(""))
}

// TestLinesInTrouble: a worker that takes chunks and says no more, and one that goes down in the middle of the work.
func TestLinesInTrouble(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	list := aList(300)
	e := engine(t)
	answerer(t, connect(t, e), "silent", func(ctx context.Context, _ *filter.Chunk) (*filter.Answer, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	var n atomic.Int32
	answerer(t, connect(t, e), "failing", func(ctx context.Context, c *filter.Chunk) (*filter.Answer, error) {
		if n.Add(1)%2 == 0 {
			panic("no memory")
		}
		return local(echoes())(ctx, c)
	})
	answerer(t, connect(t, e), "honest", local(echoes()))
	l := linesOn(connect(t, e))
	l.Pool.Limit = time.Second // which the silent one keeps to
	l.outcomeOn(patient(t), list).same(t, here(list))
}

// TestLinesNobodyCanDo end the run, with what was heard of it.
func TestLinesNobodyCanDo(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	e := engine(t)
	conn := connect(t, e)
	answerer(t, connect(t, e), "broken", func(context.Context, *filter.Chunk) (*filter.Answer, error) { panic("no memory") })
	l := linesOn(conn)
	l.Pool.Tries, l.Pool.AckWait = 1, time.Hour
	if o := l.outcomeOn(patient(t), "a\nb\n"); o.err == nil || !strings.Contains(o.err.Error(), "given to workers 1 times without a result; worker broken: panic: no memory") || o.out.Len() > 0 {
		t.Errorf("%v, output %s", o.err, &o.out)
	}
	nothingLeft(t, conn)
}

// TestLyingAnswers: second opinions find a worker whose answers have been passed on, and the run says so.
func TestLyingAnswers(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	e := engine(t)
	answerer(t, connect(t, e), "liar", func(_ context.Context, c *filter.Chunk) (*filter.Answer, error) {
		a := linesAnswer(c)
		a.Out = bytes.ToUpper(a.Out)
		return a, nil
	})
	l := linesOn(connect(t, e))
	l.Pool.Checks = 1
	if o := l.outcomeOn(patient(t), aList(30)); o.err == nil || !strings.Contains(o.err.Error(), "run it again without") {
		t.Errorf("%v", o.err)
	}
}

func linesAnswer(c *filter.Chunk) *filter.Answer { l := echoes(); return l.Answer(c) }

// TestLinesGivenUp: a client that is stopped leaves nothing, and a worker that does not fit says why.
func TestLinesGivenUp(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	e := engine(t)
	conn := connect(t, e)
	ctx, cancel := context.WithCancel(patient(t))
	answerer(t, connect(t, e), "slow", func(ctx context.Context, _ *filter.Chunk) (*filter.Answer, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	})
	if o := linesOn(conn).outcomeOn(ctx, "a\n"); !errors.Is(o.err, context.Canceled) {
		t.Errorf("%v, want %v", o.err, context.Canceled)
	}
	nothingLeft(t, conn)
	good := wire.Order{Work: &Work{Command: "echo"}}
	good.Origin.Engine = legality.Version
	old := good
	old.Origin.Engine--
	work := func(Work) (filter.Answerer, error) { return nil, errors.New("no such options") }
	for want, w := range map[string]*Worker{"and not the command echo": {}, "no such options": {Work: work}} {
		if _, err := w.answers(&good); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := (&Worker{Work: work}).answers(&old); err == nil || !strings.Contains(err.Error(), fmt.Sprint("version ", legality.Version)) {
		t.Errorf("another engine: %v", err)
	}
}

// TestTasksOfAnotherKind: a shard in the queue of a list, and what is no task at all, are put away.
func TestTasksOfAnotherKind(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	e := engine(t)
	conn := connect(t, e)
	answerer(t, connect(t, e), "one", local(echoes()))
	l := linesOn(conn)
	l.Pool.Origin.Engine, l.Pool.Checks = legality.Version, -1
	err := l.Run(patient(t), func(ctx context.Context, elsewhere filter.Answerer) error {
		if _, err := elsewhere(ctx, &filter.Chunk{First: 1, Text: []byte("x")}); err != nil {
			return err
		}
		var hash string
		for name := range conn.js.StreamNames(ctx).Name() {
			if rest, ok := strings.CutPrefix(name, "chesscensus-jobs-"); ok {
				hash = rest
			}
		}
		d := conn.at(hash)
		task := wire.Task{Shard: 77}
		for s, data := range map[int][]byte{77: task.Append(nil), 78: []byte("no task"), 79: []byte(refMark + "short")} {
			if _, err := d.publish(ctx, d.job(kindShard, s), "", "", data); err != nil {
				return err
			}
		}
		for ctx.Err() == nil {
			s, err := conn.js.Stream(ctx, d.jobs())
			if err != nil {
				return err
			}
			if info, err := s.Info(ctx, jetstream.WithSubjectFilter(">")); err != nil || info.State.Msgs == 0 {
				return err
			}
			sleep(ctx, time.Millisecond)
		}
		return ctx.Err()
	})
	if err != nil {
		t.Error(err)
	}
}
