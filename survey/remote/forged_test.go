package remote

import (
	"context"
	"errors"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
)

// TestForgedName: results of a worker under the name of the client, whose results are not audited, are set aside and made again. The client is not
// excluded for them.
func TestForgedName(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 6)
	want := runAlone(t, c)
	s := newSite(t)
	makeResult, conn := honestMaker(t, c), s.workerConn(t)
	ended := startSaboteur(t, conn, c, OwnName(), 3, func(shard int) []byte {
		r := makeResult(shard)
		falsify(t, r)
		return record.Seal(r)
	})
	go func() {
		<-ended
		_ = runHonest(t, conn)
	}()
	p, notices := newPool(t, s.clientConn(t), c)
	p.Audit = 1
	runToEnd(t, c, p)
	compareRemains(t, remains(t, c), want)
	checkContains(t, notices.String(), "is set aside", "this process has not sent it")
	if m := readMakers(t, c); m.Again() != 6 || len(m.Wrong()) > 0 {
		t.Errorf("%d shards made again, want 6; wrong %v", m.Again(), m.Wrong())
	}
}

// TestTwoNames: a worker that publishes a wrong result under several names does not outvote the client that makes the shard again: the run ends with an
// error that names all of them.
func TestTwoNames(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 6)
	s := newSite(t)
	makeResult, conn := honestMaker(t, c), s.workerConn(t)
	startSaboteur(t, conn, c, "first", 6, func(shard int) []byte {
		r := makeResult(shard)
		falsify(t, r)
		for _, name := range []string{"second", "third"} {
			if _, err := conn.js.Publish(context.Background(), surveyHash(c.Plan.Hash()).resultSubject(shard, name), record.Seal(r)); err != nil && !strings.Contains(err.Error(), "no response") {
				t.Log(err) // the run may have ended
			}
		}
		return record.Seal(r)
	})
	p, notices := newPool(t, s.clientConn(t), c)
	p.Audit = 1
	_, err := p.run(t, c, campaign.Options{})
	if !errors.Is(err, errDiffer) || !strings.Contains(err.Error(), OwnName()) || !strings.Contains(err.Error(), "second") {
		t.Fatalf("%v, want %v; notices %s", err, errDiffer, notices)
	}
	if st, problems, err := c.Status(); err != nil || st.Done != 0 || len(problems) > 0 {
		t.Errorf("%d shards count, want none: %v, %v", st.Done, err, problems)
	}
}
