package access

import "testing"

// TestRedacted: passwords and tokens are left out, of one address or several; what cannot be read is not shown at all.
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
