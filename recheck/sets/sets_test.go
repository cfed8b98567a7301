package sets

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/spaces"
)

// noProgress is a progress function that does nothing.
func noProgress(float64) {}

// TestSmallStrata computes strata of the kernel space and compares them with those of its tables, shipped and made anew: all with up to 3
// captures (also with 8 pawns), and all with up to 3 pawns, a brief test without any.
//
// It sees the fault of version 1 of the tables, a pointer that is kept across an append in what is now addCost of package kernelspace. With
// the fault put back (go test -overlay) 7 pawns and 3 captures have 9288123841877740418353616232052335902208000 setups by new tables and by
// those of version 1, and 8 pawns and 3 captures 4278983692050255845379076319024241415833600; here they have more, and the test fails.
func TestSmallStrata(t *testing.T) {
	type known struct {
		space kernelSet
		want  int // strata
	}
	tests := []known{{kernelSet{3, 8}, 6}, {kernelSet{6, 3}, 12}}
	if testkit.Brief() {
		tests[1] = known{kernelSet{5, 0}, 2}
	}
	if testing.Short() {
		tests = tests[testkit.Raced(1, 0):testkit.Raced(2, 1)] // the first shows the fault; the second has the same goroutines
	}
	for _, test := range tests {
		list, err := test.space.sizes(context.Background(), 2, noProgress)
		testkit.OK(t, err)
		if len(list) != test.want {
			t.Errorf("%+v: %d strata, want %d", test.space, len(list), test.want)
		}
		cache := spaces.Tables{Dir: t.TempDir()} // empty, so that the tables are made anew
		made := testkit.Must(cache.Open(fmt.Sprintf("kernel-%d-%d", test.space.Captures, test.space.Pawns)))(t, test.space)
		for name, sizes := range map[string]map[string]string{"shipped": strataOf(kernelSpace(t)), "new": strataOf(made)} {
			for _, s := range list {
				if part := partOf(s); sizes[part] != s.Size.String() {
					t.Errorf("%s: %v by this package, %s by %s tables", part, s.Size, sizes[part], name)
				}
			}
		}
	}
}

// TestFirstTablesDiffer: the computation of TestSmallStrata sees what the tables of version 1 lack. Of the six strata with up to 3 captures
// two are too small in them.
func TestFirstTablesDiffer(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	first := testkit.Must(spaces.First("kernel"))(t)
	list := testkit.Must(kernelSet{3, 8}.sizes(context.Background(), 2, noProgress))(t)
	sizes, differ := strataOf(first), ""
	for _, s := range list {
		if sizes[partOf(s)] != s.Size.String() {
			differ += partOf(s) + "; "
		}
	}
	if differ != "pawns=7 captures=3; pawns=8 captures=3; " {
		t.Errorf("the tables of version 1 differ in %q", differ)
	}
}

// partOf returns the name of a stratum in the claims.
func partOf(s stratum) string { return fmt.Sprintf("pawns=%d captures=%d", s.Pawns, s.Captures) }

// strataOf returns the sizes of the strata of a space by name.
func strataOf(space sampler.Set) map[string]string {
	sizes := map[string]string{}
	for _, s := range space.(sampler.Divided).Strata() {
		sizes[s.Name] = s.Size.String()
	}
	return sizes
}

// TestClosedSums computes all sets whose sizes are sums of products.
func TestClosedSums(t *testing.T) {
	testkit.Unraced(t)
	stated := testkit.Must(parseClaims(claims))(t)
	for name, sum := range sizesBySums() {
		slow := strings.HasSuffix(name, "-positions") || strings.Contains(name, "in ") || strings.Contains(name, "beyond ") ||
			name == "rndfen-conditioned" || name == "material" // tenths of a second each
		if testing.Short() && slow {
			continue
		}
		if r := (Row{name, "all", stated[[2]string{name, "all"}], sum()}); !r.Equal() {
			t.Error(r)
		}
	}
}

