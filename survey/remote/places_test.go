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

// isolate moves the thread of a test into a new mount namespace, and a new network namespace if asked, which end with the test. The processes that it
// starts see them, but other goroutines do not. The test is skipped if the machine does not permit this.
func isolate(t *testing.T, withNetwork bool) {
	t.Helper()
	runtime.LockOSThread() // never unlocked, so that the thread ends with the test
	flags := syscall.CLONE_NEWNS
	if withNetwork {
		flags |= syscall.CLONE_NEWNET
	}
	if err := syscall.Unshare(flags); err != nil {
		t.Skipf("no namespaces of one's own on this machine (unshare: %v): run it as root", err)
	}
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		t.Skipf("mounts cannot be made private on this machine: %v", err)
	}
}

// smallDisk returns a folder on a new file system of some kB, of which only freeKB are free, and a function that frees the others.
func smallDisk(t *testing.T, kB, freeKB int) (dir string, free func()) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dk", kB)); err != nil {
		t.Skipf("no small file system can be mounted on this machine: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, (kB-freeKB)<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, func() {
		if err := os.Remove(ballast); err != nil {
			t.Error(err)
		}
	}
}

// TestFullDiskOfAServer fills the disk of a server. After space is freed and the server is started again, the survey goes on, and leaves the same files as an
// undisturbed one.
func TestFullDiskOfAServer(t *testing.T) {
	testkit.Long(t)
	c := makeToy(t, 12)
	want := runAlone(t, c)
	isolate(t, false)
	store, free := smallDisk(t, 4096, 60)
	c, address := copyPlan(t, c), freePort(t)
	server, client := &process{role: "server", args: []string{filepath.Join(store, "server"), address}}, &process{role: "client", args: []string{c.Folder.Dir, address}}
	startAll(t, server, client, &process{role: "worker", args: []string{"", address}})
	await(t, "the disk of the server is full", func() bool { return strings.Contains(server.stderr.String(), "no space left") || client.ended() })
	if client.ended() {
		t.Fatal("the survey was over before the disk was full")
	}
	free()
	server.kill()
	server.start(t)
	client.waitForSurvey(t, c, want)
}

// TestFullDiskOfASurvey: a survey whose disk is full ends with an error that names the reason, and can be continued after space is freed.
func TestFullDiskOfASurvey(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, 12)
	want := runAlone(t, c)
	isolate(t, false)
	disk, free := smallDisk(t, 4096, 40)
	dir := filepath.Join(disk, "survey")
	if err := os.CopyFS(dir, os.DirFS(c.Folder.Dir)); err != nil {
		t.Fatal(err)
	}
	run := func() (string, error) {
		a := &process{role: "alone", args: []string{dir}}
		a.start(t)
		err := <-a.exit
		return a.stderr.String(), err
	}
	if text, err := run(); err == nil || !strings.Contains(text, "no space left on device") {
		t.Fatalf("%v: %s", err, text)
	}
	free()
	if text, err := run(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	copied := filepath.Join(t.TempDir(), "survey") // goroutines may run on threads that do not see the disk
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	done, err := campaign.Open(copied)
	if err != nil {
		t.Fatal(err)
	}
	compareRemains(t, remains(t, done), want)
}

// hostAddress returns the address of a place.
func hostAddress(place string) string { return "10.99.0." + place }

// A network joins places, which are network namespaces, by a bridge.
type network struct {
	t     *testing.T
	ready bool // after that a failing command is an error of the test
}

// ip runs the program ip. A failure skips the test, but fails it if the network is ready.
func (n *network) ip(args ...string) {
	n.t.Helper()
	text, err := exec.Command("ip", args...).CombinedOutput()
	switch {
	case err != nil && n.ready:
		n.t.Fatalf("ip %s: %v: %s", strings.Join(args, " "), err, text)
	case err != nil:
		n.t.Skipf("ip %s: %v: %s: no networks of one's own on this machine", strings.Join(args, " "), err, text)
	}
}

// newLan returns a network of the test and of places with numbers.
func newLan(t *testing.T, numbers ...string) *network {
	t.Helper()
	if _, err := exec.LookPath("ip"); err != nil {
		t.Skip("no program ip (iproute2) on this machine")
	}
	isolate(t, true)
	if err := os.MkdirAll("/run/netns", 0o755); err != nil {
		t.Skip(err)
	}
	if err := syscall.Mount("tmpfs", "/run/netns", "tmpfs", 0, ""); err != nil {
		t.Skip(err)
	}
	l := &network{t: t}
	l.ip("link", "add", "bridge", "type", "bridge")
	l.ip("addr", "add", hostAddress("254")+"/24", "dev", "bridge")
	l.ip("link", "set", "bridge", "up")
	for _, n := range numbers {
		l.ip("netns", "add", "place"+n)
		l.ip("link", "add", "to"+n, "type", "veth", "peer", "name", "lan", "netns", "place"+n)
		l.ip("link", "set", "to"+n, "master", "bridge")
		l.ip("link", "set", "to"+n, "up")
		l.ip("-n", "place"+n, "addr", "add", hostAddress(n)+"/24", "dev", "lan")
		l.ip("-n", "place"+n, "link", "set", "lan", "up")
		l.ip("-n", "place"+n, "link", "set", "lo", "up")
	}
	l.ready = true
	return l
}

// TestCutNetwork has the server and the workers in separate networks. During a survey the server is cut off, then the workers with their tasks, each for
// longer than the ack wait, and connected again. The report is that of an undisturbed survey.
func TestCutNetwork(t *testing.T) {
	testkit.Long(t)
	c := makeToy(t, 12)
	want := runAlone(t, c)
	net := newLan(t, "1", "2", "3")
	address := hostAddress("1") + ":4222"
	for _, a := range []*process{{role: "server", args: []string{t.TempDir(), address}}, {role: "worker", args: []string{"", address, "slow"}},
		{role: "worker", args: []string{"", address, "slow"}}} {
		a.prefix = []string{"ip", "netns", "exec", "place" + map[bool]string{true: "1", false: "2"}[a.role == "server"]}
		startAll(t, a)
	}
	for tries := 1; ; tries++ {
		c, cut := copyPlan(t, c), 0
		client := &process{role: "client", args: []string{c.Folder.Dir, address}}
		startAll(t, client)
		for _, place := range []string{"1", "2"} {
			await(t, "shards are done", func() bool { return storedShards(c) >= 2*cut+1 || client.ended() })
			if client.ended() {
				break
			}
			net.ip("link", "set", "to"+place, "down")
			time.Sleep(3 * time.Second) // the fault is that the network is down for this time
			net.ip("link", "set", "to"+place, "up")
			cut++
		}
		client.waitForSurvey(t, c, want)
		if cut == 2 {
			return
		}
		if tries == 10 {
			t.Fatal("ten surveys were over before both had been cut off")
		}
	}
}
