package recheck_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"chesscensus/recheck"
)

// TestExactKeys checks that a line with a key twice, or with another spelling of a key, is no certificate.
func TestExactKeys(t *testing.T) {
	const good = `{"fen":"4k3/8/8/8/8/8/1P6/B3K3 b - -","stage":"rules","reasons":["CagedBishop"],"check":"x","more":{"fen":["FEN"]}}`
	if _, _, err := (recheck.Checker{}).Check(context.Background(), []byte(good)); err != nil {
		t.Errorf("%s: %v", good, err)
	}
	for _, bad := range []string{
		strings.Replace(good, `"stage"`, `"FEN":"4k3/8/8/8/8/8/1P6/B3K3 b - -","stage"`, 1),
		strings.Replace(good, `"stage"`, `"fen":"4k3/8/8/8/8/8/1P6/B3K3 b - -","stage"`, 1),
		strings.Replace(good, `"fen":"4k3`, `"fen":"7k/8/8/8/8/8/8/K7 w - -","fen":"4k3`, 1),
		strings.Replace(good, `"reasons"`, "\"rea\u017fons\"", 1),
		strings.Replace(good, `{"fen":["FEN"]}`, `{"unmove":1,"Unmove":2}`, 1),
	} {
		if _, _, err := (recheck.Checker{}).Check(context.Background(), []byte(bad)); !errors.Is(err, recheck.ErrForm) {
			t.Errorf("%s: %v, want ErrForm", bad, err)
		}
	}
}
