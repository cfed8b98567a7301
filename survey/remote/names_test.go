package remote

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/remote/access"
)

func TestSubjects(t *testing.T) {
	h := topic("0123456789abcdef0123456789abcdef")
	for subject, want := range map[string]entry{
		h.job(kindShard, 17):                   {kind: kindShard, shard: 17},
		h.job(kindCheck, 0):                    {kind: kindCheck},
		h.entry(kindShard, 99999):              {kind: kindShard, shard: 99999},
		h.entry(kindDisputed, 4, "host-1-a0"):  {kindDisputed, 4, "host-1-a0"},
		h.entry(kindRefused, "host-1-a0"):      {kind: kindRefused, name: "host-1-a0"},
		h.entry(kindRetracted, 12):             {kind: kindRetracted, shard: 12},
		"chesscensus." + string(h) + ".ledger": {kind: "none"},
		h.entry(kindShard, -1):                 {kind: "none"},
		h.entry(kindShard, "017"):              {kind: "none"},
		h.entry(kindShard, "1x"):               {kind: "none"},
		h.entry(kindShard, 1, "host"):          {kind: "none"},
		h.entry(kindDisputed, 1):               {kind: "none"},
		h.entry(kindDisputed, 1, "a", "b"):     {kind: "none"},
		topic("other").job(kindShard, 17):      {kind: "none"},
	} {
		if e, ok := h.parse(subject); ok != (want.kind != "none") || ok && e != want {
			t.Errorf("%s: %+v, %v, want %+v", subject, e, ok, want)
		}
	}
}

// TestPutBack: 10, 20, 40 ms and so on, and a second at most.
func TestPutBack(t *testing.T) {
	for deliveries, want := range map[uint64]time.Duration{0: 10, 1: 10, 2: 20, 3: 40, 7: 640, 8: 1000, 9: 1000, 1 << 40: 1000} {
		if got := putBack(deliveries); got != want*time.Millisecond {
			t.Errorf("after %d deliveries %v, want %v", deliveries, got, want*time.Millisecond)
		}
	}
}

// TestErrorsOfTheEngine: which are waited for, which mean that something is there, or is not.
func TestErrorsOfTheEngine(t *testing.T) {
	for _, c := range []struct {
		err                  error
		passing, taken, gone bool
	}{
		{errors.New("EOF"), true, false, false},
		{&jetstream.APIError{Code: 503, ErrorCode: 10008, Description: "JetStream system temporarily unavailable"}, true, false, false},
		{&jetstream.APIError{Code: 400, ErrorCode: 10005, Description: "no suitable peers for placement, peer offline"}, true, false, false},
		{&jetstream.APIError{Code: 400, ErrorCode: 10052, Description: "stream name is required"}, false, false, false},
		{&jetstream.APIError{Code: 400, ErrorCode: jetstream.JSErrCodeStreamWrongLastSequence}, false, true, false},
		{&jetstream.APIError{Code: 503, ErrorCode: 10077, Description: "maximum messages per subject exceeded"}, false, true, false},
		{jetstream.ErrStreamNotFound, false, false, true},
		{jetstream.ErrMsgNotFound, false, false, true},
		{jetstream.ErrKeyNotFound, false, false, true},
		{fmt.Errorf("too large%w", errForGood), false, false, false},
	} {
		var api *jetstream.APIError
		err := c.err
		if errors.As(err, &api) {
			err = fmt.Errorf("wrapped: %w", api)
		}
		if passing(err) != c.passing || taken(err) != c.taken || gone(err) != c.gone {
			t.Errorf("%v: passing %v, taken %v, gone %v, want %+v", err, passing(err), taken(err), gone(err), c)
		}
	}
}

// TestNoSecretsInErrors: an address is shown without its password.
func TestNoSecretsInErrors(t *testing.T) {
	if _, err := Dial(access.Access{URL: "nats://user:secret@127.0.0.1:1"}, "test", logTo(t)); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
	for _, a := range []access.Access{{Creds: "/none"}, {NKey: "/none"}, {CA: "/none"}, {Cert: "doc.go"}} {
		if _, err := Dial(a, "test", logTo(t)); err == nil {
			t.Errorf("%+v: no error", a)
		}
	}
}
