package remote

import (
	"errors"
	"fmt"
	"os"

	"github.com/nats-io/nats.go"

	"chesscensus/survey/remote/access"
)

// options are those of the client. The error names a file that is not there, or that does not hold what it should.
func options(a access.Access) (list []nats.Option, err error) {
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
