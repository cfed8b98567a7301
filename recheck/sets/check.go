package sets

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// claims holds the sizes that the project claims: set, part, size. No computation uses them.
//
//go:embed claims.tsv
var claims string

// A Row is a size of a set, or of a part of one.
type Row struct {
	Set, Part string   // Part is "all", or "pawns=P captures=C" of a stratum
	Claimed   *big.Int // nil if the project claims no size for this part
	Computed  *big.Int // nil if there is no such part
}

// Equal reports whether the claimed size is the computed one.
func (r Row) Equal() bool {
	return r.Claimed != nil && r.Computed != nil && r.Claimed.Cmp(r.Computed) == 0
}

// String returns the set, the part, the computed size, and "equal" or the difference, with tabs between them.
func (r Row) String() string {
	switch {
	case r.Equal():
		return fmt.Sprintf("%s\t%s\t%v\tequal", r.Set, r.Part, r.Computed)
	case r.Claimed == nil:
		return fmt.Sprintf("%s\t%s\t%v\tdiffers: no size is stated", r.Set, r.Part, r.Computed)
	case r.Computed == nil:
		return fmt.Sprintf("%s\t%s\t0\tdiffers: stated is %v", r.Set, r.Part, r.Claimed)
	}
	return fmt.Sprintf("%s\t%s\t%v\tdiffers: stated is %v", r.Set, r.Part, r.Computed, r.Claimed)
}

// Options say what [Check] computes and how.
type Options struct {
	Pawns    int                             // largest number of pawns of the strata of kernel spaces; only with 8 their sums, too
	Workers  int                             // goroutines that go over patterns, at least 1
	Progress func(set string, share float64) // called now and then with the share of a kernel space that is done; may be nil
}

// A namedKernel is a kernel space. Its cover is the union of the space and the setups of ranked-repaired outside of its region.
type namedKernel struct {
	name  string
	space kernelSet
	cover string
}

// kernels lists the spaces of setups with an abstract kernel that the project ships.
var kernels = []namedKernel{{"kernel", kernelSet{6, 8}, "cover"}, {"kernel-5-6", kernelSet{5, 6}, "cover-5-6"}}

// Check computes all sizes and calls report for each of them. First come the sets whose sizes are sums of products, which take seconds.
// Then come the strata of the kernel spaces, which take seconds with up to 3 pawns and minutes with all 8. The error is that of the
// context.
func Check(ctx context.Context, o Options, report func(Row)) error {
	return check(ctx, claims, sizesBySums(), kernels, o, report)
}

// check is Check for given claims and sets.
func check(ctx context.Context, claims string, sums map[string]func() *big.Int, kernels []namedKernel, o Options, report func(Row)) error {
	claimed, err := parseClaims(claims)
	if err != nil {
		return err
	}
	reportSize := func(set, part string, size *big.Int) {
		report(Row{set, part, claimed[[2]string{set, part}], size})
		delete(claimed, [2]string{set, part})
	}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		reportSize(name, "all", sums[name]())
	}
	for _, k := range kernels {
		space := kernelSet{k.space.Captures, min(k.space.Pawns, o.Pawns)}
		list, err := space.sizes(ctx, o.Workers, func(share float64) {
			if o.Progress != nil {
				o.Progress(k.name, share)
			}
		})
		if err != nil {
			return err
		}
		sum := new(big.Int)
		for _, s := range list {
			reportSize(k.name, fmt.Sprintf("pawns=%d captures=%d", s.Pawns, s.Captures), s.Size)
			sum.Add(sum, s.Size)
		}
		if space == k.space {
			reportSize(k.name, "all", new(big.Int).Set(sum))
			reportSize(k.cover, "all", sum.Add(sum, sizeBeyond(k.space)))
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(claimed), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		var pawns int
		if _, err := fmt.Sscanf(key[1], "pawns=%d", &pawns); o.Pawns >= 8 || err == nil && pawns <= o.Pawns {
			reportSize(key[0], key[1], nil)
		}
	}
	return nil
}

// sizesBySums returns the functions that compute the sizes that are sums of products, by name of the set.
func sizesBySums() map[string]func() *big.Int {
	all := func(int, int, int) bool { return true }
	list := map[string]func() *big.Int{
		"naive":                      naive,
		"krinitskii":                 krinitskii,
		"rndfen":                     rndfen,
		"rndfen-conditioned":         func() *big.Int { return counterSets["general"].sizeOfFeasible(true) },
		"material":                   func() *big.Int { return withFreeKings(onceWays(), materialRule, all) },
		"ranked":                     func() *big.Int { return withFreeKings(boardWays(true), pairRule, all) },
		"ranked-repaired":            func() *big.Int { return withFreeKings(boardWays(false), pairRule, all) },
		"ranked-repaired within 6 8": func() *big.Int { return withFreeKings(boardWays(false), pairRule, kernelSet{6, 8}.region) },
		"ranked-repaired beyond 6 8": func() *big.Int { return sizeBeyond(kernelSet{6, 8}) },
		"ranked-repaired within 5 6": func() *big.Int { return withFreeKings(boardWays(false), pairRule, kernelSet{5, 6}.region) },
		"ranked-repaired beyond 5 6": func() *big.Int { return sizeBeyond(kernelSet{5, 6}) },
	}
	for name, b := range counterSets {
		list["counter-"+name] = func() *big.Int { return b.sizeOfAll(true) }
		list["counter-"+name+"-conditioned"] = func() *big.Int { return b.sizeOfAll(false) }
		list["counter-"+name+"-feasible"] = func() *big.Int { return b.sizeOfFeasible(false) }
		list["counter-"+name+"-positions"] = func() *big.Int { return b.sizeOfFeasible(true) }
	}
	return list
}

// region reports whether setups with so many men missing and pawns are in the region of the space. Special is 1 for setups with castling
// rights or an en passant square, which are not.
func (s kernelSet) region(captures, pawns, special int) bool {
	return special == 0 && captures <= s.Captures && pawns <= s.Pawns
}

// sizeBeyond returns the number of setups of ranked-repaired outside of the region of a space.
func sizeBeyond(s kernelSet) *big.Int {
	return withFreeKings(boardWays(false), pairRule, func(captures, pawns, special int) bool { return !s.region(captures, pawns, special) })
}

// parseClaims reads lines of set, part and size with tabs between them, and returns the sizes by set and part.
func parseClaims(text string) (map[[2]string]*big.Int, error) {
	claimed, line := map[[2]string]*big.Int{}, 0
	for row := range strings.Lines(text) {
		line++
		f := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if strings.HasPrefix(row, "#") {
			continue
		}
		if len(f) != 3 {
			return nil, fmt.Errorf("claims.tsv:%d: %d columns, want set, part, size", line, len(f))
		}
		n, ok := new(big.Int).SetString(f[2], 10)
		if !ok || claimed[[2]string{f[0], f[1]}] != nil {
			return nil, fmt.Errorf("claims.tsv:%d: want a number, and each part once", line)
		}
		claimed[[2]string{f[0], f[1]}] = n
	}
	return claimed, nil
}
