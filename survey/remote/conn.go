package remote

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// Access says how to reach a server. No secret of it is ever written: errors and logs name files, and URLs without users and passwords.
type Access struct {
	// URL is that of a server, or of several with commas between: nats://host:4222, tls://host:4222.
	URL string
	// Creds is a file of credentials (user JWT and seed), NKey a file with the seed of an NKey, Seed a seed itself. All may be empty. If NKey
	// is given, Seed does not count.
	Creds, NKey, Seed string
	// CA is a file with the certificates by which the server's certificate is checked. Cert and Key are the files of the user's certificate and
	// its key. All may be empty.
	CA, Cert, Key string
}

// userInfo matches users, passwords and tokens in an address: a URL, or several with commas between.
var userInfo = regexp.MustCompile(`(^|,)\s*([a-z]+://)?[^@]*@([^@,]*@)*`)

// redacted returns an address without the passwords and tokens in it.
func redacted(address string) string { return userInfo.ReplaceAllString(address, "$1$2...@") }

// options returns the options of the connection. The error names a file that is missing or unfit.
func (a *Access) options() (list []nats.Option, err error) {
	if a.Creds != "" {
		if _, err := os.Stat(a.Creds); err != nil {
			return nil, err
		}
		list = append(list, nats.UserCredentials(a.Creds))
	}
	if a.NKey != "" {
		option, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, fmt.Errorf("%s: want the seed of an NKey: %w", a.NKey, err)
		}
		list = append(list, option)
	} else if a.Seed != "" {
		public, pair, err := parseSeed([]byte(a.Seed))
		if err != nil {
			return nil, fmt.Errorf("CHESSCENSUS_NKEY: %w; it is the seed of an NKey itself (SU...), --nkey names a file of it", err)
		}
		list = append(list, nats.Nkey(public, pair.Sign))
	}
	if a.CA != "" {
		list = append(list, nats.RootCAs(a.CA))
	}
	if (a.Cert == "") != (a.Key == "") {
		return nil, errors.New("a certificate wants both a file of the certificate and one of its key")
	}
	if a.Cert != "" {
		list = append(list, nats.ClientCert(a.Cert, a.Key))
	}
	return list, nil
}

// parseSeed returns the public key of a seed, and the pair of keys.
func parseSeed(seed []byte) (public string, pair nkeys.KeyPair, err error) {
	if pair, err = nkeys.FromSeed(seed); err == nil {
		public, err = pair.PublicKey()
	}
	return public, pair, err
}

// Prefixes of the inboxes of workers and clients, in which the server's answers arrive. Workers have the right to read theirs alone.
const WorkerInbox, ClientInbox = "_INBOX_worker", "_INBOX_client"

// A Conn is a connection to a server. A lost connection is made again.
type Conn struct {
	nats *nats.Conn
	js   jetstream.JetStream
	log  *slog.Logger
	// denied is done when the server has denied a right, which it reports apart from the call: that gets no answer.
	denied context.Context
}

// errDenied is wrapped by the error of a client or worker that lacks a right on the server.
var errDenied = errors.New("the server does not give this user the rights that it needs (deploy/nats.conf has those of clients and workers)")

// Dial connects to a server, which has to be there, as a worker or as a client: inbox is WorkerInbox or ClientInbox.
func Dial(a Access, inbox string, log *slog.Logger) (*Conn, error) {
	list, err := a.options()
	if err != nil {
		return nil, err
	}
	return dial(a.URL, log, append(list, nats.CustomInboxPrefix(inbox))...)
}

// dial connects, and logs when the connection is lost and made again.
func dial(address string, log *slog.Logger, options ...nats.Option) (c *Conn, err error) {
	denied, deny := context.WithCancelCause(context.Background())
	c = &Conn{log: log, denied: denied}
	options = append(options, nats.Name("chesscensus"), nats.MaxReconnects(-1), nats.ReconnectWait(500*time.Millisecond),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the connection is lost; it is made again as soon as it can be", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { log.Info("connected again") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			log.Warn("server", "error", err)
			if errors.Is(err, nats.ErrPermissionViolation) {
				deny(fmt.Errorf("%w: %w", errDenied, err))
			}
		}))
	if c.nats, err = nats.Connect(address, options...); err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", redacted(address), err)
	}
	if c.js, err = jetstream.New(c.nats, jetstream.WithDefaultTimeout(callTimeout)); err != nil {
		c.nats.Close()
		return nil, err
	}
	return c, nil
}

// Close closes the connection after all that was published has left, or after a second.
func (c *Conn) Close() {
	_ = c.nats.FlushTimeout(time.Second)
	c.nats.Close()
}

// guard returns a context that is done when ctx is, when the server denies a right or when stop is called; the reason is its cause. It has no
// deadline, so each call to the server ends after callTimeout.
func (c *Conn) guard(ctx context.Context) (guarded context.Context, stop context.CancelCauseFunc) {
	guarded, stop = context.WithCancelCause(context.WithoutCancel(ctx))
	for _, end := range []context.Context{ctx, c.denied} {
		context.AfterFunc(end, func() { stop(context.Cause(end)) })
	}
	return guarded, stop
}

const (
	maxOutage   = 15 * time.Minute // longest outage of a server after which a client or worker gives up
	callTimeout = 5 * time.Second  // longest time of a call: a write waits for the disk, and in a cluster for a leader
)

// retry calls f until it succeeds or fails for good, or the server has been away or without a leader for maxOutage. Between calls it waits 20 ms,
// then twice as long each time, at most 2 s.
func (c *Conn) retry(ctx context.Context, what string, f func() error) error {
	for began, wait := time.Now(), 20*time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := f()
		switch {
		case err == nil || ctx.Err() != nil:
			return ctx.Err()
		case !isTransient(err):
			return fmt.Errorf("%s: %w", what, err)
		case time.Since(began) > maxOutage:
			return fmt.Errorf("%s: no answer for %v: %w", what, maxOutage, err)
		case wait == 2*time.Second:
			c.log.Warn("the server is waited for", "what", what, "at most", maxOutage, "error", err)
		}
		sleep(ctx, wait) // if the context is done the next call fails at once
	}
}

// isTransient reports whether the same call may succeed later.
func isTransient(err error) bool {
	if e := apiError(err); e.Code != 0 {
		return e.Code >= 500 || e.ErrorCode == 10005 // a cluster that has just chosen its leader does not know all its servers yet: its code is 400
	}
	return !errors.Is(err, nats.ErrMaxPayload) && !errors.Is(err, nats.ErrConnectionClosed)
}

// sleep waits for d or until the context is done, and reports whether it waited to the end.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
