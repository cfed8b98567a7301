package sampler_test

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/placement"
	"chesscensus/sampler/ranked"
)

// restrict returns the part of a space in which conditions hold.
func restrict(t *testing.T, s sampler.Space, conditions ...string) sampler.Space {
	t.Helper()
	return testkit.Must(sampler.Restrict(s, conditions...))(t)
}

// An unrestrictable space hides that a space can restrict itself.
type unrestrictable struct{ sampler.Space }

// TestPartitions compares the sum of the exact sizes of parts with the size of the space.
func TestPartitions(t *testing.T) {
	testkit.Medium(t)
	counter, repaired := placement.NewCounter(placement.Restricted, placement.Positions), ranked.NewRepaired()
	for _, test := range []struct {
		space sampler.Space
		parts []string
	}{
		{counter, []string{"men<=20", "men>=21"}}, {counter, []string{"men<=27", "men=28", "men>=29"}},
		{counter, []string{"white-to-move", "black-to-move"}},
		{repaired, []string{"no-castling", "rights>=1"}}, {repaired, []string{"white.queens<=1", "white.queens>=2"}},
	} {
		sum := new(big.Int)
		for _, p := range test.parts {
			sum.Add(sum, restrict(t, test.space, p).Size())
		}
		if sum.Cmp(test.space.Size()) != 0 {
			t.Errorf("%s, %v: sizes add up to %v, want %v", test.space.Name(), test.parts, sum, test.space.Size())
		}
	}
	white, black := restrict(t, counter, "white-to-move").Size(), restrict(t, counter, "black-to-move").Size()
	if white.Cmp(black) != 0 {
		t.Errorf("White to move %v, Black to move %v", white, black)
	}
}

// TestRestrictedSpacesMeet compares the sizes of sets that are made in two ways.
func TestRestrictedSpacesMeet(t *testing.T) {
	testkit.Medium(t)
	split := placement.NewCounter(placement.Split, placement.Feasible)
	for want, got := range map[*placement.Space][]string{
		placement.NewCounter(placement.VeryRestricted, placement.Feasible): {"no-promotions"},
		placement.NewCounter(placement.Restricted, placement.Feasible):     {"knights<=2", "bishops<=2", "rooks<=2", "queens<=3"},
	} {
		if r := restrict(t, split, got...); r.Size().Cmp(want.Size()) != 0 {
			t.Errorf("%s: size %v, want %v", r.Name(), r.Size(), want.Size())
		}
	}
	all := placement.NewCounter(placement.Split, placement.Positions)
	if a, b := restrict(t, all, "no-castling", "no-en-passant").Size(), split.Size(); a.Cmp(b) != 0 {
		t.Errorf("without castling and en passant %v positions, want %v", a, b)
	}
}

