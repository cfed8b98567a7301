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

// Access says how to reach a server. Nothing of it is ever written to a plan, a record or a log.
type Access struct {
	// URL is that of a server, or of several with commas between: nats://host:4222, tls://host:4222.
	URL string
	// Creds is a file of credentials (user JWT and seed), NKey a file with the seed of an NKey, Seed such a seed. All may be empty.
	Creds, NKey, Seed string
	// CA is a file with the certificates that the server's is checked by, Cert and Key are files with ours. All may be empty.
	CA, Cert, Key string
}

// redacted is a URL, or several with commas between, without the passwords and tokens in them.
func redacted(address string) string {
	var list []string
	for part := range strings.SplitSeq(address, ",") {
		u, err := url.Parse(strings.TrimSpace(part))
		if err != nil {
			return "the server" // not worth the risk
		}
		if u.User != nil {
			u.User = url.User("...")
		}
		list = append(list, u.String())
	}
	return strings.Join(list, ",")
}

// options are those of the connection. The error names a file that is not there, or that does not hold what it should.
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
		list = append(list, signedBy(pair))
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

// signedBy is the option of a connection with a pair of keys.
func signedBy(pair nkeys.KeyPair) nats.Option {
	public, err := pair.PublicKey()
	if err != nil {
		panic("remote: " + err.Error())
	}
	return nats.Nkey(public, pair.Sign)
}

// Inboxes of workers and of others: the right to read the one is none to read the other.
const workerInbox, clientInbox = "_INBOX_worker", "_INBOX_client"

// A Conn is a connection to a server. It is made again whenever it is lost.
type Conn struct {
	nats   *nats.Conn
	js     jetstream.JetStream
	log    *slog.Logger
	denied atomic.Pointer[error] // what the server has not permitted last: it says so beside the question, which it leaves without an answer
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

// dial connects and says in the log when the connection is lost and found.
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
				c.denied.Store(&err)
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

// Close closes the connection, after what was sent has left.
func (c *Conn) Close() {
	_ = c.nats.FlushTimeout(time.Second)
	c.nats.Close()
}

// errDenied is wrapped by the error of a client or worker that may not do on the server what it has to.
var errDenied = errors.New("the server does not give this user the rights that it needs (deploy/nats.conf has those of clients and workers)")

const (
	patience    = 15 * time.Minute // that a server may be away before a client or worker gives up
	silence     = 10 * time.Second // that it is waited for without a word in the log
	callTimeout = 5 * time.Second  // of one call: a write waits for the disk, and in a cluster for a leader
)

// persist calls f, with a context of its own, until it succeeds, or its error is none that may go away: a server that is away, or has no leader
// just now, is waited for; one that does not permit the call is not.
func (c *Conn) persist(ctx context.Context, what string, f func(context.Context) error) error {
	began, wait, told, denied := time.Now(), 20*time.Millisecond, time.Now(), c.denied.Load()
	for {
		call, cancel := context.WithTimeout(ctx, callTimeout)
		err := f(call)
		cancel()
		switch now := c.denied.Load(); {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case now != denied:
			return fmt.Errorf("%s: %w: %w", what, errDenied, *now)
		case !passing(err):
			return fmt.Errorf("%s: %w", what, err)
		case time.Since(began) > patience:
			return fmt.Errorf("%s: no answer for %v: %w", what, patience, err)
		}
		if time.Since(told) > silence {
			told = time.Now()
			c.log.Warn("the server is waited for", "what", what, "for", time.Since(began).Round(time.Second), "at most", patience, "error", err)
		}
		if !sleep(ctx, wait) {
			return ctx.Err()
		}
		wait = min(2*wait, 2*time.Second)
	}
}

// noPeers is the code of "no suitable peers for placement": a cluster that has just chosen its leader does not know all its servers yet. It has
// status 400, as if the question were wrong.
const noPeers jetstream.ErrorCode = 10005

// passing reports whether an error may go away by itself.
func passing(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code >= 500 || api.ErrorCode == noPeers
	}
	return !errors.Is(err, nats.ErrMaxPayload) && !errors.Is(err, nats.ErrConnectionClosed) && !errors.Is(err, nats.ErrPermissionViolation) && !errors.Is(err, nats.ErrAuthorization)
}

// gone reports whether a stream, consumer or message is not there.
func gone(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == 404 || errors.Is(err, jetstream.ErrMsgNotFound)
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
