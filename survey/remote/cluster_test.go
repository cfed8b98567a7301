//go:build unix

package remote

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
	"chesscensus/survey/remote/access"
	"chesscensus/survey/remote/embedded"
)

// A cluster is three engines that keep every message three times.
type cluster struct {
	options []*server.Options
	engines []*embedded.Engine
}

// address returns host and port of one that is free.
func address(t *testing.T) (string, int) {
	t.Helper()
	host, port, err := net.SplitHostPort(freePort(t))
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	return host, n
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	c := new(cluster)
	var routes []*url.URL
	for i := range 3 {
		o := embedded.Options(t.TempDir(), embedded.MaxPayload)
		o.ServerName, o.DontListen = fmt.Sprint("server-", i), false
		o.Host, o.Port = address(t)
		o.Cluster.Name = "three"
		o.Cluster.Host, o.Cluster.Port = address(t)
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("%s:%d", o.Cluster.Host, o.Cluster.Port)})
		c.options = append(c.options, o)
	}
	for _, o := range c.options {
		o.Routes = routes
		e, err := embedded.Start(o, logTo(t))
		if err != nil {
			t.Fatal(err)
		}
		c.engines = append(c.engines, e)
	}
	t.Cleanup(func() {
		for _, e := range c.engines {
			e.Stop()
		}
	})
	return c
}

// dial connects to whichever of them is there.
func (c *cluster) dial(t *testing.T) *Conn {
	t.Helper()
	var list []string
	for _, o := range c.options {
		list = append(list, fmt.Sprintf("nats://%s:%d", o.Host, o.Port))
	}
	conn, err := Dial(access.Access{URL: strings.Join(list, ",")}, t.Name(), logTo(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// restart stops the server of a name and starts it again after a while.
func (c *cluster) restart(t *testing.T, name string) {
	for i, o := range c.options {
		if o.ServerName != name {
			continue
		}
		c.engines[i].Stop()
		time.Sleep(time.Second)
		e, err := embedded.Start(o.Clone(), logTo(t))
		if err != nil {
			t.Error(err)
			return
		}
		c.engines[i] = e
	}
}

// leaderOf waits until the ledger of a plan has a leader, and returns its name.
func leaderOf(ctx context.Context, conn *Conn, hash string) (string, error) {
	for {
		s, err := conn.js.Stream(ctx, conn.at(hash).ledger())
		if err == nil && s.CachedInfo().Cluster != nil && s.CachedInfo().Cluster.Leader != "" {
			return s.CachedInfo().Cluster.Leader, nil
		}
		if !sleep(ctx, 10*time.Millisecond) { // an election
			return "", ctx.Err()
		}
	}
}

// TestCluster: of three servers one is stopped while a survey is at work, then the leader of its ledger.
func TestCluster(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	logOnce(t)
	c := makeToy(t, 12)
	want := undisturbed(t, c)
	servers := newCluster(t)
	await(t, "the cluster has a leader", func() bool {
		for _, e := range servers.engines {
			if e.JetStreamIsLeader() {
				return true
			}
		}
		return false
	})
	help(t, servers.dial(t), "one", 20*time.Microsecond)
	help(t, servers.dial(t), "two", 20*time.Microsecond)
	conn := servers.dial(t)
	p := poolOf(t, conn, c)
	p.Replicas, p.AckWait, p.Checks = 3, 2*time.Second, 0.3
	ctx := patient(t)
	stopped := []string{}
	st, err := c.Run(ctx, toyProgram(0), campaign.Options{Keep: true, Pool: p, Progress: func(st *campaign.Status) {
		if st.Done != 3 && st.Done != 7 {
			return
		}
		first, err := leaderOf(ctx, conn, c.Plan.Hash())
		if err != nil {
			t.Error(err)
		}
		for _, o := range servers.options {
			if (o.ServerName == first) == (st.Done == 7) {
				stopped = append(stopped, o.ServerName)
				servers.restart(t, o.ServerName)
				return
			}
		}
	}})
	if err != nil || st.Done != 12 || len(stopped) != 2 {
		t.Fatal(errors.Join(err, fmt.Errorf("%d shards, stopped %v", st.Done, stopped)))
	}
	same(t, left(t, c), want)
}
