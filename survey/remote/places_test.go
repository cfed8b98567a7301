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

// smallDisk returns a folder on a new file system of some kB, of which only freeKB are free, and a function that frees the rest.
func smallDisk(t *testing.T, kB, freeKB int) (dir string, free func()) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dk", kB)); err != nil {
		t.Skipf("no small file system can be mounted on this machine: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	ballast := filepath.Join(dir, "ballast")
	testkit.OK(t, os.WriteFile(ballast, make([]byte, (kB-freeKB)<<10), 0o600))
	return dir, func() { testkit.OK(t, os.Remove(ballast)) }
}

// TestFullDiskOfAServer fills the disk of a server. After space is freed and the server is started again, the survey goes on, and leaves the same files as an
// undisturbed one.
func TestFullDiskOfAServer(t *testing.T) {
	testkit.Long(t)
	c := makeToy(t, 12)
	want := runAlone(t, c)
	isolate(t, false)
	store, free := smallDisk(t, 4096, 60)
	c, address := copyPlan(t, c), freeAddress(t)
	server, client := newServer(filepath.Join(store, "server"), address), newClient(c, address)
	startAll(t, server, client, newWorker(address, false))
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
	testkit.OK(t, os.CopyFS(dir, os.DirFS(c.Folder.Dir)))
	run := func() (string, error) {
		alone := &process{assignment: assignment{Role: "alone", Dir: dir}}
		alone.start(t)
		err := <-alone.exit
		return alone.stderr.String(), err
	}
	if text, err := run(); err == nil || !strings.Contains(text, "no space left on device") {
		t.Fatalf("the survey on a full disk: %v, %s, want \"no space left on device\"", err, text)
	}
	free()
	if text, err := run(); err != nil {
		t.Fatalf("the survey after space was freed: %v, %s, want no error", err, text)
	}
	copied := filepath.Join(t.TempDir(), "survey") // goroutines may run on threads that do not see the disk
	testkit.OK(t, os.CopyFS(copied, os.DirFS(dir)))
	compareRemains(t, remains(t, testkit.Must(campaign.Open(copied))(t)), want)
}

// testPlace is the number of the test itself in the addresses of a network.
const testPlace = "254"

// hostAddress returns the address of a place, or of the test.
func hostAddress(place string) string { return "10.99.0." + place }

// A network joins the test and places, which are network namespaces, by a bridge.
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

// newNetwork returns a network that joins the test with one place for each given number. The place of number n is the
// namespace "place"+n, and "to"+n is its link to the bridge.
func newNetwork(t *testing.T, places ...string) *network {
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
	n := &network{t: t}
	n.ip("link", "add", "bridge", "type", "bridge")
	n.ip("addr", "add", hostAddress(testPlace)+"/24", "dev", "bridge")
	n.ip("link", "set", "bridge", "up")
	for _, place := range places {
		n.ip("netns", "add", "place"+place)
		n.ip("link", "add", "to"+place, "type", "veth", "peer", "name", "lan", "netns", "place"+place)
		n.ip("link", "set", "to"+place, "master", "bridge")
		n.ip("link", "set", "to"+place, "up")
		n.ip("-n", "place"+place, "addr", "add", hostAddress(place)+"/24", "dev", "lan")
		n.ip("-n", "place"+place, "link", "set", "lan", "up")
		n.ip("-n", "place"+place, "link", "set", "lo", "up")
	}
	n.ready = true
	return n
}

// TestCutNetwork has the server and the workers in separate places of a network. During a survey the server is cut off, then the workers with their
// tasks, each for longer than the ack wait, and connected again. The report is that of an undisturbed survey.
func TestCutNetwork(t *testing.T) {
	testkit.Long(t)
	toy := makeToy(t, 12)
	want := runAlone(t, toy)
	lan := newNetwork(t, "1", "2")
	address := hostAddress("1") + ":4222"
	startIn := func(place string, p *process) {
		p.prefix = []string{"ip", "netns", "exec", "place" + place}
		startAll(t, p)
	}
	startIn("1", newServer(t.TempDir(), address))
	for range 2 {
		startIn("2", newWorker(address, true))
	}
	for tries := 1; ; tries++ {
		c, cuts := copyPlan(t, toy), 0
		client := newClient(c, address)
		startAll(t, client)
		for _, place := range []string{"1", "2"} {
			shards := 2*cuts + 1 // one before the first cut, three before the second
			await(t, "shards are done", func() bool { return storedShards(c) >= shards || client.ended() })
			if client.ended() {
				break
			}
			lan.ip("link", "set", "to"+place, "down")
			time.Sleep(3 * time.Second) // ten times the ack wait of toyPool
			lan.ip("link", "set", "to"+place, "up")
			cuts++
		}
		client.waitForSurvey(t, c, want)
		if cuts == 2 {
			return
		}
		if tries == 10 {
			t.Fatal("ten surveys were over before both had been cut off")
		}
	}
}
