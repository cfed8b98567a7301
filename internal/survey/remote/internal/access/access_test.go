package access

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nkeys"
)

func TestRedacted(t *testing.T) {
	for address, want := range map[string]string{
		"nats://user:secret@host:4222": "nats://...@host:4222", "nats://token@host:1": "nats://...@host:1", "tls://host:4222": "tls://host:4222",
		"nats://a:secret@h:1, nats://b:secret@h:2": "nats://...@h:1,nats://...@h:2", "nats://h,nats://[": "the engine", "nats://user:secret@[::1": "the engine", "%zz": "the engine",
	} {
		if got := Redacted(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// TestOptions: files that are there make options, others are named; what a key file holds is never shown.
func TestOptions(t *testing.T) {
	user, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, _ := user.Seed()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good, bad := file("seed", string(seed)), file("bad", "SECRET of another kind")
	for _, c := range []struct {
		a       Access
		options int
		want    string
	}{
		{Access{}, 0, ""},
		{Access{URL: "nats://host"}, 0, ""},
		{Access{Creds: good, NKey: good, CA: good, Cert: good, Key: good}, 4, ""},
		{Access{Creds: "/none"}, 0, "/none"},
		{Access{CA: "/none"}, 0, "/none"},
		{Access{NKey: bad}, 0, "want the seed of an NKey"},
		{Access{Cert: good}, 0, "both a file of the certificate and one of its key"},
		{Access{Key: good}, 0, "both a file of the certificate and one of its key"},
	} {
		list, err := c.a.Options()
		if c.want == "" && (err != nil || len(list) != c.options) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "SECRET")) {
			t.Errorf("%+v: %d options, %v, want %d, %q", c.a, len(list), err, c.options, c.want)
		}
	}
}
