package remote

import (
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestSurveyOnAnEngine: with workers on an engine a survey leaves the files and the report of one without, byte for byte.
func TestSurveyOnAnEngine(t *testing.T) {
	t.Parallel()
	shards := testkit.Size(3, 12)
	c := makeToy(t, shards)
	want := undisturbed(t, c)
	e := engine(t)
	help(t, connect(t, e), "one", 0)
	help(t, connect(t, e), "two", 0)
	conn := connect(t, e)
	p := poolOf(t, conn, c)
	p.Checks = 0.5
	if st := finish(t, c, p); st.Done != shards {
		t.Errorf("%d shards done, want %d", st.Done, shards)
	}
	same(t, left(t, c), want)
	if list, err := conn.orders(t.Context()); err != nil || len(list) > 0 {
		t.Errorf("%v, %d orders are left", err, len(list))
	}
}
