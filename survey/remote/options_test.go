package remote

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nkeys"

	"chesscensus/survey/remote/access"
)

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
		a       access.Access
		options int
		want    string
	}{
		{access.Access{}, 0, ""},
		{access.Access{URL: "nats://host"}, 0, ""},
		{access.Access{Creds: good, NKey: good, CA: good, Cert: good, Key: good}, 4, ""},
		{access.Access{Creds: "/none"}, 0, "/none"},
		{access.Access{CA: "/none"}, 0, "/none"},
		{access.Access{NKey: bad}, 0, "want the seed of an NKey"},
		{access.Access{Cert: good}, 0, "both a file of the certificate and one of its key"},
		{access.Access{Key: good}, 0, "both a file of the certificate and one of its key"},
	} {
		list, err := options(c.a)
		if c.want == "" && (err != nil || len(list) != c.options) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "SECRET")) {
			t.Errorf("%+v: %d options, %v, want %d, %q", c.a, len(list), err, c.options, c.want)
		}
	}
}
