package campaign

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// AuditOptions are the options of an audit.
type AuditOptions struct {
	// Shards is the number of shards to recompute, chosen at random by Seed among those that are done.
	Shards int
	Seed   uint64
	// Workers as in [Options].
	Workers int
	// Checked, if not nil, is called after every shard.
	Checked func(done, all int)
}

// An Audit is the result of an audit.
type Audit struct {
	// Same has the numbers of the shards whose files are those of the record, ascending. Of a shard in a bundle the checksum is the same.
	Same []int
	// Others are sound shards that were made by another version of the engine than that of the record's origin.
	Others []record.OtherVersion
	// Different has an error for each shard that differs or has a file that cannot be read, in no particular order.
	Different []error
	// Problems are those of the folder, found before any shard was recomputed, and files of kept candidates that are damaged.
	Problems []record.Problem
}

// Audit recomputes some of the shards that are done and compares them byte by byte. A shard that was made by another version of the
// engine than the origin's is compared draw by draw ([record.CompareVersions]) if the record and the recomputed shard both have a list of
// the draws of the last phase. If the record was made by another version than the program's, there is no Audit, and the error names the
// commit to build. If ctx is done or a worker fails, the Audit of the shards so far is returned with the error.
func (c *Campaign) Audit(ctx context.Context, prog Program, o AuditOptions) (*Audit, error) {
	inventory, err := c.Folder.Check(nil)
	if err != nil {
		return nil, err
	}
	a := &Audit{Problems: inventory.Problems}
	var chosen []int
	for s := range c.Plan.Shards {
		e, ok := inventory.Done[s]
		if !ok {
			continue
		}
		chosen = append(chosen, s)
		if err := record.CheckKept(&c.Folder, e); err != nil {
			a.Problems = append(a.Problems, record.Problem{Shard: s, Err: err})
		}
	}
	rand.New(rand.NewPCG(o.Seed, 0)).Shuffle(len(chosen), func(i, k int) { chosen[i], chosen[k] = chosen[k], chosen[i] })
	chosen = chosen[:min(len(chosen), max(o.Shards, 0))]
	workers, err := c.workerMaker(prog)
	if err != nil {
		return nil, err
	}
	err = localPool{o.Workers, workers}.Run(ctx, func(yield func(Job) bool) {
		for _, s := range chosen {
			if !yield(Job{Shard: s, Keep: inventory.Done[s].KeptBytes > 0}) {
				return
			}
		}
	}, func(r Result) error {
		a.add(c, &r, inventory, prog.engine())
		if o.Checked != nil {
			o.Checked(len(a.Same)+len(a.Others)+len(a.Different), len(chosen))
		}
		return nil
	})
	slices.Sort(a.Same)
	return a, err
}

// add compares a recomputed shard with that of the record, and adds it to Same, Others or Different. The engine is that of the program.
func (a *Audit) add(c *Campaign, r *Result, inventory *record.Inventory, engine int) {
	entry := inventory.Done[r.Shard]
	shardEngine := record.Engine(entry.Build) // 0 if unknown
	isOtherVersion := shardEngine != 0 && shardEngine != engine
	haveLists := r.Reached != nil && entry.ReachedSHA256 != ""
	if isOtherVersion && haveLists {
		other, err := record.CompareVersions(&c.Folder, entry, r.Draws, r.Reached)
		if err != nil {
			a.Different = append(a.Different, err)
		} else {
			a.Others = append(a.Others, other)
		}
		return
	}
	if err := c.compareFiles(r, inventory); err != nil {
		a.Different = append(a.Different, err)
	} else {
		a.Same = append(a.Same, r.Shard)
	}
}

// compareFiles returns an error if a file of a shard differs from the computed one or cannot be read. A shard in a bundle has no shard
// file any more: for it, compareFiles compares the checksum in the manifest.
func (c *Campaign) compareFiles(r *Result, inventory *record.Inventory) error {
	entry, data, open, reached := inventory.Done[r.Shard], r.Data, r.Open, r.Reached
	if inventory.Bundle.Has(r.Shard) {
		if record.Sum(data) != entry.SHA256 {
			return fmt.Errorf("shard %d, now in a bundle: recomputed, its file has another checksum than in %s%s", r.Shard,
				record.ManifestName, bundleDifference(inventory.Bundle, r))
		}
		data = nil
	}
	if entry.OpenSHA256 == "" { // made before there were such lists
		open = nil
	}
	if entry.ReachedSHA256 == "" {
		reached = nil
	}
	for _, file := range []struct {
		path string
		want []byte // nil if there is no file to compare
	}{
		{c.Folder.ShardPath(r.Shard), data},
		{c.Folder.KeptPath(r.Shard), r.Kept},
		{c.Folder.OpenPath(r.Shard), open},
		{c.Folder.ReachedPath(r.Shard), reached},
	} {
		if file.want == nil {
			continue
		}
		stored, err := os.ReadFile(file.path)
		if err != nil {
			return err
		}
		if !bytes.Equal(stored, file.want) {
			return fmt.Errorf("%s: recomputed, the shard has other bytes%s", file.path, record.Difference(stored, file.want))
		}
	}
	return nil
}

// bundleDifference describes the first row of property all in which a recomputed shard differs from the bundle.
func bundleDifference(b *record.Bundle, r *Result) string {
	shard, err := record.Decode(r.Data)
	if err != nil {
		return ""
	}
	want := slices.DeleteFunc(shard.Rows, func(row record.Row) bool { return !shards.IsAll(&row) })
	if got := b.Rows(r.Shard); !slices.Equal(got, want) {
		return record.DifferentRow(got, want)
	}
	return "; the rows of property all are the same"
}
