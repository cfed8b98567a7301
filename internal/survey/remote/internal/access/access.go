// Package access says how an engine is reached, without telling anybody the secrets that it takes.
package access

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/nats-io/nats.go"
)

// Access says how to reach an engine. Nothing of it is ever written to a plan, a record or a log.
type Access struct {
	// URL is that of a server, or of several with commas between: nats://host:4222, tls://host:4222, ws://...
	URL string
	// Creds is a file of credentials (user JWT and seed), NKey a file with the seed of an NKey. Both may be empty.
	Creds, NKey string
	// CA is a file with the certificates that the server's is checked by, Cert and Key are files with ours. All may be empty.
	CA, Cert, Key string
}

// Options are those of the client. The error names a file that is not there, or that does not hold what it should.
func (a *Access) Options() (list []nats.Option, err error) {
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
	}
	if a.CA != "" {
		list = append(list, nats.RootCAs(a.CA))
	}
	if (a.Cert == "") != (a.Key == "") {
		return nil, errors.New("a client certificate wants both a file of the certificate and one of its key")
	}
	if a.Cert != "" {
		list = append(list, nats.ClientCert(a.Cert, a.Key))
	}
	return list, nil
}

// Redacted is a URL, or several with commas between, without the passwords and tokens in them.
func Redacted(address string) string {
	var list []string
	for part := range strings.SplitSeq(address, ",") {
		u, err := url.Parse(strings.TrimSpace(part))
		if err != nil {
			return "the engine" // not worth the risk
		}
		if u.User != nil {
			u.User = url.User("...")
		}
		list = append(list, u.String())
	}
	return strings.Join(list, ",")
}
