package material

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
	"chesscensus/sampler/ranked"
)

// codecs returns both codecs, that of the article first.
func codecs() []Codec { return []Codec{codec(), NewRankCodec(space())} }

// checkCode encodes a setup, writes and reads the text, and decodes it.
func checkCode(t *testing.T, k Codec, s *chess.Setup) Code {
	t.Helper()
	c, err := k.Encode(s)
	if err != nil {
		t.Fatalf("%s: %v: %v", k.Name(), s, err)
	}
	text := c.String()
	back, err := ParseCode(text)
	if err != nil || back != c || len(text) != 26 || text[0] == '-' || text[0] == '_' {
		t.Fatalf("%s: %v: text %q of code %v reads as %v, %v", k.Name(), s, text, c, back, err)
	}
	if got, err := k.Decode(c); err != nil || got != *s {
		t.Fatalf("%s: %v has code %s, which decodes to %v, %v", k.Name(), s, text, got, err)
	}
	return c
}

// A tally holds number, sum and maximum of code lengths.
type tally struct{ n, sum, most int }

func (a *tally) add(x int) { a.n, a.sum, a.most = a.n+1, a.sum+x, max(a.most, x) }
func (a *tally) mean() float64 {
	return float64(a.sum) / float64(a.n)
}

// TestCodesOfDrawsAndGames makes round trips of draws of the space and of the repaired ranked set, and of random
// games. The tomic code spends 155 bits on material and placement whatever they are.
func TestCodesOfDrawsAndGames(t *testing.T) {
	var material, placement tally
	see := func(s *chess.Setup) {
		for _, k := range codecs() {
			checkCode(t, k, s)
		}
		m, p, err := codec().Lengths(s)
		if err != nil || m+p != 155 || m < 1 {
			t.Fatalf("%v: %d and %d bits, %v", s, m, p, err)
		}
		material.add(m)
		placement.add(p)
	}
	report := func(what string) {
		t.Logf("%d positions of %s: 156 bits each; of these 1 for the side to move, material mean %.3f, most %d, placement mean %.3f, most %d",
			material.n, what, material.mean(), material.most, placement.mean(), placement.most)
		material, placement = tally{}, tally{}
	}
	for _, sp := range []sampler.Space{space(), ranked.NewRepaired()} {
		for _, d := range sampler.NewStream(sp, 1).Draws(0, uint64(draws())) {
			see(&d.Setup)
		}
		report(sp.Name())
	}
	src := rand.New(rand.NewPCG(7, 5))
	for material.n < draws() {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			s := p.Setup()
			see(&s)
		}
	}
	report("random games")
}

// TestCodesOfEveryGroup decodes and encodes the first and the last code of each group, and
// checks that the groups follow each other.
func TestCodesOfEveryGroup(t *testing.T) {
	coder := codec()
	total := big.NewInt(0)
	for i := range coder.groups {
		group := &coder.groups[i]
		first, err := coder.Decode(Code(group.start))
		if err != nil {
			t.Fatalf("%d bits: the first code: %v", group.bits, err)
		}
		if c := checkCode(t, coder, &first); c != Code(group.start) {
			t.Errorf("%d bits: code %v instead of %v", group.bits, c, group.start)
		}
		if i > 0 && (group.start != coder.groups[i-1].end || group.bits >= coder.groups[i-1].bits) {
			t.Errorf("%d bits: the group does not follow on", group.bits)
		}
		if low := arith.Shl192(arith.Shr192(group.start, group.bits), group.bits); low != group.start {
			t.Errorf("%d bits: the code words are not words of a prefix code", group.bits)
		}
		// The last word of a group belongs to a setup only if its material fills it.
		one := arith.U192{1}
		last := arith.Sub192(&group.end, &one)
		if s, err := coder.Decode(Code(last)); err == nil {
			checkCode(t, coder, &s)
		} else if !errors.Is(err, errNotCode) {
			t.Errorf("%d bits: the last code: %v", group.bits, err)
		}
		total.Add(total, toBig(arith.Sub192(&group.end, &group.start)))
	}
	if total.Cmp(coder.used()) != 0 {
		t.Errorf("groups have %v codes, want %v", total, coder.used())
	}
}

// TestMaterialsAreNumbered counts the pairs of states of the groups. The first and last pair
// of couples must come back from their numbers.
func TestMaterialsAreNumbered(t *testing.T) {
	k, c := codec(), space().cases[0]
	productClasses := uint32(len(c.black.productClasses))
	pairs, special := 0, 0
	for i := range k.groups {
		g := &k.groups[i]
		special += len(g.specialCases)
		next := uint32(0)
		for n, couple := range g.couples {
			w, b := &c.white.productClasses[couple/productClasses], &c.black.productClasses[couple%productClasses]
			if k.pairsBefore[couple] != next {
				t.Fatalf("couple %d: %d pairs before, want %d", couple, k.pairsBefore[couple], next)
			}
			if n%64 == 0 {
				first, last := k.blockOf(g, next), k.blockOf(g, next+uint32(w.count*b.count)-1)
				if first.white != w.first || first.black != b.first || last.white != w.first+w.count-1 || last.black != b.first+b.count-1 {
					t.Fatalf("couple %d: pairs %v to %v", couple, first, last)
				}
				size := toBig(first.size())
				if bits := size.Sub(size, big.NewInt(1)).BitLen(); bits != g.bits {
					t.Fatalf("couple %d: index of %d bits in the group of %d", couple, bits, g.bits)
				}
			}
			next += uint32(w.count * b.count)
		}
		pairs += int(next)
	}
	if pairs != 58084310 || special != 17 {
		t.Errorf("%d pairs and %d special materials, want 58084310 and 17", pairs, special)
	}
}