// TestRestrictedSets compares spaces that restrict themselves with filtered ones. Draws of the exact part must be inside
// and have their ranks.
func TestRestrictedSets(t *testing.T) {
	testkit.Medium(t)
	counter, repaired := placement.NewCounter(placement.Restricted, placement.Positions), ranked.NewRepaired()
	list := []struct {
		space      sampler.Space
		conditions []string
	}{
		{counter, []string{"men<=29"}}, {counter, []string{"queens<=1"}}, {counter, []string{"no-castling"}},
		{counter, []string{"pawns<=7", "rooks<=1"}},
		{counter, []string{"knights<=2", "bishops<=2", "rooks<=2", "queens<=1"}}, {counter, []string{"no-en-passant", "men>=29"}},
		{counter, []string{"bishops<=1"}}, {counter, []string{"knights<=1"}}, {counter, []string{"black-to-move"}},
		{repaired, []string{"men<=28"}}, {repaired, []string{"black.queens>=2", "white.knights<=2", "both.pawns>=3", "rights<=1"}},
		{repaired, []string{"no-en-passant", "queens<=2"}},
	}
	if testing.Short() {
		list = list[:1]
	}
	for _, test := range list {
		exact, filtered := restrict(t, test.space, test.conditions...), restrict(t, unrestrictable{test.space}, test.conditions...)
		name := test.space.Name() + "|" + strings.Join(test.conditions, "|")
		if filtered.Name() != name || exact.Name() != name || filtered.Size().Cmp(test.space.Size()) != 0 {
			t.Errorf("names %q and %q, size %v; want %s and %v", exact.Name(), filtered.Name(), filtered.Size(), name, test.space.Size())
		}
		var predicates []sampler.Predicate
		for _, text := range test.conditions {
			predicates = append(predicates, testkit.Must(sampler.ParsePredicate(text))(t)...)
		}
		isInside := func(s *chess.Setup) bool {
			return !slices.ContainsFunc(predicates, func(p sampler.Predicate) bool { return !p.Holds(s) })
		}
		compareWithFiltered(t, test.space, exact, filtered, isInside)
		stream := sampler.NewStream(exact, 1)
		for i, d := range stream.Draws(0, 300) {
			inWhole := sampler.FromFEN(d.FEN())
			if rank, err := exact.Rank(&inWhole); !isInside(&d.Setup) || err != nil || rank != stream.Rank(i) {
				t.Fatalf("%s: draw %d is %v, inside %v, rank %s, %v", name, i, d.FEN(), isInside(&d.Setup), rank.Dec(), err)
			}
		}
	}
}

// compareWithFiltered compares two parts by draws of the filtered one, which are those of the whole, with weight 0 outside.
// The share inside must be that of the exact size within 5 standard errors, and Rank of both parts must return equal errors.
func compareWithFiltered(t *testing.T, whole, exact, filtered sampler.Space, isInside func(s *chess.Setup) bool) {
	t.Helper()
	hits, n := 0.0, 4000.0
	for i, d := range sampler.NewStream(filtered, 1).Draws(0, uint64(n)) {
		want := 0 // weight
		inWhole, inFiltered, inExact := sampler.FromFEN(d.FEN()), sampler.FromFEN(d.FEN()), sampler.FromFEN(d.FEN())
		_, err := whole.Rank(&inWhole)
		if isInside(&d.Setup) {
			hits++
			want = inWhole.Weight
		}
		if err != nil || d.Weight != want {
			t.Fatalf("%s: draw %d, %v, has weight %d, want %d; %v", filtered.Name(), i, d.Setup, d.Weight, want, err)
		}
		_, err = filtered.Rank(&inFiltered)
		isRefused := errors.Is(err, sampler.ErrNotInSpace) && strings.Contains(err.Error(), "does not hold")
		if isInside(&d.Setup) != (err == nil) || err != nil && !isRefused {
			t.Fatalf("%s: draw %d, inside %v, rank error %v", filtered.Name(), i, isInside(&d.Setup), err)
		}
		if _, other := exact.Rank(&inExact); (other == nil) != (err == nil) || err != nil && other.Error() != err.Error() {
			t.Fatalf("%s: draw %d: %v from the exact space, %v from the filtered one", filtered.Name(), i, other, err)
		}
	}
	partSize, _ := exact.Size().Float64()
	wholeSize, _ := whole.Size().Float64()
	if want := partSize / wholeSize; hits == 0 || math.Abs(hits/n-want) > 5*math.Sqrt(want*(1-want)/n) {
		t.Errorf("%s: %v of %v draws inside, want a share of %v", exact.Name(), hits, n, want)
	}
}

