package remote

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/remote/access"
)

// A Conn is a connection to an engine. It is made again whenever it is lost.
type Conn struct {
	nats *nats.Conn
	js   jetstream.JetStream
	log  *slog.Logger
	// denied is what the server has not permitted last. It says so beside the question, which it leaves without an answer.
	denied atomic.Pointer[error]
}

// ErrDenied is wrapped by the error of a client or worker that may not do on the server what it has to.
var ErrDenied = errors.New("the server does not give this user the rights that it needs (deploy/nats.conf has those of clients and workers)")

// forbidden returns what the server has not permitted since an earlier look at denied, nil if there is nothing.
func (c *Conn) forbidden(since *error) error {
	if now := c.denied.Load(); now != since {
		return fmt.Errorf("%w: %w", ErrDenied, *now)
	}
	return nil
}

// Dial connects to an engine, which has to be there. Name is how the engine's own monitoring calls us. A nil log is [slog.Default].
func Dial(a access.Access, name string, log *slog.Logger) (*Conn, error) {
	list, err := options(a)
	if err != nil {
		return nil, err
	}
	return dial(a.URL, name, log, list...)
}

// DialHere connects to an engine inside this process (package embedded) without a network, else like [Dial].
func DialHere(engine nats.InProcessConnProvider, name string, log *slog.Logger) (*Conn, error) {
	return dial("", name, log, nats.InProcessServer(engine))
}

// dial connects and says in the log when the connection is lost and found.
func dial(address, name string, log *slog.Logger, options ...nats.Option) (*Conn, error) {
	if log == nil {
		log = slog.Default()
	}
	c := &Conn{log: log}
	options = append(options, nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(500*time.Millisecond),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the connection is lost; it is made again as soon as it can be", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { log.Info("connected again") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				c.denied.Store(&err)
			}
			log.Warn("engine", "error", err)
		}))
	nc, err := nats.Connect(address, options...)
	if err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", access.Redacted(address), err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		nc.Close()
		return nil, err
	}
	c.nats, c.js = nc, js
	return c, nil
}

// Close closes the connection, after what was sent has left.
func (c *Conn) Close() {
	if err := c.nats.FlushTimeout(time.Second); err != nil {
		c.log.Debug("closing", "error", err)
	}
	c.nats.Close()
}

const (
	patience    = 15 * time.Minute // that an engine may be away before a client or worker gives up
	silence     = 10 * time.Second // that it is waited for without a word in the log
	callTimeout = 5 * time.Second  // of one call: a write waits for the disk, and in a cluster for a leader
)

// noPeers is the code of "no suitable peers for placement": a cluster that has just chosen its leader does not know all its servers yet.
// It has status 400, as if the question were wrong.
const noPeers jetstream.ErrorCode = 10005

// noStore is the code of "error creating store for consumer": files of a consumer that no server can read. It has status 500, but trying
// again helps nobody.
const noStore jetstream.ErrorCode = 10012

// errAhead is the error of a queue whose consumer has seen tasks that the queue has lost, and would not give out those that take their numbers.
var errAhead = errors.New("more tasks were given out than there have been")

// damaged reports whether an error means one of these.
func damaged(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == noStore || errors.Is(err, errAhead)
}

// persist calls f, with a context of its own, until it succeeds or fails for good. An engine that does not answer, or has no
// leader just now, is waited for; one that does not permit the call is not.
func (c *Conn) persist(ctx context.Context, what string, f func(context.Context) error) error {
	began, wait, told, denied := time.Now(), 20*time.Millisecond, time.Now(), c.denied.Load()
	for {
		call, cancel := context.WithTimeout(ctx, callTimeout)
		err := f(call)
		cancel()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, jetstream.ErrStreamNotFound), errors.Is(err, jetstream.ErrBucketNotFound):
			return fmt.Errorf("%s: %w: %w", what, errGone, err)
		case !passing(err):
			return fmt.Errorf("%s: %w", what, err)
		case c.forbidden(denied) != nil:
			return fmt.Errorf("%s: %w", what, c.forbidden(denied))
		case time.Since(began) > patience:
			return fmt.Errorf("%s: no answer for %v: %w", what, patience, err)
		}
		if time.Since(told) > silence {
			told = time.Now()
			c.log.Warn("the engine is waited for", "what", what, "for", time.Since(began).Round(time.Second), "at most", patience, "error", err)
		}
		if !sleep(ctx, wait) {
			return ctx.Err()
		}
		wait = min(2*wait, 2*time.Second)
	}
}

// passing reports whether an error may go away by itself.
func passing(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return (api.Code >= 500 || api.ErrorCode == noPeers) && !taken(err)
	}
	for _, e := range []error{nats.ErrMaxPayload, nats.ErrConnectionClosed, nats.ErrPermissionViolation, nats.ErrAuthorization,
		jetstream.ErrKeyNotFound, jetstream.ErrObjectNotFound, jetstream.ErrBucketNotFound, errForGood} {
		if errors.Is(err, e) {
			return false
		}
	}
	return true
}

// errGone is wrapped by the error of [Conn.persist] when the engine no longer has what a survey needs there. The client makes it anew.
var errGone = errors.New("the engine has lost the survey")

// errForGood marks errors that [Conn.persist] is not to wait for.
var errForGood = errors.New("")

// taken reports whether a message was refused because its subject has one.
func taken(err error) bool {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return false
	}
	switch api.ErrorCode {
	case jetstream.JSErrCodeStreamWrongLastSequence, jetstream.JSErrCodeStreamWrongLastSequenceConstant:
		return true
	}
	return api.Description == "maximum messages per subject exceeded"
}

// gone reports whether what was asked for is not there.
func gone(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == 404 || errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrObjectNotFound) ||
		errors.Is(err, jetstream.ErrBucketNotFound)
}

// sleep waits, and reports whether the context still lives.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
