package remote

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
	"chesscensus/survey/remote/access"
)

// lacking starts an engine with the configuration of deploy/ in which one right is another one, of no use, and connects a client and a worker.
func lacking(t *testing.T, right string) (client, worker *Conn) {
	t.Helper()
	data, err := os.ReadFile("../../deploy/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	text, quoted := string(data), `"`+right+`"`
	if !strings.Contains(text, quoted) {
		t.Fatalf("deploy/nats.conf gives nobody %s", quoted)
	}
	text = strings.Replace(text, quoted, `"of.no.use"`, 1)
	dir := t.TempDir()
	var users [2]access.Access
	for i, variable := range []string{"$CHESSCENSUS_CLIENT", "$CHESSCENSUS_WORKER"} {
		user, err := nkeys.CreateUser()
		if err != nil {
			t.Fatal(err)
		}
		public, _ := user.PublicKey()
		seed, _ := user.Seed()
		text = strings.ReplaceAll(text, "nkey: "+variable, "nkey: "+public)
		users[i].NKey = filepath.Join(dir, variable[1:])
		if err := os.WriteFile(users[i].NKey, seed, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "nats.conf")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := server.ProcessConfigFile(file)
	if err != nil {
		t.Fatal(err)
	}
	o.StoreDir, o.Host, o.Port, o.HTTPHost, o.HTTPPort, o.NoSigs, o.NoLog = filepath.Join(dir, "store"), "127.0.0.1", server.RANDOM_PORT, "", 0, true, true
	url := engineWith(t, o).URL()
	users[0].URL, users[1].URL = url, url
	return join(t, users[0], logTo(t)), join(t, users[1], logTo(t))
}

// denies holds an error against a right that lacks.
func denies(t *testing.T, who, right string, err error) {
	t.Helper()
	subject := strings.TrimRight(strings.SplitN(right, "*", 2)[0], ".>")
	if !errors.Is(err, ErrDenied) || !strings.Contains(err.Error(), subject) {
		t.Errorf("a %s without %s: %v, want %v", who, right, err, ErrDenied)
	}
}

// TestRightsOfAWorker: a worker that lacks a right ends with an error that names it, whatever the right is for.
func TestRightsOfAWorker(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 3)
	for _, right := range []string{"$JS.API.CONSUMER.MSG.NEXT.*.workers", "$JS.API.CONSUMER.INFO.*.workers", "$JS.API.CONSUMER.*.KV_chesscensus.>", "chesscensus.*.ledger.>"} {
		t.Run(right, func(t *testing.T) {
			t.Parallel()
			c := copyPlan(t, c)
			client, worker := lacking(t, right)
			ctx, cancel := context.WithCancel(patient(t))
			defer cancel()
			p := poolOf(t, client, c)
			ended := make(chan error, 1)
			go func() {
				_, err := c.Run(ctx, toyProgram(0), campaign.Options{Pool: p})
				ended <- err
			}()
			denies(t, "worker", right, <-workWith(t, worker, "one", toyProgram(0)))
			cancel()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Errorf("the client: %v", err)
			}
		})
	}
}

// TestRightsOfAClient: so does a client.
func TestRightsOfAClient(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 3)
	for _, right := range []string{"chesscensus.>", "$JS.API.>", "$KV.chesscensus.>"} {
		t.Run(right, func(t *testing.T) {
			t.Parallel()
			c := copyPlan(t, c)
			client, _ := lacking(t, right)
			_, err := c.Run(patient(t), toyProgram(0), campaign.Options{Pool: poolOf(t, client, c)})
			denies(t, "client", right, err)
		})
	}
}
