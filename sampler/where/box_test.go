package where

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/survey"
)

// reached yields positions of random games of all styles, each with probability 1/16.
func reached(rnd *rand.Rand, games int) func(yield func(chess.Setup) bool) {
	return func(yield func(chess.Setup) bool) {
		for range games {
			for p := range chesstest.Playout(rnd, chesstest.RandomOptions(rnd)) {
				if rnd.IntN(16) == 0 && !yield(p.Setup()) {
					return
				}
			}
		}
	}
}

// point returns the box of one position: each span is a single number.
func point(t *testing.T, s *chess.Setup) (b box) {
	t.Helper()
	e := evaluator{setup: s}
	for f := range fields {
		n, ok := e.value(f)
		if !ok {
			t.Fatalf("%v of %v is not known", f, s)
		}
		b[f] = span{n, n}
	}
	return b
}

// outside returns the first field of which a value of p is outside of b, and reports whether there is one.
func (b *box) outside(p *box) (f field, ok bool) {
	for f := range fields {
		if p[f].lo < b[f].lo || p[f].hi > b[f].hi {
			return f, true
		}
	}
	return 0, false
}

// TestEveryPositionKeepsTheRules narrows boxes with positions of random games. The box of one position must not
// change, so no rule of box.go excludes it. A position in a random box must be in the narrowed box.
func TestEveryPositionKeepsTheRules(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	n, cut := 0, 0
	for s := range reached(rnd, testkit.Size(40, 400)) {
		n++
		p := point(t, &s)
		if f, out := natural.outside(&p); out {
			t.Fatalf("%v of %v is %d, beyond %v", f, s, p[f].lo, natural[f])
		}
		if narrowed := p.narrow(); narrowed != p {
			f, _ := narrowed.outside(&p)
			t.Fatalf("%v excludes %v, which a game has reached: %d, want %v", f, s, p[f].lo, narrowed[f])
		}
		b := natural
		for range 1 + rnd.IntN(6) {
			f := field(rnd.IntN(int(fields)))
			b.clip(f, p[f].lo-rnd.IntN(3), p[f].hi+rnd.IntN(3))
		}
		narrow := b.narrow()
		if f, out := narrow.outside(&p); out {
			t.Fatalf("%v of %v is %d, beyond %v; before it was %v", f, s, p[f].lo, narrow[f], b[f])
		}
		if narrow.narrow() != narrow {
			t.Fatalf("narrowed twice: %v, once: %v", narrow.narrow(), narrow)
		}
		if narrow != b {
			cut++
		}
	}
	t.Logf("%d positions, %d boxes became narrower", n, cut)
	if n < 100 || cut < n/4 {
		t.Errorf("%d positions, %d boxes became narrower: too few to say anything", n, cut)
	}
}

// TestNarrowByEachRule limits one field and compares the limits of another one that a rule of box.go implies.
func TestNarrowByEachRule(t *testing.T) {
	w, k := chess.White, chess.Black
	for _, c := range []struct {
		rule   string
		given  field
		limits span
		field  field // that the rule limits, and how
		want   span
	}{
		{"both are White's and Black's, from both", pawns, span{15, 16}, pawns.ofSide(w), span{7, 8}},
		{"both are White's and Black's, to both", queens.ofSide(k), span{2, 3}, queens, span{2, 12}},
		{"men are kings and the kinds, from above", men.ofSide(w), span{1, 3}, rooks.ofSide(w), span{0, 2}},
		{"men are kings and the kinds, from below", rooks.ofSide(w), span{4, 5}, men.ofSide(w), span{5, 16}},
		{"the same of both together", men, span{2, 4}, bishops, span{0, 2}},
		{"officers beyond those at the start are promoted", queens.ofSide(w), span{4, 9}, promotions.ofSide(w), span{3, 8}},
		{"no promotions, no officers beyond", promotions.ofSide(k), span{0, 0}, knights.ofSide(k), span{0, 2}},
		{"pawns and promoted men were eight pawns", pawns.ofSide(w), span{6, 8}, promotions.ofSide(w), span{0, 2}},
		{"the same the other way", promotions.ofSide(w), span{3, 8}, pawns.ofSide(w), span{0, 5}},
		{"the second bishop may be promoted", bishops.ofSide(w), span{2, 2}, promotions.ofSide(w), span{0, 8}},
		{"en passant needs a pawn of either", enPassant, span{1, 1}, pawns.ofSide(k), span{1, 8}},
		{"no pawns, no en passant", pawns.ofSide(w), span{0, 0}, enPassant, span{0, 0}},
		{"a right needs a rook", rights.ofSide(k), span{2, 2}, rooks.ofSide(k), span{2, 10}},
		{"no rook, no right", rooks.ofSide(w), span{0, 0}, rights.ofSide(w), span{0, 0}},
		{"en passant is a legal move", enPassant, span{1, 1}, moves, span{1, mostMoves}},
	} {
		b := natural
		b.clip(c.given, c.limits.lo, c.limits.hi)
		if b = b.narrow(); b[c.field] != c.want {
			t.Errorf("%s: %v from %v leaves %v from %v, want %v", c.rule, c.given, c.limits, c.field, b[c.field], c.want)
		}
	}
}

