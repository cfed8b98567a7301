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

// A Bundle holds the tallies of several shards: the rows of property [All] of each, from which the estimate and its
// spread between shards follow, and the sums of all other rows. Reports need no more. A row counts the draws of a kind,
// and most kinds occur in every shard; so ten bundled shards take little more room than one.
type Bundle struct {
	Identity
	// shards has the rows of property All by shard, as draws of kinds; kinds has these rows without draws, once for all shards.
	shards map[int][]kindCount
	kinds  []Row
	// Sums are the other rows, those of all shards together.
	Sums []Row
}

// A kindCount is a row: the index of its kind in [Bundle].kinds, and its draws.
type kindCount struct {
	kind  int32
	draws int64
}

// NewBundle returns a bundle of shards with the rows in all, and of sums.
func NewBundle(id Identity, all map[int][]Row, sums []Row) *Bundle {
	b := &Bundle{Identity: id, shards: map[int][]kindCount{}, Sums: sums}
	for s, rows := range all {
		b.addShard(s, rows)
	}
	return b
}

// addShard adds a shard with its rows.
func (b *Bundle) addShard(shard int, rows []Row) {
	b.shards[shard] = nil
	for _, r := range rows {
		b.addRow(shard, r)
	}
}

// addRow adds a row to a shard. Rows of one kind one after the other, as in a file, are stored as one kind.
func (b *Bundle) addRow(shard int, r Row) {
	draws := r.Draws
	if r.Draws = 0; len(b.kinds) == 0 || b.kinds[len(b.kinds)-1] != r {
		b.kinds = append(b.kinds, r)
	}
	b.shards[shard] = append(b.shards[shard], kindCount{int32(len(b.kinds) - 1), draws})
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

// Has reports whether the tallies of shard s are in the bundle. It returns false if b is nil.
func (b *Bundle) Has(s int) bool {
	if b == nil {
		return false
	}
	_, ok := b.shards[s]
	return ok
}

// splitByAll returns the rows of property All, and the others. Both share no memory with rows.
func splitByAll(rows []Row) (allRows, otherRows []Row) {
	for _, r := range rows {
		if r.Property == All {
			allRows = append(allRows, r)
		} else {
			otherRows = append(otherRows, r)
		}
	}
	return allRows, otherRows
}

// sumsNumber is the number of the sums in the column of shards.
const sumsNumber = -1

// A bundleRow is a row of a bundle with its shard, or sumsNumber. Rows are in the order of [Compare], and rows of one kind in
// the order of the shards: then neighbors are alike, and the file is small. The bytes of the counts are split, since the upper
// bytes of most counts are 0.
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

// bundlePage is the size of a page of a bundle, in bytes before compression.
const bundlePage = 8 << 20

// Encode returns the bundle as a Parquet file: one flat table with the columns of [Row] and one of shards, which is -1 for the
// sums. Equal bundles give equal bytes. Encode fails if the rows are not in the order of [Compare].
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
	var numbers []string
	for _, s := range b.Shards() {
		if err := add(s, b.Rows(s)); err != nil {
			return nil, err
		}
		numbers = append(numbers, strconv.Itoa(s))
	}
	slices.SortStableFunc(rows, func(x, y bundleRow) int {
		return cmp.Or(Compare(x.row(), y.row()), cmp.Compare(x.Shard, y.Shard))
	})
	return writeTable(rows, bundlePage, append(b.metadata(), fileNote{"shards", strings.Join(numbers, ",")}))
}

// decodeBundle reads the bytes that Encode has written. Any other bytes are an error.
func decodeBundle(data []byte) (_ *Bundle, err error) {
	defer recoverAs("a bundle", &err)
	f, err := openFile(data)
	if err != nil {
		return nil, err
	}
	b := NewBundle(Identity{}, nil, nil)
	var numbers string
	if err := readIdentity(f, &b.Identity, "shards", &numbers); err != nil {
		return nil, err
	}
	for number := range strings.SplitSeq(numbers, ",") {
		s, err := strconv.Atoi(number)
		if err != nil || s < 0 || b.Has(s) {
			return nil, fmt.Errorf("record: the entry \"shards\" of the Parquet file lists %.40q, want numbers of shards", number)
		}
		b.shards[s] = nil
	}
	if !hasColumnsOf[bundleRow](f) {
		return nil, fmt.Errorf("record: the columns of the Parquet file are not those of a bundle:\n%s", f.Schema)
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

// checkBundled is [checkRows] for rows of a bundle, which are all of property [All] or all of others.
func checkBundled(rows []Row, all bool) error {
	for i := range rows {
		if (rows[i].Property == All) != all {
			return fmt.Errorf("row %d is of property %.40q", i, rows[i].Property)
		}
	}
	return checkRows(rows)
}

// addFileRow adds row i of a file to its shard or to the sums.
func (b *Bundle) addFileRow(i, shard int, r Row) error {
	switch {
	case shard == sumsNumber:
		b.Sums = append(b.Sums, r)
	case b.Has(shard):
		b.addRow(shard, r)
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

// newBundler returns a bundler that starts with the shards of an old bundle, or with none if old is nil.
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
	allRows, otherRows := splitByAll(s.Rows)
	b.bundle.addShard(s.Number, allRows)
	return b.sums.add(otherRows)
}

// finish returns the bundle of all shards that were added.
func (b *bundler) finish() *Bundle {
	b.bundle.Sums = b.sums.rows()
	return b.bundle
}