// TestClaimsAreTheSpaces: what the project states is what its spaces say of themselves, and nothing else is stated.
func TestClaimsAreTheSpaces(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	stated := testkit.Must(parseClaims(claims))(t)
	n := 0
	check := func(set, part string, size *big.Int) {
		n++
		if want := stated[[2]string{set, part}]; want == nil || want.Cmp(size) != 0 {
			t.Errorf("%s, %s: the space has %v, claims.tsv %v", set, part, size, want)
		}
	}
	sizes, shipped := map[string]*big.Int{}, spaces.Tables{Dir: t.TempDir()} // nothing of the user's cache
	for _, info := range spaces.All() {
		if info.Name == "kernel-lost" {
			continue // what a fault once left out: no definition but the fault says which setups these are
		}
		space := testkit.Must(shipped.Open(info.Name))(t)
		sizes[info.Name] = space.Size()
		check(info.Name, "all", space.Size())
		if kernel, ok := space.(sampler.Divided); ok {
			for _, s := range kernel.Strata() {
				check(info.Name, s.Name, s.Size)
			}
		}
	}
	repaired := ranked.NewRepaired()
	for _, k := range kernels {
		within, beyond := repaired.Within(k.space.Captures, k.space.Pawns).Size(), repaired.Beyond(k.space.Captures, k.space.Pawns).Size()
		limits := fmt.Sprintf(" %d %d", k.space.Captures, k.space.Pawns)
		check("ranked-repaired within"+limits, "all", within)
		check("ranked-repaired beyond"+limits, "all", beyond)
		check(k.cover, "all", new(big.Int).Add(sizes[k.name], beyond))
	}
	if n != len(stated) {
		t.Errorf("%d sizes of spaces, %d in claims.tsv", n, len(stated))
	}
}

// TestCheckReports: Check reports a wrong digit, a part too many and a part too few, and nothing else.
func TestCheckReports(t *testing.T) {
	const four = "pawns=0 captures=4\t69096872398019767756457117408065441699430400\n"
	good := "rndfen\tall\t219645381685659631091712000000000000000000000000000000\nnaive\tall\t" + naive().String() +
		"\nsmall\t" + four + "small\tall\t69096872398019767756457117408065441699430400\n" +
		"cover\tall\t" + new(big.Int).Add(sizeBeyond(kernelSet{4, 0}), toInt(t, "69096872398019767756457117408065441699430400")).String() + "\n"
	sums := map[string]func() *big.Int{"rndfen": rndfen, "naive": naive}
	list := []namedKernel{{"small", kernelSet{4, 0}, "cover"}}
	differences := func(claims string) (got []string) {
		testkit.OK(t, check(context.Background(), claims, sums, list, Options{Pawns: 8, Workers: 1, Progress: func(string, float64) {}}, func(r Row) {
			if !r.Equal() {
				got = append(got, r.String())
			}
		}))
		return got
	}
	if got := differences(good); got != nil {
		t.Errorf("nothing is wrong, reported\n%s", strings.Join(got, "\n"))
	}
	bad := strings.Replace(good, "small\t"+four, "small\t"+strings.Replace(four, "69", "68", 1)+"small\tpawns=0 captures=2\t5\n", 1)
	bad = strings.Replace(bad, "rndfen\t", "rndfem\t", 1)
	want := "rndfen\tall\t219645381685659631091712000000000000000000000000000000\tdiffers: no size is stated\n" +
		"small\tpawns=0 captures=4\t69096872398019767756457117408065441699430400\tdiffers: stated is 68096872398019767756457117408065441699430400\n" +
		"rndfem\tall\t0\tdiffers: stated is 219645381685659631091712000000000000000000000000000000\n" +
		"small\tpawns=0 captures=2\t0\tdiffers: stated is 5"
	if got := strings.Join(differences(bad), "\n"); got != want {
		t.Errorf("reported\n%s\nwant\n%s", got, want)
	}
	for _, text := range []string{"a\tb\n", "a\tb\tc\n", "a\tb\t1\na\tb\t1\n"} {
		testkit.FailsWith(t, check(context.Background(), text, sums, nil, Options{Workers: 1}, nil), "claims.tsv:", text)
	}
}

func toInt(t *testing.T, digits string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		t.Fatal(digits)
	}
	return n
}

// TestStops: a check that is stopped has an error and reports nothing more.
func TestStops(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := Check(ctx, Options{Workers: 1}, func(r Row) { t.Errorf("a row after the stop: %v", r) }); err == nil {
		t.Error("no error")
	}
	if _, err := (kernelSet{3, 8}).sizes(ctx, 2, noProgress); err == nil {
		t.Error("sizes: no error")
	}
}