// TestNoPromotions restricts a space to no-promotions. The size must be that of the limits by kinds; draws with two
// bishops of a side on squares of one color must have weight 0; and the order of conditions must not matter.
func TestNoPromotions(t *testing.T) {
	testkit.Medium(t)
	whole := placement.NewCounter(placement.Split, placement.Positions)
	kinds := restrict(t, whole, "knights<=2", "bishops<=2", "rooks<=2", "queens<=1")
	s := restrict(t, whole, "no-promotions")
	if s.Size().Cmp(kinds.Size()) != 0 {
		t.Errorf("size %v, want %v, that by kinds", s.Size(), kinds.Size())
	}
	alike := 0
	for i, d := range sampler.NewStream(s, 3).Draws(0, 1000) {
		hasAlikePair := false
		for c := chess.White; c <= chess.Black; c++ {
			bishops := d.Setup.Board.Pieces(c, chess.Bishop)
			hasAlikePair = hasAlikePair || bishops.Count() == 2 && (bishops&chess.DarkSquares == 0 || bishops&^chess.DarkSquares == 0)
		}
		if hasAlikePair {
			alike++
		}
		x := sampler.FromFEN(d.FEN())
		if _, err := s.Rank(&x); hasAlikePair != (d.Weight == 0) || hasAlikePair != errors.Is(err, sampler.ErrNotInSpace) {
			t.Errorf("draw %d, %v: weight %d, rank error %v", i, d.Setup, d.Weight, err)
		}
	}
	if alike < 500 || alike > 900 { // 0.71 of 20 000 draws of counter-very-restricted-positions
		t.Errorf("%d of 1000 draws have two bishops of a side on squares of one color", alike)
	}
	few := restrict(t, restrict(t, whole, "men<=28"), "no-promotions").Size()
	if other := restrict(t, s, "men<=28").Size(); other.Cmp(few) != 0 {
		t.Errorf("men<=28 behind no-promotions leaves %v, before it %v", other, few)
	}
}

