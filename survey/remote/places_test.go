//go:build linux

package remote

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
	"chesscensus/survey/record"
	"chesscensus/survey/remote/embedded"
)

// secluded gives the rest of a test mounts, and if asked a network, of its own: they end with it, however it ends. The test and what it starts see them, its other
// goroutines do not. A machine that does not permit that skips the test.
func secluded(t *testing.T, network bool) {
	t.Helper()
	runtime.LockOSThread() // for good: the thread ends with the test
	flags := syscall.CLONE_NEWNS
	if network {
		flags |= syscall.CLONE_NEWNET
	}
	if err := syscall.Unshare(flags); err != nil {
		t.Skipf("no namespaces of one's own on this machine (unshare: %v): run it as root", err)
	}
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		t.Skipf("mounts cannot be made private on this machine: %v", err)
	}
}

// smallDisk returns a folder on a file system of so many kB of which all but a few are taken, and what gives them free.
func smallDisk(t *testing.T, kB, left int) (dir string, free func()) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dk", kB)); err != nil {
		t.Skipf("no small file system can be mounted on this machine: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, (kB-left)<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, func() {
		if err := os.Remove(ballast); err != nil {
			t.Error(err)
		}
	}
}

// TestFullDiskOfAnEngine: an engine whose disk is full takes no more; when there is room, and it is started again, the survey goes on, and leaves what an
// undisturbed one leaves.
func TestFullDiskOfAnEngine(t *testing.T) {
	testkit.Long(t)
	logOnce(t)
	c := makeToy(t, 12)
	want := undisturbed(t, c)
	secluded(t, false)
	store, free := smallDisk(t, 4096, 120)
	c, address := copyPlan(t, c), freePort(t)
	engine := &actor{role: "engine", args: []string{filepath.Join(store, "engine"), address}}
	client := &actor{role: "client", args: []string{c.Folder.Dir, address}}
	worker := &actor{role: "worker", args: []string{t.TempDir(), address}}
	for _, a := range []*actor{engine, client, worker} {
		a.start(t)
		defer a.kill()
	}
	await(t, "the disk of the engine is full", func() bool {
		return strings.Contains(engine.errs.String(), "no space left") || client.ended()
	})
	if client.ended() {
		t.Fatalf("the survey was over before the disk was full: %s", last(client.errs.String()))
	}
	free()
	engine.kill()
	engine.start(t)
	await(t, "the survey is done", client.ended)
	if err := <-client.end; err != nil {
		t.Errorf("%v: %s", err, last(client.errs.String()))
	} else {
		same(t, left(t, c), want)
	}
	client.end <- nil
}

// TestFullDiskOfASurvey: a survey whose disk is full ends with an error that says so, and goes on when there is room.
func TestFullDiskOfASurvey(t *testing.T) {
	testkit.Medium(t)
	logOnce(t)
	c := makeToy(t, 12)
	want := undisturbed(t, c)
	secluded(t, false)
	disk, free := smallDisk(t, 4096, 40)
	dir := filepath.Join(disk, "survey")
	if err := os.CopyFS(dir, os.DirFS(c.Folder.Dir)); err != nil {
		t.Fatal(err)
	}
	run := func() *actor {
		a := &actor{role: "alone", args: []string{dir}}
		a.start(t)
		return a
	}
	full := run()
	if err := <-full.end; err == nil || !strings.Contains(full.errs.String(), "no space left on device") {
		t.Fatalf("%v: %s", err, full.errs.String())
	}
	free()
	again := run()
	if err := <-again.end; err != nil {
		t.Fatalf("%v: %s", err, again.errs.String())
	}
	seen := filepath.Join(t.TempDir(), "survey")
	if err := os.CopyFS(seen, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	done, err := campaign.Open(seen)
	if err != nil {
		t.Fatal(err)
	}
	same(t, left(t, done), want)
}

// member is the options of one of three servers, each at an address of its own: the last byte is its number.
func member(dir, number string, others []string) *server.Options {
	o := embedded.Options(dir, embedded.MaxPayload)
	o.ServerName, o.DontListen, o.Host, o.Port = "server-"+number, false, host(number), 4222
	o.Cluster.Name, o.Cluster.Host, o.Cluster.Port = "three", o.Host, 6222
	for _, other := range others {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: host(other) + ":6222"})
	}
	return o
}

// host is the address of a place.
func host(number string) string { return "10.99.0." + number }

// A lan is places with a network each, joined by a bridge.
type lan struct {
	t    *testing.T
	made bool
}

func (l *lan) ip(args ...string) {
	l.t.Helper()
	text, err := exec.Command("ip", args...).CombinedOutput()
	switch {
	case err != nil && l.made:
		l.t.Fatalf("ip %s: %v: %s", strings.Join(args, " "), err, text)
	case err != nil:
		l.t.Skipf("ip %s: %v: %s: no networks of one's own on this machine", strings.Join(args, " "), err, text)
	}
}

