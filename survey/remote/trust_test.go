package remote

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
)

// TestTwoServersInOneFolder: a second server is refused while one has the folder. It once opened the files of the first, which lost its streams. The
// files of a server are in engine.
func TestTwoServersInOneFolder(t *testing.T) {
	dir := t.TempDir()
	_, public, err := NewKey(filepath.Join(t.TempDir(), "worker.nk"))
	testkit.OK(t, err)
	l := Listener{Address: "127.0.0.1:0", Worker: public}
	first := testkit.Must(Listen(dir, l, testLog(t)))(t)
	if second, err := Listen(dir, l, testLog(t)); !errors.Is(err, record.ErrLocked) {
		t.Errorf("a second server in the folder: error %v, want ErrLocked", err)
		if err == nil {
			second.Stop()
		}
	}
	first.Stop()
	testkit.Must(Listen(dir, l, testLog(t)))(t).Stop()
	if list := testkit.Must(os.ReadDir(dir))(t); len(list) != 1 || list[0].Name() != "engine" {
		t.Errorf("in the folder of the survey are %v, want engine alone, as docs/OPERATIONS.md says", list)
	}
}

// TestKeys: a key is made once, in a file for its owner alone. Without the worker's key no connection is accepted, not even from this machine, and the
// error does not show the key. A file without a key is not replaced, but an error.
func TestKeys(t *testing.T) {
	file, seed, public := newKey(t)
	if seed == "" {
		t.Fatal("the seed of a new key is not returned")
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, mode %v, want -rw-------", err, info.Mode())
	}
	if again, same, err := NewKey(file); again != "" || same != public || err != nil {
		t.Errorf("the second time %q, %q, %v: want no seed and the same key", again, same, err)
	}
	s := newSite(t)
	for name, a := range map[string]Access{
		"no key": {}, "another key": {Seed: seed}, "no seed": {Seed: "x"}, "no file": {NKey: file + "x"}, "no seed in a file": {NKey: "doc.go"},
		"half a certificate": {Cert: file}, "no credentials": {Creds: "doc.go"},
	} {
		a.URL = s.URL()
		if c, err := Dial(a, WorkerInbox, testLog(t)); err == nil {
			c.Close()
			t.Errorf("%s: the connection is accepted", name)
		} else if strings.Contains(err.Error(), seed) {
			t.Errorf("%s: the error shows the seed", name)
		}
	}
	testkit.OK(t, os.WriteFile(file, []byte("none"), 0o600))
	if _, _, err := NewKey(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file without a seed: %v", err)
	}
}

// TestAddresses: without a host a server listens to this machine alone, and port 0 is any free one (-1 for the library); invalid addresses are errors.
// An address for people has no passwords and tokens.
func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{":4222": "127.0.0.1 4222", "0.0.0.0:4222": "0.0.0.0 4222", "127.0.0.1:0": "127.0.0.1 -1",
		"": "want an address", "nowhere": "want an address", ":65536": "want a port", ":x": "want a port"} {
		var o server.Options
		got := ""
		if err := (&Listener{Address: address}).applyTo(&o); err != nil {
			got = err.Error()
		} else {
			got = o.Host + " " + big.NewInt(int64(o.Port)).String()
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", address, got, want)
		}
	}
	for address, want := range map[string]string{"nats://user:secret@host:4222, tls://token@other": "nats://...@host:4222,tls://...@other",
		"user:secret@host:4222": "...@host:4222", "nats://a:b@secret@host": "nats://...@host", "tls://a:b,c@host": "tls://...@host"} {
		if got := redacted(address); got != want {
			t.Errorf("%s is shown as %s, want %s", address, got, want)
		}
	}
}

// newCertificate makes files of a self-signed certificate for this machine, valid for an hour, and of its key.
func newCertificate(t *testing.T) (cert, key string) {
	t.Helper()
	private := testkit.Must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "server"}, NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign}
	der := testkit.Must(x509.CreateCertificate(rand.Reader, about, about, private.Public(), private))(t)
	secret := testkit.Must(x509.MarshalECPrivateKey(private))(t)
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "EC PRIVATE KEY", Bytes: secret}} {
		testkit.OK(t, os.WriteFile(path, pem.EncodeToMemory(block), 0o600))
	}
	return cert, key
}

