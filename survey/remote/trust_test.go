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

// TestKeys: a key is made once, for its owner alone; whoever has none is not let in, on this machine neither.
func TestKeys(t *testing.T) {
	file := filepath.Join(t.TempDir(), "worker.nk")
	seed, public, err := NewKey(file)
	if err != nil || seed == "" {
		t.Fatal(seed, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, mode %v, want -rw-------", err, info.Mode())
	}
	if again, same, err := NewKey(file); again != "" || same != public || err != nil {
		t.Errorf("the second time %q, %q, %v: want no seed and the same key", again, same, err)
	}
	s := listenTo(t)
	for name, a := range map[string]Access{"no key": {}, "another key": {Seed: seed}, "no seed": {Seed: "x"}, "no file": {NKey: file + "x"}, "no seed in a file": {NKey: "doc.go"},
		"half a certificate": {Cert: file}, "no credentials": {Creds: "doc.go"}} {
		a.URL = s.URL()
		if c, err := Dial(a, true, logTo(t)); err == nil {
			c.Close()
			t.Errorf("%s: let in", name)
		} else if strings.Contains(err.Error(), seed) {
			t.Errorf("%s: the error shows the seed", name)
		}
	}
	if err := os.WriteFile(file, []byte("none"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := NewKey(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file without a seed: %v", err)
	}
}

// TestAddresses: without a host a server listens to this machine alone; what is no address is an error.
func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{":4222": "127.0.0.1 4222", "0.0.0.0:4222": "0.0.0.0 4222", "127.0.0.1:0": "127.0.0.1 -1", "": "want an address", "nowhere": "want an address", ":65536": "want a port", ":x": "want a port"} {
		var o server.Options
		got := ""
		if err := (&Listener{Address: address}).apply(&o); err != nil {
			got = err.Error()
		} else {
			got = o.Host + " " + big.NewInt(int64(o.Port)).String()
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", address, got, want)
		}
	}
	if got := redacted("nats://user:secret@host:4222, tls://token@other"); strings.Contains(got, "secret") || strings.Contains(got, "token") || !strings.Contains(got, "host:4222") {
		t.Error(got)
	}
}

// certified makes a certificate for this machine, in files, signed by itself.
func certified(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "server"}, NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, about, about, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "EC PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestTLS: with a certificate a server speaks TLS alone, to those who know it; and no secret shows in the record.
func TestTLS(t *testing.T) {
	testkit.Medium(t)
	cert, key := certified(t)
	seed, public, err := NewKey(filepath.Join(t.TempDir(), "worker.nk"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Listen(t.TempDir(), Listener{Address: ":0", Worker: public, Cert: cert, Key: key}, logTo(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	if !strings.HasPrefix(s.URL(), "tls://127.0.0.1:") || !s.Loopback() {
		t.Errorf("it is at %s", s.URL())
	}
	if c, err := Dial(Access{URL: s.URL(), Seed: seed}, true, logTo(t)); err == nil {
		c.Close()
		t.Error("a worker connects that does not know the server")
	}
	c := makeToy(t, 2)
	want := undisturbed(t, c)
	help(t, closed(t)(Dial(Access{URL: s.URL(), Seed: seed, CA: cert}, true, logTo(t))), "one", toyProgram(0))
	p, _ := poolOf(t, closed(t)(s.Dial(logTo(t))), c)
	finish(t, c, p)
	got := left(t, c)
	same(t, got, want)
	for name, text := range got {
		if strings.Contains(text, seed) {
			t.Errorf("%s shows the seed", name)
		}
	}
}

// deployed starts a server with the configuration of deploy/, and returns how clients and workers reach it.
func deployed(t *testing.T) (client, worker Access) {
	t.Helper()
	for variable, a := range map[string]*Access{"CHESSCENSUS_CLIENT": &client, "CHESSCENSUS_WORKER": &worker} {
		a.NKey = filepath.Join(t.TempDir(), "seed")
		_, public, err := NewKey(a.NKey)
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv(variable, public)
	}
	o, err := server.ProcessConfigFile("../../deploy/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	if !o.SyncAlways || !o.JetStream || o.Port != 4222 || o.MaxPayload != maxPayload || o.JetStreamMaxStore != maxStore {
		t.Errorf("the configuration is %+v", o)
	}
	o.StoreDir, o.Host, o.Port, o.HTTPHost, o.HTTPPort, o.NoSigs, o.NoLog = t.TempDir(), "127.0.0.1", server.RANDOM_PORT, "", 0, true, true
	s, err := start(o, logTo(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	client.URL = s.ClientURL()
	worker.URL = client.URL
	return client, worker
}

// TestRights: with the rights that deploy/nats.conf and [Listen] give them client and workers do a survey, and hear of nothing that they may not;
// a worker can do nothing else.
func TestRights(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, 3)
	want := undisturbed(t, c)
	site := listenTo(t)
	client, worker := deployed(t)
	for name, dial := range map[string][2]func(testing.TB) (*Conn, *safeBuffer){
		"listen": {func(t testing.TB) (*Conn, *safeBuffer) { return site.client(t), new(safeBuffer) }, func(t testing.TB) (*Conn, *safeBuffer) {
			log, text := heard(t)
			return closed(t)(Dial(Access{URL: site.URL(), Seed: site.seed}, true, log)), text
		}},
		"deploy": {func(t testing.TB) (*Conn, *safeBuffer) {
			log, text := heard(t)
			return closed(t)(Dial(client, false, log)), text
		}, func(t testing.TB) (*Conn, *safeBuffer) {
			log, text := heard(t)
			return closed(t)(Dial(worker, true, log)), text
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c := copyPlan(t, c)
			conn, said := dial[0](t)
			other, heard := dial[1](t)
			stop := help(t, other, "one", toyProgram(0))
			p, _ := poolOf(t, conn, c)
			p.Audit = 0.5
			finish(t, c, p)
			same(t, left(t, c), want)
			_ = stop()
			if text := said.String() + heard.String(); strings.Contains(strings.ToLower(text), "permissions violation") {
				t.Errorf("what they want they may not:\n%s", last(text))
			}
			forbidden(t, conn, other, heard)
		})
	}
}

// forbidden has a worker try what is not for workers: each is refused in words, and the survey of the client is as it was.
func forbidden(t *testing.T, client, worker *Conn, heard *safeBuffer) {
	t.Helper()
	h, ctx := topic("0123456789abcdef0123456789abcdef"), patient(t)
	if err := client.prepare(ctx, h, 1, defaultAckWait); err != nil {
		t.Fatal(err)
	}
	subjects := []string{h.order(), h.job(1), "$JS.API.STREAM.DELETE." + h.jobs(), "$JS.API.STREAM.PURGE." + h.results(), "$JS.API.STREAM.MSG.DELETE." + h.results(),
		"$JS.API.STREAM.MSG.GET." + h.results(), "$JS.API.STREAM.CREATE.mine", "$JS.API.STREAM.UPDATE." + h.jobs(), "$JS.API.CONSUMER.CREATE." + h.jobs(), "$JS.API.CONSUMER.DELETE." + h.jobs() + "." + workers,
		"$JS.API.CONSUMER.MSG.NEXT." + h.results() + ".client", "$JS.ACK." + h.results() + ".client.1.1.1.1.1", clientInbox + ".x"}
	for _, subject := range subjects {
		if err := worker.nats.Publish(subject, nil); err != nil {
			t.Fatal(err)
		}
	}
	reads := []string{"chesscensus.>", "$JS.>", clientInbox + ".>", ">"}
	for _, subject := range reads {
		if _, err := worker.nats.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
	}
	for _, subject := range append(subjects, reads...) {
		await(t, subject+" is refused", func() bool { return strings.Contains(heard.String(), `\"`+subject+`\"`) })
	}
	for _, name := range h.streams() {
		if s, err := client.js.Stream(ctx, name); err != nil || s.CachedInfo().State.Msgs != 0 {
			t.Errorf("the stream %s: %v", name, err)
		}
	}
}

// TestLimits: no stream is without limits, and what goes beyond them is refused, whoever sends it.
func TestLimits(t *testing.T) {
	testkit.Medium(t)
	s := listenTo(t)
	conn, worker := s.client(t), s.worker(t)
	h, ctx := topic("0123456789abcdef0123456789abcdef"), patient(t)
	if err := conn.prepare(ctx, h, 1, defaultAckWait); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(h.streams(), ordersStream) {
		stream, err := conn.js.Stream(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		if o := stream.CachedInfo().Config; o.MaxMsgs != mostMessages || o.MaxBytes <= 0 || o.MaxBytes > mostResults || o.MaxMsgSize <= 0 || o.MaxMsgSize > maxPayload || o.MaxMsgsPerSubject <= 0 {
			t.Errorf("%s has the limits %+v", name, o)
		}
	}
	for i := range mostOfShard + 3 {
		if _, err := worker.js.Publish(ctx, h.result(7), []byte("x")); (err != nil) != (i >= mostOfShard) || err != nil && !there(err) {
			t.Errorf("message %d for one shard: %v", i+1, err)
		}
	}
	if _, err := worker.js.Publish(ctx, h.result(8), make([]byte, maxPayload+1)); !errors.Is(err, nats.ErrMaxPayload) {
		t.Errorf("a large message: %v", err)
	}
	if _, err := conn.js.CreateStream(ctx, jetstream.StreamConfig{Name: "more", Subjects: []string{"more"}, MaxBytes: maxStore}); err == nil {
		t.Error("a stream beyond the limit of the server")
	}
}

// TestDenied: a client or worker that lacks a right ends with an error that names it.
func TestDenied(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 3)
	for _, right := range workerRights().Publish.Allow {
		if strings.HasPrefix(right, "$JS.ACK") {
			continue // the task comes again
		}
		t.Run(right, func(t *testing.T) {
			t.Parallel()
			c := copyPlan(t, c)
			key := filepath.Join(t.TempDir(), "key")
			_, public, err := NewKey(key)
			if err != nil {
				t.Fatal(err)
			}
			rights := workerRights()
			rights.Publish.Deny = []string{right}
			all := filepath.Join(t.TempDir(), "all")
			_, client, err := NewKey(all)
			if err != nil {
				t.Fatal(err)
			}
			s := serverIn(t, t.TempDir(), func(o *server.Options) {
				o.Nkeys = []*server.NkeyUser{{Nkey: client}, {Nkey: public, Permissions: rights}}
			})
			p, _ := poolOf(t, closed(t)(Dial(Access{URL: s.ClientURL(), NKey: all}, false, logTo(t))), c)
			go func() { _, _ = c.Run(t.Context(), toyProgram(0), campaign.Options{Pool: p}) }()
			w := Worker{Conn: closed(t)(Dial(Access{URL: s.ClientURL(), NKey: key}, true, logTo(t))), Name: "one", Slots: 1, Program: toyProgram(0), every: 20 * time.Millisecond}
			if err := w.Run(patient(t)); !errors.Is(err, errDenied) || !strings.Contains(err.Error(), strings.SplitN(right, "*", 2)[0]) {
				t.Errorf("%v, want %v", err, errDenied)
			}
		})
	}
	key := filepath.Join(t.TempDir(), "key")
	_, public, err := NewKey(key)
	if err != nil {
		t.Fatal(err)
	}
	s := serverIn(t, t.TempDir(), func(o *server.Options) {
		o.Nkeys = []*server.NkeyUser{{Nkey: public, Permissions: workerRights()}}
	})
	p, _ := poolOf(t, closed(t)(Dial(Access{URL: s.ClientURL(), NKey: key}, true, logTo(t))), c)
	if _, err := p.run(t, c, campaign.Options{}); !errors.Is(err, errDenied) {
		t.Errorf("a client with the rights of a worker: %v", err)
	}
	if _, err := os.Stat(filepath.Join(c.Folder.Dir, record.ManifestName)); err == nil {
		t.Error("it has made shards")
	}
}
