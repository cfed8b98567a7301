package remote

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
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

// redacted returns an address, a URL or several with commas between, without the passwords and tokens in it.
func redacted(address string) string {
	var list []string
	for part := range strings.SplitSeq(address, ",") {
		u, err := url.Parse(strings.TrimSpace(part))
		if err != nil {
			return "the server" // where a secret stands in it is not known
		}
		if u.User != nil {
			u.User = url.User("...")
		}
		list = append(list, u.String())
	}
	return strings.Join(list, ",")
}

// options returns the options of the connection. The error names a file that is missing or unfit.
func (a *Access) options() (list []nats.Option, err error) {
	for _, file := range []string{a.Creds, a.NKey, a.CA, a.Cert, a.Key} {
		if file != "" {
			if _, err := os.Stat(file); err != nil {
				return nil, err
			}
		}
	}
	if a.Creds != "" {
		list = append(list, nats.UserCredentials(a.Creds))
	}
	if a.NKey != "" {
		option, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, fmt.Errorf("%s: want the seed of an NKey: %w", a.NKey, err)
		}
		list = append(list, option)
	} else if a.Seed != "" {
		pair, err := nkeys.FromSeed([]byte(a.Seed))
		if err != nil {
			return nil, fmt.Errorf("CHESSCENSUS_NKEY: %w; it is the seed of an NKey itself (SU...), --nkey names a file of it", err)
		}
		list = append(list, nkeyOption(pair))
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

// nkeyOption returns the option to authenticate a connection by a pair of keys.
func nkeyOption(pair nkeys.KeyPair) nats.Option {
	public, err := pair.PublicKey()
	if err != nil {
		panic("remote: " + err.Error())
	}
	return nats.Nkey(public, pair.Sign)
}

// Prefixes of inboxes, in which the server's answers arrive. Workers have the right to read theirs alone.
const workerInbox, clientInbox = "_INBOX_worker", "_INBOX_client"

// A Conn is a connection to a server. A lost connection is made again.
type Conn struct {
	nats *nats.Conn
	js   jetstream.JetStream
	log  *slog.Logger
	// lastDenial is the last error about a missing right. The server reports it apart from the call, which gets no answer.
	lastDenial atomic.Pointer[error]
}

// Dial connects to a server, which has to be there, as a worker or as a client. A nil log is [slog.Default].
func Dial(a Access, worker bool, log *slog.Logger) (*Conn, error) {
	list, err := a.options()
	if err != nil {
		return nil, err
	}
	inbox := clientInbox
	if worker {
		inbox = workerInbox
	}
	return dial(a.URL, log, append(list, nats.CustomInboxPrefix(inbox))...)
}

// dial connects, and logs when the connection is lost and made again.
func dial(address string, log *slog.Logger, options ...nats.Option) (*Conn, error) {
	if log == nil {
		log = slog.Default()
	}
	c := &Conn{log: log}
	options = append(options, nats.Name("chesscensus"), nats.MaxReconnects(-1), nats.ReconnectWait(500*time.Millisecond),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the connection is lost; it is made again as soon as it can be", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { log.Info("connected again") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				c.lastDenial.Store(&err)
			}
			log.Warn("server", "error", err)
		}))
	var err error
	if c.nats, err = nats.Connect(address, options...); err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", redacted(address), err)
	}
	if c.js, err = jetstream.New(c.nats); err != nil {
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

// errDenied is wrapped by the error of a client or worker that lacks a right on the server.
var errDenied = errors.New("the server does not give this user the rights that it needs (deploy/nats.conf has those of clients and workers)")

const (
	maxOutage   = 15 * time.Minute // longest outage of a server after which a client or worker gives up
	quietTime   = 10 * time.Second // shortest time between two lines in the log while the server is waited for
	callTimeout = 5 * time.Second  // longest time of one call: a write waits for the disk, and in a cluster for a leader
)

// retry calls f, each time with a context of its own, until f succeeds or fails for good. It waits at most maxOutage for a server that is away
// or has no leader, but not for one that denies the call. Between calls it waits 20 ms, then twice as long each time, at most 2 s.
func (c *Conn) retry(ctx context.Context, what string, f func(context.Context) error) error {
	began, lastLog, wait := time.Now(), time.Now(), 20*time.Millisecond
	denialAtStart := c.lastDenial.Load()
	for {
		callCtx, cancel := context.WithTimeout(ctx, callTimeout)
		err := f(callCtx)
		cancel()
		switch denial := c.lastDenial.Load(); {
		case err == nil:
			return nil
		case denial != denialAtStart: // also if the caller's time is over: it says why there was no answer
			return fmt.Errorf("%s: %w: %w", what, errDenied, *denial)
		case ctx.Err() != nil:
			return ctx.Err()
		case !isTransient(err):
			return fmt.Errorf("%s: %w", what, err)
		case time.Since(began) > maxOutage:
			return fmt.Errorf("%s: no answer for %v: %w", what, maxOutage, err)
		}
		if time.Since(lastLog) > quietTime {
			lastLog = time.Now()
			c.log.Warn("the server is waited for", "what", what, "for", time.Since(began).Round(time.Second), "at most", maxOutage, "error", err)
		}
		sleep(ctx, wait) // if the context is done the next call fails at once
		wait = min(2*wait, 2*time.Second)
	}
}

// codeNoPeers is the code of "no suitable peers for placement": a cluster that has just chosen its leader does not know all its servers yet. The
// status of this error is 400, as if the request were wrong.
const codeNoPeers jetstream.ErrorCode = 10005

// isTransient reports whether the same call may succeed later.
func isTransient(err error) bool {
	var apiErr *jetstream.APIError
	if errors.As(err, &apiErr) {
		return apiErr.Code >= 500 || apiErr.ErrorCode == codeNoPeers
	}
	for _, permanent := range []error{nats.ErrMaxPayload, nats.ErrConnectionClosed, nats.ErrPermissionViolation, nats.ErrAuthorization} {
		if errors.Is(err, permanent) {
			return false
		}
	}
	return true
}

// isNotFound reports whether a stream, consumer or message does not exist.
func isNotFound(err error) bool {
	var apiErr *jetstream.APIError
	return errors.As(err, &apiErr) && apiErr.Code == 404 || errors.Is(err, jetstream.ErrMsgNotFound)
}

// sleep waits for d or until the context is done, and reports whether it waited to the end.
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
