package spaces

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// TestEverySpace opens each space that needs no tables. It compares the name, the size in the description, and the
// ranks of some elements. Opened a second time it must be the same space.
func TestEverySpace(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	seen := map[string]bool{}
	for _, e := range All() {
		if seen[e.Name] || e.About == "" {
			t.Errorf("%s: named twice, or nothing is said about it", e.Name)
		}
		if seen[e.Name] = true; strings.HasPrefix(e.Name, "kernel") {
			continue
		}
		s, err := Open(" " + e.Name + " ")
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		if s.Name() != e.Name {
			t.Errorf("%s calls itself %s", e.Name, s.Name())
		}
		checkAbout(t, e, s.Size())
		if again, _ := Open(e.Name); again != s {
			t.Errorf("%s is made anew each time", e.Name)
		}
		checkRanks(t, s)
	}
	if len(seen) != 10+16 || All()[0].Name != Default || !seen["kernel-5-6"] || !seen["counter-very-restricted-positions"] {
		t.Errorf("%d spaces, the first is %s", len(seen), All()[0].Name)
	}
	if s, err := Open(""); err != nil || s.Name() != Default {
		t.Errorf("no name: %v", err)
	}
}

// checkAbout compares the size in the description of a space with its size.
func checkAbout(t *testing.T, e Info, n *big.Int) {
	t.Helper()
	digits, _, found := strings.Cut(e.About, " ")
	if !found || !strings.Contains(digits, "e") || !strings.Contains(digits, ".") {
		return
	}
	want, _, err := big.ParseFloat(digits, 10, 53, big.ToNearestEven)
	if err != nil {
		t.Errorf("%s: %v", e.Name, err)
		return
	}
	size, _ := new(big.Float).SetInt(n).Float64()
	if w, _ := want.Float64(); size < 0.95*w || size > 1.05*w {
		t.Errorf("%s: the list says %g, it has %g elements", e.Name, w, size)
	}
}

// checkRanks unranks and ranks the first and the last element and ten between them. Elements of weight 0 need have no
// rank, as in rndfen.
func checkRanks(t *testing.T, s sampler.Space) {
	t.Helper()
	last := new(big.Int).Sub(s.Size(), big.NewInt(1))
	var d sampler.Draw
	for i := range int64(12) {
		want := new(big.Int).Mul(last, big.NewInt(i))
		rank, _ := uint256.FromBig(want.Div(want, big.NewInt(11)))
		s.Unrank(&d, rank)
		if got, err := s.Rank(&d); (err != nil || !got.Eq(rank)) && d.Weight != 0 {
			t.Errorf("%s: the element of rank %v has rank %v, %v", s.Name(), rank, &got, err)
		}
	}
}

// TestConditions opens a space with a condition, and compares the errors for wrong names and conditions.
func TestConditions(t *testing.T) {
	testkit.Medium(t)
	part, err := Open("counter-very-restricted | men<=2")
	if err != nil || part.Size().Int64() != 7224 {
		t.Errorf("%v, %v", part, err)
	}
	for name, want := range map[string]string{
		"counter-split|men<=1": "no element is left", "counter-split|kings=1": "known: men<=N", "ranked|": "unknown condition",
		"nosuch": "no space \"nosuch\" (known: ranked-repaired, ", "rankd": "no space \"rankd\"; did you mean ranked? (known: ",
		"kernel-7-8": "unknown name", "counter-": "unknown name", "cover": "unknown name",
	} {
		testkit.Fails(Open(name))(t, want, name)
	}
	if _, err := Open("nosuch|men<=3"); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
	if _, err := Open("ranked|nosuch"); errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
}

// TestCodecs encodes and decodes a position by each codec. An unknown name must be an error.
func TestCodecs(t *testing.T) {
	testkit.Medium(t)
	space := testkit.Must(Open("material"))(t)
	var d sampler.Draw
	space.Unrank(&d, uint256.NewInt(12345))
	var texts []string
	for _, info := range Codecs() {
		c := testkit.Must(NewCodec(info.Name))(t)
		code := testkit.Must(c.Encode(&d.Setup))(t)
		text := string(code.AppendText(nil))
		again, err := ParseCode(text)
		if err != nil || again != code {
			t.Errorf("%s: %s reads as %v, %v", info.Name, text, again, err)
		}
		if s, err := c.Decode(code); err != nil || s != d.Setup {
			t.Errorf("%s: %s stands for %v, %v", info.Name, text, s, err)
		}
		texts = append(texts, text)
	}
	if len(texts) != 2 || texts[0] == texts[1] {
		t.Errorf("codes %q, want two that differ", texts)
	}
	if _, err := NewCodec("huffman"); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "tomic, rank") {
		t.Error(err)
	}
}
