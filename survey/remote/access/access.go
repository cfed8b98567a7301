// Package access says how an engine is reached, and how far its workers are believed, in plain values: commands have flags for them and link no network.
package access

import (
	"net/url"
	"strings"
)

// DefaultChecks is the share of the work that a second worker does again, for comparison, unless somebody asks for another.
const DefaultChecks = 0.02

// Access says how to reach an engine. Nothing of it is ever written to a plan, a record or a log.
type Access struct {
	// URL is that of a server, or of several with commas between: nats://host:4222, tls://host:4222, ws://...
	URL string
	// Creds is a file of credentials (user JWT and seed), NKey a file with the seed of an NKey. Both may be empty.
	Creds, NKey string
	// CA is a file with the certificates that the server's is checked by, Cert and Key are files with ours. All may be empty.
	CA, Cert, Key string
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
