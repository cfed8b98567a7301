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

// claims are the sizes that the project states: set, part, size. Nothing here is computed from them.
//
//go:embed claims.tsv
var claims string

// A Row is a size of a set, or of a part of one.
type Row struct {
	Set, Part string   // Part is "all", or "pawns=P captures=C" of a stratum
	Claimed   *big.Int // nil if the project states no such part
	Computed  *big.Int // nil if there is no such part
}

// Equal reports whether the size that the project states is the one that was computed.
func (r Row) Equal() bool {
	return r.Claimed != nil && r.Computed != nil && r.Claimed.Cmp(r.Computed) == 0
}

// String is the set, the part, the size that was computed, and "equal" or what differs, with tabs between them.
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
	Pawns    int                             // of the kernel spaces, strata with up to so many pawns; sums only if it is 8
	Workers  int                             // goroutines that go over patterns, at least 1
	Progress func(set string, share float64) // told now and then which share of a kernel space is done; may be nil
}

// A named kernel space has a cover: itself, with what ranked-repaired has beyond its region.
type named struct {
	name  string
	space kernelSet
	cover string
}

// kernels are the spaces of setups with an abstract kernel that the project ships.
var kernels = []named{{"kernel", kernelSet{6, 8}, "cover"}, {"kernel-5-6", kernelSet{5, 6}, "cover-5-6"}}

// Check computes all sizes and calls report for each of them. First come the sets whose sizes are sums of products, which take seconds;
// then the strata of the kernel spaces: seconds with up to 3 pawns, minutes with all 8. An error is that of the context.
func Check(ctx context.Context, o Options, report func(Row)) error {
	return check(ctx, claims, closedSums(), kernels, o, report)
}

// check is Check for some sets.
func check(ctx context.Context, claims string, sums map[string]func() *big.Int, kernels []named, o Options, report func(Row)) error {
	stated, err := parse(claims)
	if err != nil {
		return err
	}
	put := func(set, part string, size *big.Int) {
		report(Row{set, part, stated[[2]string{set, part}], size})
		delete(stated, [2]string{set, part})
	}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		put(name, "all", sums[name]())
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
			put(k.name, fmt.Sprintf("pawns=%d captures=%d", s.Pawns, s.Captures), s.Size)
			sum.Add(sum, s.Size)
		}
		if space == k.space {
			put(k.name, "all", new(big.Int).Set(sum))
			put(k.cover, "all", sum.Add(sum, beyond(k.space)))
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(stated), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		var pawns int
		if _, err := fmt.Sscanf(key[1], "pawns=%d", &pawns); o.Pawns >= 8 || err == nil && pawns <= o.Pawns {
			put(key[0], key[1], nil)
		}
	}
	return nil
}

// closedSums are the sets whose sizes are sums of products.
func closedSums() map[string]func() *big.Int {
	all := func(int, int, int) bool { return true }
	list := map[string]func() *big.Int{
		"naive":                      naive,
		"krinitskii":                 krinitskii,
		"rndfen":                     rndfen,
		"rndfen-conditioned":         func() *big.Int { return bases["general"].feasible(true) },
		"material":                   func() *big.Int { return withFreeKings(onceWays(), paid, all) },
		"ranked":                     func() *big.Int { return withFreeKings(boardWays(true), guarded, all) },
		"ranked-repaired":            func() *big.Int { return withFreeKings(boardWays(false), guarded, all) },
		"ranked-repaired within 6 8": func() *big.Int { return withFreeKings(boardWays(false), guarded, kernelSet{6, 8}.region) },
		"ranked-repaired beyond 6 8": func() *big.Int { return beyond(kernelSet{6, 8}) },
		"ranked-repaired within 5 6": func() *big.Int { return withFreeKings(boardWays(false), guarded, kernelSet{5, 6}.region) },
		"ranked-repaired beyond 5 6": func() *big.Int { return beyond(kernelSet{5, 6}) },
	}
	for name, b := range bases {
		list["counter-"+name] = func() *big.Int { return b.plain(true) }
		list["counter-"+name+"-conditioned"] = func() *big.Int { return b.plain(false) }
		list["counter-"+name+"-feasible"] = func() *big.Int { return b.feasible(false) }
		list["counter-"+name+"-positions"] = func() *big.Int { return b.feasible(true) }
	}
	return list
}

// region says which numbers of men missing, pawns, and rights or en passant are those of the space.
func (s kernelSet) region(captures, pawns, special int) bool {
	return special == 0 && captures <= s.Captures && pawns <= s.Pawns
}

// beyond is what ranked-repaired has outside of a region.
func beyond(s kernelSet) *big.Int {
	return withFreeKings(boardWays(false), guarded, func(captures, pawns, special int) bool { return !s.region(captures, pawns, special) })
}

// parse reads lines of set, part and size with tabs between them.
func parse(text string) (map[[2]string]*big.Int, error) {
	stated, line := map[[2]string]*big.Int{}, 0
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
		if !ok || stated[[2]string{f[0], f[1]}] != nil {
			return nil, fmt.Errorf("claims.tsv:%d: want a number, and each part once", line)
		}
		stated[[2]string{f[0], f[1]}] = n
	}
	return stated, nil
}