// TestTLS: a server with a certificate has a tls URL, and a worker that does not know the certificate does not connect. A survey by a worker that knows it
// is the same as without a server, and none of its files has the secret key.
func TestTLS(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	cert, key := newCertificate(t)
	_, seed, public := newKey(t)
	s := testkit.Must(Listen(t.TempDir(), Listener{Address: ":0", Worker: public, Cert: cert, Key: key}, testLog(t)))(t)
	t.Cleanup(s.Stop)
	if !strings.HasPrefix(s.URL(), "tls://127.0.0.1:") || !s.Loopback() {
		t.Errorf("it is at %s", s.URL())
	}
	if c, err := Dial(Access{URL: s.URL(), Seed: seed}, WorkerInbox, testLog(t)); err == nil {
		c.Close()
		t.Error("a worker that does not know the certificate connects")
	}
	c := makeToy(t, 2)
	want := runAlone(t, c)
	startWorker(t, closing(t)(Dial(Access{URL: s.URL(), Seed: seed, CA: cert}, WorkerInbox, testLog(t))), "one", toyProgram(0))
	p, _ := newPool(t, closing(t)(s.Dial(testLog(t))), c)
	runToEnd(t, c, p)
	got := remains(t, c)
	compareRemains(t, got, want)
	for name, text := range got {
		if strings.Contains(text, seed) {
			t.Errorf("%s shows the seed", name)
		}
	}
}

// startDeployed starts a server with the configuration of deploy/nats.conf, but with a folder and free ports of the test. It returns the access of
// clients and of workers.
func startDeployed(t *testing.T) (client, worker Access) {
	t.Helper()
	for variable, a := range map[string]*Access{"CHESSCENSUS_CLIENT": &client, "CHESSCENSUS_WORKER": &worker} {
		file, _, public := newKey(t)
		a.NKey = file
		t.Setenv(variable, public)
	}
	o := testkit.Must(server.ProcessConfigFile("../../deploy/nats.conf"))(t)
	if !o.SyncAlways || !o.JetStream || o.Port != 4222 || o.MaxPayload != maxPayload || o.JetStreamMaxStore != maxStore {
		t.Errorf("the configuration is %+v", o)
	}
	o.StoreDir, o.Host, o.Port, o.HTTPHost, o.HTTPPort, o.NoSigs, o.NoLog = t.TempDir(), "127.0.0.1", server.RANDOM_PORT, "", 0, true, true
	s := testkit.Must(startServer(o, testLog(t)))(t)
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	client.URL = s.ClientURL()
	worker.URL = client.URL
	return client, worker
}

// TestRights: with the rights of deploy/nats.conf and of [Listen] client and workers can do a survey without a permission error. A worker does not have
// the rights in the lists of checkForbidden.
func TestRights(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	c := makeToy(t, 3)
	want := runAlone(t, c)
	site := newSite(t)
	client, worker := startDeployed(t)
	// The functions connect a client and a worker, and return the log of each.
	for name, dial := range map[string][2]func(testing.TB) (*Conn, *safeBuffer){
		"listen": {func(t testing.TB) (*Conn, *safeBuffer) { return site.clientConn(t), new(safeBuffer) }, func(t testing.TB) (*Conn, *safeBuffer) {
			log, text := recordingLog(t)
			return closing(t)(Dial(Access{URL: site.URL(), Seed: site.seed}, WorkerInbox, log)), text
		}},
		"deploy": {func(t testing.TB) (*Conn, *safeBuffer) {
			log, text := recordingLog(t)
			return closing(t)(Dial(client, ClientInbox, log)), text
		}, func(t testing.TB) (*Conn, *safeBuffer) {
			log, text := recordingLog(t)
			return closing(t)(Dial(worker, WorkerInbox, log)), text
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c := copyPlan(t, c)
			clientConn, clientLog := dial[0](t)
			workerConn, workerLog := dial[1](t)
			stop := startWorker(t, workerConn, "one", toyProgram(0))
			p, _ := newPool(t, clientConn, c)
			p.Audit = 0.5
			runToEnd(t, c, p)
			compareRemains(t, remains(t, c), want)
			_ = stop()
			if text := clientLog.String() + workerLog.String(); strings.Contains(strings.ToLower(text), "permissions violation") {
				t.Errorf("a right is missing:\n%s", tail(text))
			}
			checkForbidden(t, clientConn, workerConn, workerLog)
		})
	}
}

