package suggest

import (
	"testing"

	"chesscensus/internal/testing/testkit"
)

func TestNearest(t *testing.T) {
	names := []string{"estimate", "compare", "size", "rank", "unrank", "judge", "check", "perft", "ranked-repaired", "counter-general", "PositionOf"}
	for word, want := range map[string]string{
		"jugde": "judge", "judg": "judge", "jduge": "judge", "JUDGE": "judge", "estmate": "estimate", "ranc": "rank", "unrnak": "unrank",
		"repaired": "ranked-repaired", "counter": "counter-general", "Posit": "PositionOf", "est": "estimate",
		"moon": "", "x": "", "": "", "nonsense": "", "prefft": "perft",
	} {
		testkit.Equal(t, Nearest(word, names), want, word)
	}
	for word, want := range map[string]string{"jugde": "; did you mean judge?", "moon": ""} {
		testkit.Equal(t, Question(word, names), want, word)
	}
}

// TestEditDistance has single changes of each kind and some more, and checks that the distance is symmetric.
func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"abc", "ab", 1}, {"abc", "abxc", 1}, {"abc", "acb", 1},
		{"abc", "cab", 2}, {"kitten", "sitting", 3}, {"ca", "abc", 3},
	} {
		if got := editDistance(c.a, c.b); got != c.want || editDistance(c.b, c.a) != got {
			t.Errorf("editDistance(%q, %q) = %d, exchanged %d, want %d", c.a, c.b, got, editDistance(c.b, c.a), c.want)
		}
	}
}
