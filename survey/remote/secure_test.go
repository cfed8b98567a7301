package remote

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/remote/access"
	"chesscensus/survey/remote/embedded"
)

// certified makes a certificate for this machine, in files, signed by itself.
func certified(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "engine"}, NotAfter: time.Now().Add(time.Hour), IsCA: true,
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

// TestCredentials: an engine that wants TLS and an NKey takes those who have both, and no secret shows anywhere: neither in what others are told, nor in the log or the record.
func TestCredentials(t *testing.T) {
	testkit.Medium(t)
	cert, key := certified(t)
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	user, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, _ := user.PublicKey()
	seed, _ := user.Seed()
	file := filepath.Join(t.TempDir(), "seed")
	if err := os.WriteFile(file, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	o := embedded.Options(t.TempDir(), embedded.MaxPayload)
	o.DontListen, o.Host, o.Port = false, "127.0.0.1", server.RANDOM_PORT
	o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}}
	o.TLS = true
	o.Nkeys = []*server.NkeyUser{{Nkey: public}}
	log := logTo(t)
	e, err := embedded.Start(o, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Stop)
	url := strings.Replace(e.URL(), "nats:", "tls:", 1)
	for name, a := range map[string]access.Access{"no key": {URL: url, CA: cert}, "an unknown server": {URL: url, NKey: file}} {
		if conn, err := Dial(a, "test", log); err == nil {
			conn.Close()
			t.Errorf("%s: connected", name)
		} else if strings.Contains(err.Error(), string(seed)) {
			t.Errorf("%s: the error shows the seed", name)
		}
	}
	join := func() *Conn {
		conn, err := Dial(access.Access{URL: url, CA: cert, NKey: file}, "test", log)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(conn.Close)
		return conn
	}
	c := makeToy(t, 3)
	want := undisturbed(t, c)
	help(t, join(), "one", 0)
	conn := join()
	p := poolOf(t, conn, c)
	text := string(p.order().Append(nil))
	finish(t, c, p)
	got := left(t, c)
	same(t, got, want)
	for _, data := range got {
		text += data
	}
	if strings.Contains(text, string(seed)) || strings.Contains(text, url) {
		t.Error("the order or the record shows how the engine is reached")
	}
}