// checkForbidden has a worker publish and subscribe to forbidden subjects: its log says that each is refused, and the stream still exists and is empty.
func checkForbidden(t *testing.T, client, worker *Conn, workerLog *safeBuffer) {
	t.Helper()
	h, ctx := surveyHash("0123456789abcdef0123456789abcdef"), untilDeadline(t)
	testkit.OK(t, client.createStream(ctx, h, &order{AckWait: 30 * time.Second}, 1))
	subjects := []string{h.taskSubject(1), h.resultSubject(1, OwnName()), "$JS.API.STREAM.DELETE." + h.stream(), "$JS.API.STREAM.PURGE." + h.stream(),
		"$JS.API.STREAM.MSG.DELETE." + h.stream(), "$JS.API.STREAM.MSG.GET." + h.stream(), "$JS.API.STREAM.CREATE.mine",
		"$JS.API.STREAM.UPDATE." + h.stream(), "$JS.API.CONSUMER.CREATE." + h.stream(), "$JS.API.CONSUMER.DELETE." + h.stream() + "." + taskConsumer,
		"$JS.API.CONSUMER.MSG.NEXT." + h.stream() + ".client", "$JS.ACK." + h.stream() + ".client.1.1.1.1.1", ClientInbox + ".x"}
	for _, subject := range subjects {
		testkit.OK(t, worker.nats.Publish(subject, nil))
	}
	reads := []string{"chesscensus.>", "$JS.>", ClientInbox + ".>", ">"}
	for _, subject := range reads {
		if _, err := worker.nats.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
	}
	for _, subject := range append(subjects, reads...) {
		await(t, subject+" is refused", func() bool { return strings.Contains(workerLog.String(), `\"`+subject+`\"`) })
	}
	if s, err := client.js.Stream(ctx, h.stream()); err != nil || s.CachedInfo().State.Msgs != 0 {
		t.Errorf("the stream: %v", err)
	}
}

// TestLimits: a stream has limits; the server refuses more results of a maker and shard, a larger message and a larger stream than they allow.
func TestLimits(t *testing.T) {
	testkit.Medium(t)
	s := newSite(t)
	conn, worker := s.clientConn(t), s.workerConn(t)
	h, ctx := surveyHash("0123456789abcdef0123456789abcdef"), untilDeadline(t)
	testkit.OK(t, conn.createStream(ctx, h, &order{AckWait: 30 * time.Second}, 1))
	stream := testkit.Must(conn.js.Stream(ctx, h.stream()))(t)
	if o := stream.CachedInfo().Config; o.MaxMsgs != maxMessages || o.MaxBytes != maxBytes || o.MaxMsgSize != maxPayload || o.MaxMsgsPerSubject != 1 {
		t.Errorf("the limits are %+v", o)
	}
	for i := range 3 {
		_, err := worker.js.Publish(ctx, h.resultSubject(7, "a"), []byte("x"))
		if isBeyond := i > 0; (err != nil) != isBeyond || isBeyond && !strings.Contains(err.Error(), "maximum messages per subject exceeded") {
			t.Errorf("message %d for one shard: %v", i+1, err)
		}
	}
	if _, err := worker.js.Publish(ctx, h.resultSubject(8, "a"), make([]byte, maxPayload+1)); !errors.Is(err, nats.ErrMaxPayload) {
		t.Errorf("a large message: %v", err)
	}
	if _, err := conn.js.CreateStream(ctx, jetstream.StreamConfig{Name: "more", Subjects: []string{"more"}, MaxBytes: maxStore}); err == nil {
		t.Error("a stream beyond the limit of the server")
	}
}

// TestTooLarge: a shard whose result is larger than a message of the server is parked at the first try.
func TestTooLarge(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 1)
	o := &server.Options{JetStream: true, StoreDir: t.TempDir(), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, MaxPayload: 4 << 10}
	s := testkit.Must(startServer(o, testLog(t)))(t)
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	p, _ := newPool(t, closing(t)(Dial(Access{URL: s.ClientURL()}, ClientInbox, testLog(t))), c)
	startWorker(t, closing(t)(Dial(Access{URL: s.ClientURL()}, WorkerInbox, testLog(t))), "one", toyProgram(0))
	var parked *campaign.ParkedError
	if _, err := p.run(t, c, campaign.Options{}); !errors.As(err, &parked) || !strings.HasPrefix(parked.Reasons[0], "its result has") {
		t.Errorf("%v, want a shard that is parked as too large", err)
	}
}

// newUser returns a user of a server with some rights, or all for nil, and its access without the URL.
func newUser(t testing.TB, rights *server.Permissions) (*server.NkeyUser, Access) {
	t.Helper()
	file, _, public := newKey(t)
	return &server.NkeyUser{Nkey: public, Permissions: rights}, Access{NKey: file}
}

