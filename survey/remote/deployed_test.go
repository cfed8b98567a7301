package remote

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/remote/access"
	"chesscensus/survey/remote/embedded"
)

// deployed starts an engine with the configuration of deploy/, in a folder of its own, with messages of at most so many bytes. It returns how clients
// and workers reach it.
func deployed(t *testing.T, payload int32) (client, worker access.Access) {
	t.Helper()
	seed := func(variable string) (file string) {
		user, err := nkeys.CreateUser()
		if err != nil {
			t.Fatal(err)
		}
		public, _ := user.PublicKey()
		text, _ := user.Seed()
		t.Setenv(variable, public)
		file = filepath.Join(t.TempDir(), "seed")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	client.NKey, worker.NKey = seed("CHESSCENSUS_CLIENT"), seed("CHESSCENSUS_WORKER")
	o, err := server.ProcessConfigFile("../../deploy/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	if !o.SyncAlways || !o.JetStream || o.Port != 4222 || o.MaxPayload != embedded.MaxPayload {
		t.Errorf("the configuration is %+v", o)
	}
	o.StoreDir, o.Host, o.Port, o.HTTPHost, o.HTTPPort, o.MaxPayload = t.TempDir(), "127.0.0.1", server.RANDOM_PORT, "", 0, payload
	o.NoSigs, o.NoLog = true, true
	client.URL = engineWith(t, o).URL()
	worker.URL = client.URL
	return client, worker
}

// join connects with credentials.
func join(t *testing.T, a access.Access, log *slog.Logger) *Conn {
	t.Helper()
	c, err := Dial(a, "test", log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// TestDeployedUsers: with the rights that deploy/nats.conf gives them, client and workers do surveys and lists, also where results are too large for a
// message and go by the store of files; a worker can do nothing else.
func TestDeployedUsers(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, 3)
	want := undisturbed(t, c)
	for _, payload := range []int32{embedded.MaxPayload, 16 << 10} {
		client, worker := deployed(t, payload)
		if conn, err := Dial(access.Access{URL: client.URL}, "test", logTo(t)); err == nil {
			conn.Close()
			t.Error("somebody without a key is let in")
		}
		log, text := heard(t)
		c := copyPlan(t, c)
		conn := join(t, client, log)
		stop := help(t, join(t, worker, log), "one", 0)
		p := poolOf(t, conn, c)
		p.Checks = 0.5
		finish(t, c, p)
		same(t, left(t, c), want)
		_ = stop()
		if payload == embedded.MaxPayload {
			list := aList(300)
			answerer(t, join(t, worker, log), "lines", local(echoes()))
			linesOn(conn).outcomeOn(patient(t), list).same(t, here(list))
			nothingLeft(t, conn)
		}
		if strings.Contains(strings.ToLower(text.String()), "permissions violation") {
			t.Errorf("what they want they may not:\n%s", last(text.String()))
		}
		forbidden(t, conn, worker)
	}
}

// heard returns a log, and what is in it.
func heard(t *testing.T) (*slog.Logger, *safeBuffer) {
	t.Helper()
	b := new(safeBuffer)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(last(b.String()))
		}
	})
	return slog.New(slog.NewTextHandler(b, nil)), b
}

// forbidden has a worker try what is not for workers: each is refused in words, and the survey of the client is as it was.
func forbidden(t *testing.T, client *Conn, worker access.Access) {
	t.Helper()
	const hash = "0123456789abcdef0123456789abcdef"
	ctx, d := patient(t), client.at(hash)
	if err := d.prepare(ctx, 1, DefaultAckWait); err != nil {
		t.Fatal(err)
	}
	log, text := heard(t)
	conn := join(t, worker, log)
	subjects := []string{"$KV." + orderBucket + "." + d.order(), d.job(kindShard, 1), "$JS.API.STREAM.DELETE." + d.jobs(), "$JS.API.STREAM.PURGE." + d.ledger(),
		"$JS.API.STREAM.MSG.DELETE." + d.ledger(), "$JS.API.STREAM.CREATE.mine", "$JS.API.CONSUMER.CREATE." + d.jobs(), "$JS.API.CONSUMER.DELETE." + d.jobs() + "." + consumer}
	for _, subject := range subjects {
		if err := conn.nats.Publish(subject, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := conn.nats.SubscribeSync("chesscensus.*.job.>"); err != nil {
		t.Fatal(err)
	}
	for _, subject := range append(subjects, "chesscensus.*.job.>") {
		await(t, subject+" is refused", func() bool {
			return strings.Contains(text.String(), `\"`+subject+`\"`)
		})
	}
	if list, _, err := d.subjects(context.Background(), d.jobs()); err != nil || len(list) > 0 {
		t.Errorf("%v, tasks %v", err, list)
	}
	if _, err := client.js.Stream(ctx, d.ledger()); err != nil {
		t.Error(err)
	}
}
