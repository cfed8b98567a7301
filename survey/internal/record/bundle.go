package record

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// All is the property of the rows that count every draw; see [Row].
const All = "all"

// A Bundle holds the tallies of several shards: of each its rows of property [All], from which the estimate and its
// spread between shards follow, and the sum of all their other rows. Reports need no more. A row says how many draws there
// are of a kind, and most kinds occur in every shard; so ten bundled shards take little more room than one.
type Bundle struct {
	Identity
	// All holds the rows of property All, by shard.
	All map[int][]Row
	// Sums are the other rows, those of all shards together.
	Sums []Row
}

// Shards returns the numbers of the shards, ascending.
func (b *Bundle) Shards() []int { return slices.Sorted(maps.Keys(b.All)) }

// Has reports whether the tallies of shard s are in the bundle. That is true of none if b is nil.
func (b *Bundle) Has(s int) bool {
	if b == nil {
		return false
	}
	_, ok := b.All[s]
	return ok
}

// shard returns what a bundle knows of a shard alone.
func (b *Bundle) shard(s int) *Shard {
	return &Shard{Identity: b.Identity, Number: s, Rows: b.All[s], Bundled: true}
}

// split returns the rows of property All, and the others. Both share no memory with rows.
func split(rows []Row) (all, others []Row) {
	for _, r := range rows {
		if r.Property == All {
			all = append(all, r)
		} else {
			others = append(others, r)
		}
	}
	return all, others
}

// sumsNumber stands in the column of shards of a bundle for all of them.
const sumsNumber = -1

// A bundleRow is a row of a bundle with its shard, or -1. Rows are in the order of [Compare], those of one kind in that
// of the shards: then neighbours are alike, and the file is small. The bytes of the counts are split, as of most of them
// the upper ones are 0.
type bundleRow struct {
	Phase        int32  `parquet:"phase,dict,zstd"`
	Stratum      int32  `parquet:"stratum,dict,zstd"`
	Class        int32  `parquet:"class,dict,zstd"`
	Property     string `parquet:"property,dict,zstd"`
	Value        string `parquet:"value,dict,zstd"`
	Outcome      string `parquet:"outcome,dict,zstd"`
	Weight       int32  `parquet:"weight,dict,zstd"`
	Multiplicity int32  `parquet:"multiplicity,dict,zstd"`
	Shard        int32  `parquet:"shard,dict,zstd"`
	Draws        int64  `parquet:"draws,split,zstd"`
}

func newBundleRow(r *Row, shard int) bundleRow {
	return bundleRow{r.Phase, r.Stratum, r.Class, r.Property, r.Value, r.Outcome, r.Weight, r.Multiplicity, int32(shard), r.Draws}
}

func (r *bundleRow) row() Row {
	return Row{Phase: r.Phase, Stratum: r.Stratum, Class: r.Class, Property: r.Property, Value: r.Value, Outcome: r.Outcome,
		Weight: r.Weight, Multiplicity: r.Multiplicity, Draws: r.Draws}
}

// bundlePage is the size of a page of a bundle, in bytes before compression: each column takes some pages.
const bundlePage = 8 << 20

// Encode returns the bundle as a Parquet file, one flat table with the columns of [Row] and one of shards, -1 for the
// sums. Equal bundles give equal bytes. It fails if the rows are not those of shards, in the order of [Compare].
func (b *Bundle) Encode() ([]byte, error) {
	var rows []bundleRow
	add := func(shard int, list []Row) error {
		if err := checkBundled(list, shard != sumsNumber); err != nil {
			return fmt.Errorf("record: shard %d: %w", shard, err)
		}
		for i := range list {
			rows = append(rows, newBundleRow(&list[i], shard))
		}
		return nil
	}
	if err := add(sumsNumber, b.Sums); err != nil {
		return nil, err
	}
	var names []string
	for _, s := range b.Shards() {
		if err := add(s, b.All[s]); err != nil {
			return nil, err
		}
		names = append(names, strconv.Itoa(s))
	}
	slices.SortStableFunc(rows, func(x, y bundleRow) int {
		return cmp.Or(Compare(x.row(), y.row()), cmp.Compare(x.Shard, y.Shard))
	})
	return writeTable(rows, bundlePage, append(b.metadata(), entry{"shards", strings.Join(names, ",")}))
}