// TestDeniedWorker: a worker that lacks one of the rights to publish ends with an error that names it.
func TestDeniedWorker(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 3)
	for _, right := range workerRights().Publish.Allow {
		if strings.HasPrefix(right, "$JS.ACK") {
			continue // without this right a worker only does tasks again
		}
		t.Run(right, func(t *testing.T) {
			t.Parallel()
			c := copyPlan(t, c)
			rights := workerRights()
			rights.Publish.Deny = []string{right}
			client, clientAccess := newUser(t, nil)
			worker, workerAccess := newUser(t, rights)
			url := startServerFor(t, client, worker)
			clientAccess.URL, workerAccess.URL = url, url
			p, _ := newPool(t, closing(t)(Dial(clientAccess, ClientInbox, testLog(t))), c)
			go func() { _, _ = c.Run(t.Context(), toyProgram(0), campaign.Options{Pool: p}) }()
			conn := closing(t)(Dial(workerAccess, WorkerInbox, testLog(t)))
			// With Idle set, too, a worker reports the missing right instead of ending as if there were nothing to do.
			w := Worker{Conn: conn, Name: "one", Slots: 1, Program: toyProgram(0), poll: 20 * time.Millisecond, Idle: time.Hour}
			if err := w.Run(untilDeadline(t)); !errors.Is(err, errDenied) || !strings.Contains(err.Error(), strings.SplitN(right, "*", 2)[0]) {
				t.Errorf("%v, want %v", err, errDenied)
			}
		})
	}
}

// TestDeniedIdleWorker: a worker that may not read orders and waits for less than the time of a call ends with errDenied.
func TestDeniedIdleWorker(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	rights := workerRights()
	rights.Publish.Deny = []string{"$JS.API.STREAM.LIST"}
	user, access := newUser(t, rights)
	access.URL = startServerFor(t, user)
	w := Worker{Conn: closing(t)(Dial(access, WorkerInbox, testLog(t))), Name: "one", Slots: 1, Program: toyProgram(0), Idle: time.Second}
	if err := w.Run(untilDeadline(t)); !errors.Is(err, errDenied) {
		t.Errorf("%v, want %v", err, errDenied)
	}
}

// TestDeniedClient: a client with the rights of a worker ends with errDenied before it makes a shard.
func TestDeniedClient(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 3)
	user, access := newUser(t, workerRights())
	access.URL = startServerFor(t, user)
	p, _ := newPool(t, closing(t)(Dial(access, WorkerInbox, testLog(t))), c)
	if _, err := p.run(t, c, campaign.Options{}); !errors.Is(err, errDenied) {
		t.Errorf("%v, want %v", err, errDenied)
	}
	if _, err := os.Stat(filepath.Join(c.Folder.Dir, record.ManifestName)); err == nil {
		t.Error("the client has made shards")
	}
}

// TestReplies: a worker chooses the subject of an answer, and the server answers there even if the worker may not publish there. This can put a task in
// the queue that is none, but cannot remove or make a stream. A worker puts such a task away, and the client queues the right one.
func TestReplies(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 2)
	s := newSite(t)
	client, worker := s.clientConn(t), s.workerConn(t)
	h, ctx := surveyHash(c.Plan.Hash()), untilDeadline(t)
	p, _ := newPool(t, client, c)
	testkit.OK(t, client.createStream(ctx, h, p.order(), 1))
	testkit.OK(t, client.publish(ctx, h.taskSubject(1), record.Seal(task{Job: campaign.Job{Shard: 1, Keep: true}})))
	for _, reply := range []string{"$JS.API.STREAM.DELETE." + h.stream(), "$JS.API.STREAM.PURGE." + h.stream(), "$JS.API.STREAM.UPDATE." + h.stream(),
		"$JS.API.STREAM.CREATE.mine", "$JS.API.CONSUMER.DELETE." + h.stream() + "." + taskConsumer, h.taskSubject(0)} {
		for _, subject := range []string{"$JS.API.STREAM.LIST", "$JS.API.CONSUMER.INFO." + h.stream() + "." + taskConsumer,
			"$JS.API.CONSUMER.MSG.NEXT." + h.stream() + "." + taskConsumer} {
			testkit.OK(t, worker.nats.PublishRequest(subject, reply, nil))
		}
	}
	stream := testkit.Must(client.js.Stream(ctx, h.stream()))(t)
	await(t, "the queue has a task that is none", func() bool {
		_, err := stream.GetLastMsgForSubject(ctx, h.taskSubject(0))
		return err == nil
	})
	if _, err := stream.GetLastMsgForSubject(ctx, h.taskSubject(1)); err != nil {
		t.Errorf("the task of shard 1: %v", err)
	}
	if _, err := client.js.Stream(ctx, "mine"); !isNotFound(err) {
		t.Errorf("a stream of the worker: %v", err)
	}
	want := runAlone(t, c)
	startWorker(t, worker, "honest", toyProgram(0))
	runToEnd(t, c, p)
	compareRemains(t, remains(t, c), want)
}