// TestPromotionsAreThoseOfSurveys compares promotions with those of package survey.
func TestPromotionsAreThoseOfSurveys(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	promoted := 0
	for s := range reached(rnd, testkit.Size(20, 200)) {
		e := evaluator{setup: &s}
		got, _ := e.value(promotions)
		if want := survey.Promotions.Of(&s); got != want {
			t.Fatalf("%v: %d promotions, want %d", s, got, want)
		}
		if got > 0 {
			promoted++
		}
	}
	if promoted < 20 {
		t.Errorf("only %d positions with promotions", promoted)
	}
}

// TestRestrictionLosesNothing estimates how many elements of the ranked set satisfy a condition, from the whole
// set and from its restriction to the predicates. The estimates must agree within five standard errors.
func TestRestrictionLosesNothing(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	whole := ranked.NewRepaired()
	n := uint64(testkit.Size(20_000, 100_000))
	tests := []string{"men<=27 and white.queens>=2", "each.queens<=1", "pawns=2..4 and black-to-move", "en-passant or castling"}
	if testing.Short() {
		tests = tests[:2]
	}
	for _, text := range tests {
		c := condition(t, text)
		part := testkit.Must(sampler.RestrictTo(whole, c.Predicates()...))(t)
		a, sa := share(whole, &c, n)
		b, sb := share(part, &c, n)
		t.Logf("%s: %.4g of %s, %.4g of %s", text, a, whole.Name(), b, part.Name())
		if math.Abs(a-b) > 5*math.Hypot(sa, sb) || a == 0 {
			t.Errorf("%s: %.4g +- %.2g elements in the whole, %.4g +- %.2g in %s", text, a, sa, b, sb, part.Name())
		}
		if len(c.Predicates()) > 0 && part.Size().Cmp(whole.Size()) >= 0 {
			t.Errorf("%s: nothing is excluded by %s", text, part.Name())
		}
	}
}

// share estimates the number of elements that satisfy a condition, with its standard error.
func share(space sampler.Space, c *Condition, n uint64) (elements, stdErr float64) {
	hits := 0.0
	for _, d := range sampler.NewStream(space, 9).Draws(0, n) {
		if d.Weight > 0 && c.Holds(&d.Setup) {
			hits++
		}
	}
	size, _ := space.Size().Float64()
	p := hits / float64(n)
	return size * p, size * math.Sqrt(p*(1-p)/float64(n))
}

// TestNegation checks double negation, De Morgan's laws and the exchange of "and" on positions of random games.
func TestNegation(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for s := range reached(rnd, testkit.Size(10, 100)) {
		a, b := randomCondition(rnd, 2), randomCondition(rnd, 2)
		value := func(text string) bool {
			root, err := parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			return root.holds(&evaluator{setup: &s})
		}
		for _, equivalent := range [][2]string{
			{"not (not (" + a + "))", a},
			{"not ((" + a + ") and (" + b + "))", "not (" + a + ") or not (" + b + ")"},
			{"not ((" + a + ") or (" + b + "))", "not (" + a + ") and not (" + b + ")"},
			{"(" + a + ") and (" + b + ")", "(" + b + ") and (" + a + ")"},
		} {
			if value(equivalent[0]) != value(equivalent[1]) {
				t.Fatalf("%s differs from %s on %v", equivalent[0], equivalent[1], s)
			}
		}
	}
}

// TestTokens compares the tokens of texts with their columns.
func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		" \t ":                      "",
		"men<=10 and check":         "men@1 <=@4 10@6 and@9 check@13",
		"not(mate)":                 "not@1 (@4 mate@5 )@9",
		"men=2..3":                  "men@1 =@4 2@5 ..@6 3@8",
		"a!=b==c":                   "a@1 !=@2 b@4 ==@5 c@7",
		"a&&b||!c|d&e":              "a@1 &&@2 b@4 ||@5 !@7 c@8 |@9 d@10 &@11 e@12",
		"♔♔ <♔":                     "♔♔@1 <@4 ♔@5",
		"white.men>1":               "white.men@1 >@10 1@11",
		"material=KRPvKR\nor check": "material@1 =@9 KRPvKR@10 or@17 check@20",
	} {
		var got []string
		for _, k := range tokenize(text) {
			got = append(got, k.text+"@"+strconv.Itoa(k.column))
		}
		testkit.Equal(t, strings.Join(got, " "), want, text)
	}
}
