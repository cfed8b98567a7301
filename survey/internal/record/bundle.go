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
	// shards counts the rows of property All, by shard; kinds are these rows, once for all shards, without draws.
	shards map[int][]count
	kinds  []Row
	// Sums are the other rows, those of all shards together.
	Sums []Row
}

// A count is a row: its kind by the place in the list of kinds, and its draws.
type count struct {
	kind  int32
	draws int64
}

// NewBundle returns a bundle of shards with these rows, and of sums.
func NewBundle(id Identity, all map[int][]Row, sums []Row) *Bundle {
	b := &Bundle{Identity: id, shards: map[int][]count{}, Sums: sums}
	for s, rows := range all {
		b.put(s, rows)
	}
	return b
}

// put adds a shard with its rows.
func (b *Bundle) put(shard int, rows []Row) {
	b.shards[shard] = nil
	for _, r := range rows {
		b.add(shard, r)
	}
}

// add adds a row to a shard. Rows of one kind one after the other, as in a file, are stored as one kind.
func (b *Bundle) add(shard int, r Row) {
	draws := r.Draws
	if r.Draws = 0; len(b.kinds) == 0 || b.kinds[len(b.kinds)-1] != r {
		b.kinds = append(b.kinds, r)
	}
	b.shards[shard] = append(b.shards[shard], count{int32(len(b.kinds) - 1), draws})
}

// Rows returns the rows of property All of a shard, none if it is not in the bundle.
func (b *Bundle) Rows(shard int) (rows []Row) {
	for _, c := range b.shards[shard] {
		r := b.kinds[c.kind]
		r.Draws = c.draws
		rows = append(rows, r)
	}
	return rows
}

// Shards returns the numbers of the shards, ascending.
func (b *Bundle) Shards() []int { return slices.Sorted(maps.Keys(b.shards)) }

// Has reports whether the tallies of shard s are in the bundle. That is true of none if b is nil.
func (b *Bundle) Has(s int) bool {
	if b == nil {
		return false
	}
	_, ok := b.shards[s]
	return ok
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
		if err := add(s, b.Rows(s)); err != nil {
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
func decodeBundle(data []byte) (_ *Bundle, err error) {
	defer rescue("a bundle", &err)
	f, err := openFile(data)
	if err != nil {
		return nil, err
	}
	b := NewBundle(Identity{}, nil, nil)
	var names string
	if err := lookup(f, &b.Identity, "shards", &names); err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(names, ",") {
		s, err := strconv.Atoi(name)
		if err != nil || s < 0 || b.Has(s) {
			return nil, fmt.Errorf("record: the entry \"shards\" of the Parquet file lists %.40q, want numbers of shards", name)
		}
		b.shards[s] = nil
	}
	if !holds[bundleRow](f) {
		return nil, fmt.Errorf("record: the columns of the Parquet file are not those of a bundle:\n%s", f.Schema)
	}
	if err := claimed(f, data); err != nil {
		return nil, err
	}
	if err := readBundle(f, b); err != nil {
		return nil, err
	}
	for _, s := range b.Shards() {
		if err := checkBundled(b.Rows(s), true); err != nil {
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

// take adds row i of a file, which is of a shard or of the sums.
func (b *Bundle) take(i, shard int, r Row) error {
	switch {
	case shard == sumsNumber:
		b.Sums = append(b.Sums, r)
	case b.Has(shard):
		b.add(shard, r)
	default:
		return fmt.Errorf("record: row %d is of shard %d, which the bundle does not have", i, shard)
	}
	return nil
}

// A bundler adds shards to a bundle.
type bundler struct {
	bundle *Bundle
	sums   sums
}

// newBundler continues a bundle, or begins one if it is nil.
func newBundler(old *Bundle, id Identity) (*bundler, error) {
	b := &bundler{NewBundle(id, nil, nil), sums{}}
	if old == nil {
		return b, nil
	}
	b.bundle.kinds = slices.Clip(old.kinds)
	maps.Copy(b.bundle.shards, old.shards)
	return b, b.sums.add(old.Sums)
}

// add adds a shard with all its rows.
func (b *bundler) add(s *Shard) error {
	all, others := split(s.Rows)
	b.bundle.put(s.Number, all)
	return b.sums.add(others)
}

// done returns the bundle.
func (b *bundler) done() *Bundle {
	b.bundle.Sums = b.sums.rows()
	return b.bundle
}