// TestBothCodecsAreInjective draws random words: those that are codes must encode to
// themselves, and their fraction is the share of the codes in all words.
func TestBothCodecsAreInjective(t *testing.T) {
	src := rand.New(rand.NewPCG(7, 6))
	for _, coder := range codecs() {
		n, codes := draws(), 0
		for range n {
			c := Code{src.Uint64(), src.Uint64(), src.Uint64() >> (192 - codeBits)}
			s, err := coder.Decode(c)
			if err != nil {
				if !errors.Is(err, errNotCode) {
					t.Fatalf("%s: %v", coder.Name(), err)
				}
				continue
			}
			codes++
			if back := checkCode(t, coder, &s); back != c {
				t.Fatalf("%s: %v decodes to %v, which encodes to %v", coder.Name(), c, s, back)
			}
		}
		size, _ := new(big.Float).SetInt(space().Size()).Float64()
		p := size / 0x1p156
		// Five standard deviations.
		if d := float64(codes) - p*float64(n); d*d > 25*p*(1-p)*float64(n) {
			t.Errorf("%s: %d of %d words are codes, expected %.1f", coder.Name(), codes, n, p*float64(n))
		}
	}
}

// TestNotEncodable checks that the setups of outside have no code and no lengths, and that the one in the space has.
func TestNotEncodable(t *testing.T) {
	for _, test := range testkit.Table[outsideCase](t, "outside.tsv") {
		f := testkit.Must(chess.ParseFEN(test.FEN))(t)
		for _, k := range codecs() {
			_, err := k.Encode(&f.Setup)
			switch {
			case test.Want == "" && err != nil:
				t.Errorf("%s: %s: %v", k.Name(), test.Name, err)
			case test.Want != "" && (!errors.Is(err, sampler.ErrNotInSpace) || !strings.Contains(err.Error(), test.Want)):
				t.Errorf("%s: %s: error %v, want one with %q", k.Name(), test.Name, err, test.Want)
			}
		}
		if _, _, err := codec().Lengths(&f.Setup); (err != nil) != (test.Want != "") {
			t.Errorf("%s: lengths: %v", test.Name, err)
		}
	}
}

// TestNotDecodable checks the errors for numbers that are too large for a code or that no setup has, and for texts that are no codes.
func TestNotDecodable(t *testing.T) {
	size := space().size
	for _, c := range []Code{{^uint64(0), ^uint64(0), ^uint64(0)}, {0, 0, 1 << 28}, {0, 0, 1<<28 - 1}} {
		for _, k := range codecs() {
			testkit.Fails(k.Decode(c))(t, errNotCode, k.Name(), c)
		}
	}
	testkit.Fails(codec().Decode(Code{0, 0, 1<<27 - 1}))(t, errNotCode)
	testkit.Fails(NewRankCodec(space()).Decode(Code(size)))(t, errNotCode, "rank N decodes")
	for _, c := range []struct{ text, want string }{
		{"", "0 characters"}, {strings.Repeat("A", 25), "25 characters"}, {strings.Repeat("A", 27), "27 characters"},
		{strings.Repeat("A", 25) + "=", `'='`}, {strings.Repeat("A", 24) + "é", "place 25"}, {strings.Repeat("\x00", 26), "place 1"},
	} {
		if got, err := ParseCode(c.text); !errors.Is(err, errNotCode) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q reads as %v, %v, want an error with %q", c.text, got, err, c.want)
		}
	}
}

// TestGoldenCodes pins codes of both codecs, since stored codes must stay readable.
func TestGoldenCodes(t *testing.T) {
	for _, test := range []struct{ fen, tomic, rank string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "ZGkAAUmmDeXq6uUgCh5BvUSbkz", "Rlu2RhJ8Et2egSOI1cgYwDw9hx"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1", "1Rsz7cBRxT_sPf-B0iSWmmqxaA", "i2jSkQobTF3XLsDuCKl-TZ2HRN"},
		{"rnbqkbnr/1p2pppp/p7/2Pp4/3p4/8/PP1PPPPP/RNBQKB1R w KQkq d6 0 1", "ZK-5bqXejZJz8nfzdDqWcriNZN", "Rlu2Rhhb-7ZUiZiKZEDLXNvOV6"},
		{"2NB4/RprpB2p/1PBrr2P/3b3q/p3PnK1/P1Q5/1krP1p2/nB3N2 b - - 0 1", "4xenaqK2BK35kXST_2TPNu-lWI", "h-x-ZZA37hl7E-HpX1R2Y_i5pV"},
		{"8/8/8/8/8/8/8/6Kk w - - 0 1", "ZLF2Xo4JKo91dptrixYKdaKAGG", "AAAAB4DAF1T2byCU7Il3uBlnoG"},
	} {
		f := testkit.Must(chess.ParseFEN(test.fen))(t)
		for i, want := range []string{test.tomic, test.rank} {
			if got := checkCode(t, codecs()[i], &f.Setup).String(); got != want {
				t.Errorf("%s: %s has code %q, want %q", codecs()[i].Name(), test.fen, got, want)
			}
		}
	}
}

// used returns the number of codes of 155 bits that all materials have, at most 2^155: the sum of the sizes of all
// materials, each rounded up to a power of two. What is left is the slack in Kraft's inequality.
func (t *TomicCodec) used() *big.Int { return toBig(t.groups[len(t.groups)-1].end) }