// newLan joins places, by their numbers, and the test itself.
func newLan(t *testing.T, numbers ...string) *lan {
	t.Helper()
	if _, err := exec.LookPath("ip"); err != nil {
		t.Skip("no program ip (iproute2) on this machine")
	}
	secluded(t, true)
	if err := os.MkdirAll("/run/netns", 0o755); err != nil {
		t.Skip(err)
	}
	if err := syscall.Mount("tmpfs", "/run/netns", "tmpfs", 0, ""); err != nil {
		t.Skip(err)
	}
	l := &lan{t: t}
	l.ip("link", "add", "bridge", "type", "bridge")
	l.ip("addr", "add", host("254")+"/24", "dev", "bridge")
	l.ip("link", "set", "bridge", "up")
	for _, n := range numbers {
		l.ip("netns", "add", "place"+n)
		l.ip("link", "add", "to"+n, "type", "veth", "peer", "name", "lan", "netns", "place"+n)
		l.ip("link", "set", "to"+n, "master", "bridge")
		l.ip("link", "set", "to"+n, "up")
		l.ip("-n", "place"+n, "addr", "add", host(n)+"/24", "dev", "lan")
		l.ip("-n", "place"+n, "link", "set", "lan", "up")
		l.ip("-n", "place"+n, "link", "set", "lo", "up")
	}
	l.made = true
	return l
}

// cut takes a place off the network for a while.
func (l *lan) cut(number string, d time.Duration) {
	l.ip("link", "set", "to"+number, "down")
	time.Sleep(d) // what others notice, or not, is the fault
	l.ip("link", "set", "to"+number, "up")
}

// TestCutNetwork: three servers that keep all messages, each in a network of its own. While a survey is at work one server is cut off, then the leader of the
// ledger, then one of two workers with what it has in hand; each is let in again after some seconds. The report is that of an undisturbed survey. A
// survey that is over before all three have happened is followed by another one.
func TestCutNetwork(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	logOnce(t)
	c := makeToy(t, 12)
	want := undisturbed(t, c)
	l := newLan(t, "1", "2", "3", "4", "5")
	all := host("1") + ":4222,nats://" + host("2") + ":4222,nats://" + host("3") + ":4222"
	for _, a := range [][]string{{"1", "member", t.TempDir(), "1", "2", "3"}, {"2", "member", t.TempDir(), "2", "1", "3"}, {"3", "member", t.TempDir(), "3", "1", "2"},
		{"4", "worker", t.TempDir(), all, "slow"}, {"5", "worker", t.TempDir(), all, "slow"}} {
		actor := &actor{role: a[1], args: a[2:], in: []string{"ip", "netns", "exec", "place" + a[0]}}
		actor.start(t)
		t.Cleanup(func() {
			actor.kill()
			if t.Failed() {
				t.Logf("%s in place %s: %s", actor.role, a[0], last(actor.errs.String()))
			}
		})
	}
	for tries := 1; !cutOneByOne(t, l, copyPlan(t, c), all, want) && !t.Failed(); tries++ {
		if tries == 10 {
			t.Fatal("ten surveys were over before all had been cut off")
		}
	}
}

// cutOneByOne runs a survey, and reports whether all faults came before its end.
func cutOneByOne(t *testing.T, l *lan, c *campaign.Campaign, all string, want map[string]string) bool {
	t.Helper()
	client := &actor{role: "client", args: []string{c.Folder.Dir, all, "3"}}
	client.start(t)
	defer client.kill()
	cut := []string{}
	for n := 1; n <= 3; n++ {
		await(t, "shards are done", func() bool {
			text, _ := os.ReadFile(filepath.Join(c.Folder.Dir, record.ManifestName))
			return bytes.Count(text, []byte("\n")) >= 2*n-1 || client.ended()
		})
		place, after := "4", 5*time.Second // a worker, for longer than the engine waits
		if n < 3 {
			after = 3 * time.Second
			if place = leaderNow(t, client, c.Plan.Hash(), all); n == 1 {
				place = map[string]string{"1": "2", "2": "3", "3": "1"}[place]
			}
		}
		if place == "" || client.ended() {
			break
		}
		cut = append(cut, place)
		l.cut(place, after)
	}
	await(t, "the survey is done", client.ended)
	t.Logf("cut off: places %v", cut)
	err := <-client.end
	client.end <- err
	if err != nil {
		t.Errorf("the client: %v: %s", err, last(client.errs.String()))
		return false
	}
	same(t, left(t, c), want)
	return len(cut) == 3
}

// leaderNow returns the number of the server that leads the ledger, "" if the survey is over before it is known.
func leaderNow(t *testing.T, client *actor, hash, all string) string {
	t.Helper()
	asks := &actor{role: "leader", args: []string{hash, all}}
	asks.start(t)
	defer asks.kill()
	await(t, "a leader", func() bool { return asks.ended() || client.ended() })
	if !asks.ended() {
		return ""
	}
	number, ok := strings.CutPrefix(strings.TrimSpace(asks.out.String()), "server-")
	if !ok {
		t.Errorf("the leader is %q: %s", asks.out.String(), last(asks.errs.String()))
	}
	return number
}