// TestParsePredicate parses conditions and compares the errors for other texts.
func TestParsePredicate(t *testing.T) {
	for text, want := range map[string]sampler.Predicate{
		"men<=10": {Subject: sampler.Men, Least: 0, Most: 10}, "men>=3": {Subject: sampler.Men, Least: 3, Most: 64},
		"men=32": {Subject: sampler.Men, Least: 32, Most: 32}, "queens<=3": {Subject: sampler.MostQueens, Most: 3},
		"white.queens>=2": {Subject: sampler.OfSide(chess.White, chess.Queen), Least: 2, Most: 64},
		"black.pawns=3":   {Subject: sampler.OfSide(chess.Black, chess.Pawn), Least: 3, Most: 3},
		"both.pawns>=9":   {Subject: sampler.Pawns, Least: 9, Most: 64}, "rights=2": {Subject: sampler.CastlingRights, Least: 2, Most: 2},
		"en-passant": {Subject: sampler.EnPassant, Least: 1, Most: 1},
		"pawns<=0":   {Subject: sampler.MostPawns}, "alike-bishops<=1": {Subject: sampler.MostAlikeBishops, Most: 1},
		"black-to-move": {Subject: sampler.Turn, Least: 1, Most: 1},
	} {
		if got, err := sampler.ParsePredicate(text); err != nil || len(got) != 1 || got[0] != want || got[0].String() != text {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "men", "men<10", "men<=", "men<=-1", "men<=65", "men<=999999999999", "queens>=1", "queens=1",
		"alike-bishops=1", "kings<=1", "no-promotion", "men<=1x", strings.Repeat("x", 1000)} {
		if _, err := sampler.ParsePredicate(text); err == nil || len(err.Error()) > 400 {
			t.Errorf("%.20q: error %v", text, err)
		} else if !strings.HasPrefix(text, "men<=") && !strings.Contains(err.Error(), "no-promotions") {
			t.Errorf("%.20q: the error does not list the known conditions: %v", text, err)
		}
	}
	for _, text := range sampler.Predicates() {
		if _, err := sampler.ParsePredicate(strings.ReplaceAll(text, "N", "7")); err != nil {
			t.Errorf("%s is listed as known: %v", text, err)
		}
	}
	s := chess.InitialSetup()
	if (sampler.Predicate{}).Holds(&s) {
		t.Error("the zero predicate holds")
	}
}

// TestSidesAndBoth evaluates predicates on a position, and compares subjects and texts.
func TestSidesAndBoth(t *testing.T) {
	f := testkit.Must(chess.ParseFEN("QQ2k3/p7/8/8/8/8/PP6/4K2b w - -"))(t)
	for text, want := range map[string]bool{
		"white.queens=2": true, "white.queens>=3": false, "black.queens<=0": true, "black.bishops=1": true, "white.bishops>=1": false,
		"both.pawns=3": true, "both.pawns<=2": false, "white.pawns>=2": true, "black.pawns>=2": false, "rights<=0": true, "en-passant": false,
	} {
		if p, err := sampler.ParsePredicate(text); err != nil || p[0].Holds(&f.Setup) != want {
			t.Errorf("%s: %v, %v, want %v", text, p, err, want)
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		for r := chess.Pawn; r <= chess.Queen; r++ {
			if c2, r2, ok := sampler.OfSide(c, r).Side(); !ok || c2 != c || r2 != r {
				t.Errorf("%v %v comes back as %v %v", c, r, c2, r2)
			}
		}
	}
	if _, _, ok := sampler.Pawns.Side(); ok {
		t.Error("the pawns of both are those of one")
	}
	between := sampler.Predicate{Subject: sampler.Men, Least: 5, Most: 9}
	if got := between.String(); got != "men>=5|men<=9" {
		t.Errorf("between 5 and 9: %s", got)
	}
}

// TestRestrictToIsRestrict restricts a space by predicates and by their texts, with the same result.
func TestRestrictToIsRestrict(t *testing.T) {
	testkit.Medium(t)
	s := placement.NewCounter(placement.Restricted, placement.Positions)
	few := testkit.Must(sampler.RestrictTo(s, sampler.Predicate{Subject: sampler.Men, Least: 5, Most: 9},
		sampler.Predicate{Subject: sampler.OfSide(chess.White, chess.Rook), Most: 1}))(t)
	texts := restrict(t, s, "men>=5", "men<=9", "white.rooks<=1")
	if few.Name() != texts.Name() || few.Size().Cmp(texts.Size()) != 0 {
		t.Errorf("%s, %v; want %s, %v", few.Name(), few.Size(), texts.Name(), texts.Size())
	}
	for _, d := range sampler.NewStream(few, 1).Draws(0, 100) {
		if n := d.Setup.Board.Pieces(chess.White, chess.Rook).Count(); d.Weight > 0 && n > 1 {
			t.Errorf("%v has %d white rooks", d.Setup, n)
		}
	}
	testkit.Fails(sampler.RestrictTo(s, sampler.Predicate{Subject: sampler.Men, Most: 1}))(t, sampler.ErrEmpty, "one man")
}

// TestNothingLeft restricts a space to no element, which is an error, and to the two kings.
func TestNothingLeft(t *testing.T) {
	s := placement.NewCounter(placement.VeryRestricted, placement.Plain)
	for _, conditions := range [][]string{{"men<=1"}, {"men>=20", "men<=19"}, {"men<=0"}, {"pawns<=0", "men=32"}} {
		testkit.Fails(sampler.Restrict(s, conditions...))(t, sampler.ErrEmpty, conditions)
	}
	two := restrict(t, s, "men<=2")
	if two.Size().Int64() != 7224 {
		t.Errorf("%s has %v elements, want 7224", two.Name(), two.Size())
	}
	var d sampler.Draw
	bulk := sampler.NewBulk(two.(sampler.Direct), 1)
	for range 1000 {
		if !bulk.Next(&d) || d.Setup.Board.Men() != 2 {
			t.Fatalf("drew %v", d.Setup)
		}
	}
}

// FuzzParsePredicate parses any text. A parsed condition must have predicates that can be evaluated.
func FuzzParsePredicate(f *testing.F) {
	for _, s := range sampler.Predicates() {
		f.Add(strings.ReplaceAll(s, "N", "12"))
	}
	f.Add("men<=10|men>=3")
	setup := chess.InitialSetup()
	f.Fuzz(func(t *testing.T, s string) {
		list, err := sampler.ParsePredicate(s)
		if (err == nil) != (len(list) > 0) {
			t.Errorf("%q: %v, %v", s, list, err)
		}
		for _, p := range list {
			p.Holds(&setup)
		}
	})
}
