//go:build linux

package remote

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
)

// secluded gives the rest of a test mounts, and if asked a network, of its own: they end with it, however it ends. The test and what it starts see
// them, its other goroutines do not. A machine that does not permit that skips the test.
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

// TestFullDiskOfAServer: a server whose disk is full takes no more; when there is room, and it is started again, the survey goes on, and leaves what an
// undisturbed one leaves.
func TestFullDiskOfAServer(t *testing.T) {
	testkit.Long(t)
	c := makeToy(t, 12)
	want := undisturbed(t, c)
	secluded(t, false)
	store, free := smallDisk(t, 4096, 60)
	c, address := copyPlan(t, c), freePort(t)
	server, client := &actor{role: "server", args: []string{filepath.Join(store, "server"), address}}, &actor{role: "client", args: []string{c.Folder.Dir, address}}
	cast(t, server, client, &actor{role: "worker", args: []string{"", address}})
	await(t, "the disk of the server is full", func() bool { return strings.Contains(server.errs.String(), "no space left") || client.ended() })
	if client.ended() {
		t.Fatal("the survey was over before the disk was full")
	}
	free()
	server.kill()
	server.start(t)
	client.ends(t, c, want)
}

// TestFullDiskOfASurvey: a survey whose disk is full ends with an error that says so, and goes on when there is room.
func TestFullDiskOfASurvey(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, 12)
	want := undisturbed(t, c)
	secluded(t, false)
	disk, free := smallDisk(t, 4096, 40)
	dir := filepath.Join(disk, "survey")
	if err := os.CopyFS(dir, os.DirFS(c.Folder.Dir)); err != nil {
		t.Fatal(err)
	}
	run := func() (string, error) {
		a := &actor{role: "alone", args: []string{dir}}
		a.start(t)
		err := <-a.end
		return a.errs.String(), err
	}
	if text, err := run(); err == nil || !strings.Contains(text, "no space left on device") {
		t.Fatalf("%v: %s", err, text)
	}
	free()
	if text, err := run(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	seen := filepath.Join(t.TempDir(), "survey") // goroutines may run on threads that do not see the disk
	if err := os.CopyFS(seen, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	done, err := campaign.Open(seen)
	if err != nil {
		t.Fatal(err)
	}
	same(t, left(t, done), want)
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

// TestCutNetwork has the server and two workers in networks of their own. While a survey is at work the server is cut off, then a worker with what it
// has in hand, each for longer than the server waits, and let in again. The report is that of an undisturbed survey.
func TestCutNetwork(t *testing.T) {
	testkit.Long(t)
	c := makeToy(t, 12)
	want := undisturbed(t, c)
	l := newLan(t, "1", "2", "3")
	address := host("1") + ":4222"
	for _, a := range []*actor{{role: "server", args: []string{t.TempDir(), address}}, {role: "worker", args: []string{"", address, "slow"}}, {role: "worker", args: []string{"", address, "slow"}}} {
		a.in = []string{"ip", "netns", "exec", "place" + map[bool]string{true: "1", false: "2"}[a.role == "server"]}
		cast(t, a)
	}
	for tries := 1; ; tries++ {
		c, cut := copyPlan(t, c), 0
		client := &actor{role: "client", args: []string{c.Folder.Dir, address}}
		cast(t, client)
		for _, place := range []string{"1", "2"} {
			await(t, "shards are done", func() bool { return begun(c) >= 2*cut+1 || client.ended() })
			if client.ended() {
				break
			}
			l.ip("link", "set", "to"+place, "down")
			time.Sleep(3 * time.Second) // what others notice, or not, is the fault
			l.ip("link", "set", "to"+place, "up")
			cut++
		}
		client.ends(t, c, want)
		if cut == 2 {
			return
		}
		if tries == 10 {
			t.Fatal("ten surveys were over before both had been cut off")
		}
	}
}
