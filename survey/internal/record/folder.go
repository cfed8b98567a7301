package record

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Folder is where the record of a survey is kept.
type Folder struct {
	Dir string
	// Identity is that of all shards in the folder.
	Identity Identity
	// Shards is the number of shards of the plan.
	Shards int
	// Verify, if not nil, returns an error for a shard whose counts contradict the plan.
	Verify func(*Shard) error
	// VerifyBundle does the same for a bundle.
	VerifyBundle func(*Bundle) error
}

// ShardPath returns the path of the tallies of shard s.
func (f *Folder) ShardPath(s int) string {
	return filepath.Join(f.Dir, "shards", fmt.Sprintf("%06d.parquet", s))
}

// KeptPath returns the path of the kept candidates of shard s.
func (f *Folder) KeptPath(s int) string {
	return filepath.Join(f.Dir, "kept", fmt.Sprintf("%06d.txt.zst", s))
}

// OpenPath returns the path of the list of open draws of shard s.
func (f *Folder) OpenPath(s int) string {
	return filepath.Join(f.Dir, "open", fmt.Sprintf("%06d.tsv", s))
}

// Files are the contents of the files of a shard.
type Files struct {
	// Data are the tallies, see [Shard.Encode].
	Data []byte
	// Kept, Open and Reached are not written if nil.
	Kept, Open, Reached []byte
}

func (f *Folder) manifestPath() string { return filepath.Join(f.Dir, ManifestName) }

// Prepare makes the folder of the shards and removes unfinished files of killed runs. Only the holder of the lock may call it.
func (f *Folder) Prepare() error {
	err := os.MkdirAll(filepath.Dir(f.ShardPath(0)), 0o777)
	for _, path := range []string{f.ShardPath(0), f.KeptPath(0), f.OpenPath(0), f.ReachedPath(0), f.bundlePath(0), f.manifestPath()} {
		err = errors.Join(err, removeTemps(filepath.Dir(path)))
	}
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// Put stores a shard: first its lists, then its tallies, then its line of the manifest, with the sizes and checksums of the
// files. It returns the entry of the manifest. Only the holder of the lock may call it, from one goroutine at a time. If it
// fails, the shard counts as not done. It is an error if the shard is in a bundle.
func (f *Folder) Put(e Entry, files Files) (Entry, error) {
	line, err := f.readBundleLine()
	if err != nil {
		return e, err
	}
	if line != nil && slices.Contains(line.Shards, e.Shard) {
		return e, fmt.Errorf("record: shard %d is in the bundle %s", e.Shard, line.File)
	}
	e.Identity = f.Identity
	e.Bytes, e.SHA256 = int64(len(files.Data)), Sum(files.Data)
	if e.KeptBytes, e.KeptSHA256, err = writeBeside(f.KeptPath(e.Shard), files.Kept); err != nil {
		return e, err
	}
	if e.OpenBytes, e.OpenSHA256, err = writeBeside(f.OpenPath(e.Shard), files.Open); err != nil {
		return e, err
	}
	if e.ReachedBytes, e.ReachedSHA256, err = writeBeside(f.ReachedPath(e.Shard), files.Reached); err != nil {
		return e, err
	}
	if err := WriteFile(f.ShardPath(e.Shard), files.Data); err != nil {
		return e, err
	}
	return e, appendEntry(f.manifestPath(), &e)
}

// writeBeside writes a file that belongs to a shard, in a folder that may not exist yet, and returns its size and checksum. It
// does nothing if data is nil.
func writeBeside(path string, data []byte) (int64, string, error) {
	if data == nil {
		return 0, "", nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return 0, "", fmt.Errorf("record: %w", err)
	}
	if err := WriteFile(path, data); err != nil {
		return 0, "", err
	}
	return int64(len(data)), Sum(data), nil
}

// Open returns the file of open draws of a shard, nil if it has none. The entry is that of the manifest.
func (f *Folder) Open(e Entry) ([]byte, error) {
	return readBeside(f.OpenPath(e.Shard), e.OpenSHA256)
}

// CheckKept returns an error if the kept candidates of a shard are missing or do not have the checksum of the manifest. [Folder.Check]
// passes them over, as no figure rests on them.
func CheckKept(f *Folder, e Entry) error {
	_, err := readBeside(f.KeptPath(e.Shard), e.KeptSHA256)
	return err
}

// readBeside reads a file that belongs to a shard. It returns nil if the manifest has no checksum of such a file.
func readBeside(path, sum string) ([]byte, error) {
	if sum == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("record: %w", err)
	case Sum(data) != sum:
		return nil, fmt.Errorf("record: %s: damaged: the checksum is not that of the manifest", path)
	}
	return data, nil
}

// A Problem is an error in a folder.
type Problem struct {
	// Shard is its number, or -1.
	Shard int
	// Foreign says that the shard was made by another plan, program, space or seed. Doing it again would destroy data that may
	// be worth keeping, so this is not done unless asked for. A shard with another problem is simply done again.
	Foreign bool
	// Err names the file and the error.
	Err error
}

// An Inventory is the result of [Folder.Check].
type Inventory struct {
	// Done are the entries of the sound shards by number.
	Done map[int]Entry
	// Bundle is the bundle of the folder, nil if there is none. Its sums are the rows that Check does not pass to visit.
	Bundle *Bundle
	// Problems, in the order of the shards.
	Problems []Problem
}

