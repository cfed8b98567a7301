package remote

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/remote/internal/wire"

	"chesscensus/internal/testing/testkit"
)

// TestDamagedFiles cuts every file of an engine in turn, and all of them, as a loss of power may do. The engine must start, and
// have a queue that a task goes into and comes out of, and a ledger that can be written and read.
func TestDamagedFiles(t *testing.T) {
	testkit.Medium(t)
	logOnce(t)
	const hash = "0123456789abcdef0123456789abcdef"
	store := filepath.Join(t.TempDir(), "store")
	e := engineIn(t, store)
	d := connect(t, e).at(hash)
	ctx := patient(t)
	use := func(t *testing.T, d desk, s int) {
		t.Helper()
		if err := d.prepare(ctx, 1, time.Second); err != nil {
			t.Fatal(err)
		}
		task := wire.Task{Shard: s}
		if _, err := d.publish(ctx, d.job(kindShard, s), "", "", task.Append(nil)); err != nil {
			t.Fatal(err)
		}
		if err := d.note(ctx, "reason", kindFailed, s); err != nil {
			t.Fatal(err)
		}
		if m, err := d.last(ctx, d.entry(kindFailed, s)); err != nil || m == nil || string(m.Data) != "reason" {
			t.Errorf("%v, %+v", err, m)
		}
		tasks, err := d.js.Consumer(ctx, d.jobs(), consumer)
		if err != nil {
			t.Fatal(err)
		}
		for got := -1; got != s; {
			m, err := tasks.Next(jetstream.FetchMaxWait(2 * time.Second))
			if errors.Is(err, nats.ErrTimeout) && ctx.Err() == nil {
				continue // the engine waits for a sign of life of whoever had this number before
			}
			if err != nil {
				t.Fatal(err)
			}
			task, err := wire.ParseTask(m.Data())
			if err != nil {
				t.Fatal(err)
			}
			got = task.Shard
			_ = m.Ack()
		}
	}
	use(t, d, 1)
	e.Stop()
	var files []string
	err := fs.WalkDir(os.DirFS(store), ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 8 {
		t.Fatalf("%v, files %v", err, files)
	}
	cases := map[string][]string{"all": files}
	for _, file := range files {
		cases[strings.ReplaceAll(file, "/", "_")] = []string{file}
	}
	for name, files := range cases {
		for cut, left := range map[string]func(int64) int64{
			"nothing": func(int64) int64 { return 0 }, "half": func(n int64) int64 { return n / 2 }, "but the last byte": func(n int64) int64 { return max(n-1, 0) },
		} {
			t.Run(name+", left "+cut, func(t *testing.T) {
				t.Parallel()
				dir := filepath.Join(t.TempDir(), "store")
				if err := os.CopyFS(dir, os.DirFS(store)); err != nil {
					t.Fatal(err)
				}
				for _, file := range files {
					info, err := os.Stat(filepath.Join(dir, file))
					if err == nil {
						err = os.Truncate(filepath.Join(dir, file), left(info.Size()))
					}
					if err != nil {
						t.Fatal(err)
					}
				}
				use(t, connect(t, engineIn(t, dir)).at(hash), 2)
			})
		}
	}
}
