package cache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// TestPutAndGet: a result comes back under its key and type only, and a damaged file counts as none.
func TestPutAndGet(t *testing.T) {
	s := Store{Dir: filepath.Join(t.TempDir(), "new", "folder")}
	var got []int
	if s.Get("a", &got) {
		t.Error("there is a result before the first Put")
	}
	want := []int{1, 2, 3}
	testkit.OK(t, s.Put("a", &want))
	if !s.Get("a", &got) || fmt.Sprint(got) != "[1 2 3]" {
		t.Errorf("got %v, want %v", got, want)
	}
	if s.Get("b", &got) {
		t.Error("a result of another key")
	}
	var text string
	if s.Get("a", &text) || text != "" {
		t.Error("a result of another type")
	}
	path := s.path("a")
	data, _ := os.ReadFile(path)
	for _, damaged := range [][]byte{nil, data[:len(data)-1], []byte("b" + string(data[1:]))} {
		os.WriteFile(path, damaged, 0o600)
		if got = nil; s.Get("a", &got) {
			t.Errorf("a damaged file gave %v", got)
		}
	}
	fn := func() {}
	testkit.FailsWith(t, s.Put("fn", &fn), "", "a function was stored")
}

// TestLimit checks that results beyond the limit are removed, the least recently used first, and that no other files are.
func TestLimit(t *testing.T) {
	s := Store{Dir: t.TempDir(), Limit: 3500}
	other := filepath.Join(s.Dir, "notes.txt")
	os.WriteFile(other, make([]byte, 5000), 0o600)
	block := make([]byte, 1000)
	for i, key := range []string{"a", "b", "c"} {
		testkit.OK(t, s.Put(key, &block))
		written := time.Now().Add(time.Duration(i-10) * time.Hour)
		os.Chtimes(s.path(key), written, written)
	}
	var got []byte
	s.Get("a", &got) // now b is the oldest
	testkit.OK(t, s.Put("d", &block))
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if s.Get(key, &got) != want {
			t.Errorf("%s is there: %v", key, !want)
		}
	}
	if n, size, err := s.Clear(); n != 3 || size < 3000 || err != nil {
		t.Errorf("Clear = %d, %d, %v", n, size, err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error("a foreign file was removed")
	}
	if n, _, err := (Store{Dir: filepath.Join(s.Dir, "none")}).Clear(); n != 0 || err != nil {
		t.Errorf("Clear of nothing = %d, %v", n, err)
	}
}

// TestOfComputesOnce: a result is stored only if it is complete and no error; without a folder it is computed each time.
func TestOfComputesOnce(t *testing.T) {
	s := Store{Dir: t.TempDir()}
	calls := 0
	compute := func(complete bool, err error) func() (int, bool, error) {
		return func() (int, bool, error) { calls++; return 42, complete, err }
	}
	bad := errors.New("bad")
	for i, step := range []struct {
		complete bool
		err      error
		calls    int
	}{{false, nil, 1}, {true, bad, 2}, {true, nil, 3}, {true, nil, 3}} {
		got, err := Of(s, "key", compute(step.complete, step.err))
		if got != 42 || err != step.err || calls != step.calls {
			t.Errorf("step %d: %d, %v, %d calls; want 42, %v, %d", i, got, err, calls, step.err, step.calls)
		}
	}
	if got, err := Of(Store{}, "key", compute(true, nil)); got != 42 || err != nil || calls != 4 {
		t.Errorf("without a folder: %d, %v, %d calls; want 42 and a 4th call", got, err, calls)
	}
}

// TestManyAtOnce: a reader beside several writers finds the whole result or none.
func TestManyAtOnce(t *testing.T) {
	s := Store{Dir: t.TempDir()}
	text := strings.Repeat("x", 100_000)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 10 {
				var got string
				if s.Get("k", &got) && got != text {
					t.Errorf("a result of %d bytes, want %d", len(got), len(text))
				}
				if err := s.Put("k", &text); err != nil {
					t.Errorf("writing: %v", err)
				}
			}
		})
	}
	wg.Wait()
}

// TestDefault: the environment names the folder; without it and without a home folder, the error names the variable.
func TestDefault(t *testing.T) {
	t.Setenv(DirEnv, "/some/where")
	if s, err := Default(); err != nil || s.Dir != "/some/where" {
		t.Errorf("folder %s, error %v, want /some/where", s.Dir, err)
	}
	t.Setenv(DirEnv, "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	testkit.Fails(Default())(t, DirEnv, "no home")
}

// TestUnfinished checks that unfinished work has a folder for each key, is removed after a month without a change, and is cleared with the
// results.
func TestUnfinished(t *testing.T) {
	s := Store{Dir: filepath.Join(t.TempDir(), "a [strange] *name")}
	folder := func(key string) string {
		t.Helper()
		dir := testkit.Must(s.Unfinished(key))(t)
		return dir
	}
	addWork := func(dir string) {
		t.Helper()
		testkit.OK(t, os.MkdirAll(filepath.Join(dir, "deep"), 0o755))
	}
	exists := func(dir string) bool { _, err := os.Stat(dir); return err == nil }
	one, two := folder("one"), folder("two")
	if one == two || one != folder("one") || exists(one) {
		t.Fatalf("folders %s and %s", one, two)
	}
	addWork(one)
	addWork(two)
	old := time.Now().Add(-keepUnfinished - time.Hour)
	testkit.OK(t, os.Chtimes(one, old, old))
	if folder("three"); exists(one) || !exists(two) {
		t.Errorf("an old folder is there: %v; a new one: %v", exists(one), exists(two))
	}
	value := 1
	if err := s.Put("two", &value); err != nil || !exists(two) {
		t.Errorf("a result removes the work on it: %v", err)
	}
	if n, _, err := s.Clear(); n != 1 || err != nil || exists(two) {
		t.Errorf("cleared %d, %v, folder there: %v", n, err, exists(two))
	}
	testkit.Fails((Store{Dir: "/dev/null/x"}).Unfinished("one"))(t, "", "no error for a folder that cannot be")
}