// ForeignErrors returns the errors of foreign shards, and of a bundle that cannot be used.
func (v *Inventory) ForeignErrors() (errs []error) {
	for _, p := range v.Problems {
		if p.Foreign {
			errs = append(errs, p.Err)
		}
	}
	return errs
}

// HasBrokenBundle reports whether the folder has a bundle that cannot be used.
func (v *Inventory) HasBrokenBundle() bool {
	return slices.ContainsFunc(v.Problems, func(p Problem) bool { return p.Foreign && p.Shard < 0 })
}

// Check reads the manifest and every shard, and calls visit for each sound shard, in ascending order. It passes only the rows of
// property [All] of shards in a bundle. Damaged, truncated, missing and foreign shards are no errors but problems of the
// inventory. The error is that of visit, or says that the folder cannot be read.
func (f *Folder) Check(visit func(Entry, *Shard) error) (*Inventory, error) {
	entries, lineErrors, err := readManifest(f.manifestPath())
	if err != nil {
		return nil, err
	}
	inv := &Inventory{Done: map[int]Entry{}}
	for _, err := range lineErrors {
		inv.Problems = append(inv.Problems, Problem{Shard: -1, Err: err})
	}
	files, err := f.shardFiles()
	if err != nil {
		return nil, err
	}
	bundle, line, err := f.loadBundle(entries)
	if err != nil {
		inv.Problems = append(inv.Problems, f.bundleProblem(line, err))
	}
	inv.Bundle = bundle
	numbers := slices.Clone(files)
	for s := range entries {
		if bundle != nil || !line.isLost(s, files) {
			numbers = append(numbers, s)
		}
	}
	slices.Sort(numbers)
	for _, s := range slices.Compact(numbers) {
		entry, isListed := entries[s]
		shard, problem := (*Shard)(nil), (*Problem)(nil)
		if bundle.Has(s) { // if there is a file, too, a killed run has not removed it
			shard = &Shard{Identity: bundle.Identity, Number: s, Rows: bundle.Rows(s), Bundled: true}
		} else if shard, problem = f.loadShard(s, entry, isListed); problem != nil {
			inv.Problems = append(inv.Problems, *problem)
			continue
		}
		inv.Done[s] = entry
		if visit != nil {
			if err := visit(entry, shard); err != nil {
				return nil, err
			}
		}
	}
	return inv, nil
}

// shardFiles returns the numbers of the shard files that exist.
func (f *Folder) shardFiles() (numbers []int, err error) {
	list, err := os.ReadDir(filepath.Dir(f.ShardPath(0)))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("record: %w", err)
	}
	for _, file := range list {
		var s int
		name := file.Name()
		if _, err := fmt.Sscanf(name, "%d.parquet", &s); err == nil && s >= 0 && name == filepath.Base(f.ShardPath(s)) {
			numbers = append(numbers, s)
		}
	}
	return numbers, nil
}

// loadShard reads a shard file and compares it with its line in the manifest, if the manifest lists it.
func (f *Folder) loadShard(s int, e Entry, isListed bool) (*Shard, *Problem) {
	path := f.ShardPath(s)
	problem := func(foreign bool, format string, args ...any) (*Shard, *Problem) {
		return nil, &Problem{s, foreign, fmt.Errorf("%s: "+format, append([]any{path}, args...)...)}
	}
	if isListed {
		if diff := f.Identity.difference(e.Identity); diff != "" {
			return problem(true, "%s", diff)
		}
	}
	if s >= f.Shards {
		return problem(true, "the plan has only %d shards", f.Shards)
	}
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return problem(false, "missing, although the manifest lists it")
	case err != nil:
		return problem(false, "%v", err)
	}
	shard, err := Decode(data)
	if err == nil { // the file itself says where it comes from
		if diff := f.Identity.difference(shard.Identity); diff != "" {
			return problem(true, "%s", diff)
		}
	}
	switch {
	case isListed && int64(len(data)) < e.Bytes:
		return problem(false, "truncated: %d of %d bytes", len(data), e.Bytes)
	case isListed && Sum(data) != e.SHA256:
		return problem(false, "damaged: the checksum is not that of the manifest")
	case err != nil:
		return problem(false, "%s", strings.TrimPrefix(err.Error(), "record: "))
	case shard.Number != s:
		return problem(false, "holds shard %d, not %d", shard.Number, s)
	case f.Verify != nil && f.Verify(shard) != nil:
		return problem(false, "%v", f.Verify(shard))
	case isListed:
		if err := f.checkLists(e); err != nil {
			return problem(false, "%v", err)
		}
	default:
		return problem(false, "not in the manifest, so the run that made it was cut short")
	}
	return shard, nil
}

// checkLists returns an error if a list of draws of a shard is missing or does not have the checksum of the manifest.
func (f *Folder) checkLists(e Entry) error {
	if _, err := f.Open(e); err != nil {
		return fmt.Errorf("its list of open draws: %w", err)
	}
	if _, err := readBeside(f.ReachedPath(e.Shard), e.ReachedSHA256); err != nil {
		return fmt.Errorf("its list of draws in the last phase: %w", err)
	}
	return nil
}