// decodeBundle reads what Encode has written. Bytes that are no bundle are an error, whatever they are.
func decodeBundle(data []byte) (b *Bundle, err error) {
	defer func() { // the library panics on some files that are no Parquet
		if r := recover(); r != nil {
			b, err = nil, fmt.Errorf("record: no Parquet file of a bundle: %v", r)
		}
	}()
	f, err := openFile(data)
	if err != nil {
		return nil, err
	}
	b = &Bundle{All: map[int][]Row{}}
	var names string
	if err := lookup(f, &b.Identity, "shards", &names); err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(names, ",") {
		s, err := strconv.Atoi(name)
		if err != nil || s < 0 || b.Has(s) {
			return nil, fmt.Errorf("record: the entry \"shards\" of the Parquet file lists %.40q, want numbers of shards", name)
		}
		b.All[s] = nil
	}
	if !holds[bundleRow](f) {
		return nil, fmt.Errorf("record: the columns of the Parquet file are not those of a bundle:\n%s", f.columns())
	}
	if err := claimed(f, data); err != nil {
		return nil, err
	}
	if err := readBundle(f, b); err != nil {
		return nil, err
	}
	for s, list := range b.All {
		if err := checkBundled(list, true); err != nil {
			return nil, fmt.Errorf("record: shard %d of the bundle: %w", s, err)
		}
	}
	if err := checkBundled(b.Sums, false); err != nil {
		return nil, fmt.Errorf("record: the sums of the bundle: %w", err)
	}
	return b, nil
}

// checkBundled is check for rows of a bundle: of property [All] alone, or of others alone.
func checkBundled(rows []Row, all bool) error {
	for i := range rows {
		if (rows[i].Property == All) != all {
			return fmt.Errorf("row %d is of property %.40q", i, rows[i].Property)
		}
	}
	return check(rows)
}

// place makes room for the rows of a file, given the shard of each, and returns where each belongs: in the order of the file, those of a
// shard follow each other. So a bundle is read without a second copy of its rows.
func (b *Bundle) place(shards []int32) ([]*Row, error) {
	counts := map[int]int{}
	for i, s := range shards {
		if int(s) != sumsNumber && !b.Has(int(s)) {
			return nil, fmt.Errorf("record: row %d is of shard %d, which the bundle does not have", i, s)
		}
		counts[int(s)]++
	}
	for s := range b.All {
		b.All[s] = make([]Row, counts[s])
	}
	b.Sums = make([]Row, counts[sumsNumber])
	rows := make([]*Row, len(shards))
	for i := len(shards) - 1; i >= 0; i-- { // counts becomes the place of the next row from the end
		list := b.Sums
		if s := int(shards[i]); s != sumsNumber {
			list = b.All[s]
		}
		counts[int(shards[i])]--
		rows[i] = &list[counts[int(shards[i])]]
	}
	return rows, nil
}

// A bundler adds shards to a bundle.
type bundler struct {
	bundle *Bundle
	sums   sums
}

// newBundler continues a bundle, or begins one if it is nil.
func newBundler(old *Bundle, id Identity) (*bundler, error) {
	b := &bundler{&Bundle{Identity: id, All: map[int][]Row{}}, sums{}}
	if old == nil {
		return b, nil
	}
	maps.Copy(b.bundle.All, old.All)
	return b, b.sums.add(old.Sums)
}

// add adds a shard with all its rows.
func (b *bundler) add(s *Shard) error {
	all, others := split(s.Rows)
	b.bundle.All[s.Number] = all
	return b.sums.add(others)
}

// done returns the bundle.
func (b *bundler) done() *Bundle {
	b.bundle.Sums = b.sums.rows()
	return b.bundle
}
