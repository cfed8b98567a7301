package census

import (
	"math"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// TestNothingPanics calls the functions of the package with what a notebook may well pass on by mistake: nil, and values that were never set.
// Each answers, or returns an error.
func TestNothingPanics(t *testing.T) {
	few := Sample{Draws: 20, Effort: Static}
	for name, f := range map[string]func() (any, error){
		"CheckSpace(nil)":        func() (any, error) { return CheckSpace(nil) },
		"CompareSpaces(nil)":     func() (any, error) { return CompareSpaces(20, nil, nil) },
		"Mean(nil)":              func() (any, error) { return Mean(Sample{Draws: 100}, nil) },
		"Tabulate(nil)":          func() (any, error) { return Tabulate(few, nil, nil) },
		"Sliders(nil)":           func() (any, error) { return Sliders(nil, Slider{To: 3}) },
		"Player(zero)":           func() (any, error) { return Player(&Game{}) },
		"Plot(nil)":              func() (any, error) { return Plot((*Report)(nil)) },
		"Plot(nil Compared)":     func() (any, error) { return Plot((*Compared)(nil)) },
		"Plot(nil Estimated)":    func() (any, error) { return Plot((*Estimated)(nil)) },
		"Plot(zero)":             func() (any, error) { return Plot(&Report{}) },
		"Plot(zero Compared)":    func() (any, error) { return Plot(&Compared{}) },
		"Plot(zero Estimated)":   func() (any, error) { return Plot(&Estimated{}) },
		"Judge(Position{})":      func() (any, error) { return Judge(Position{}) },
		"Judge(Setup{})":         func() (any, error) { return Judge(Setup{}) },
		"Board(Position{})":      func() (any, error) { return Board(Position{}) },
		"LastMoves(Position{})":  func() (any, error) { return LastMoves(Position{}) },
		"ForcedMoves(Setup{})":   func() (any, error) { return ForcedMoves(Setup{}, -1) },
		"ProofGame(Position{})":  func() (any, error) { return ProofGame(Position{}) },
		"ShortestGame(Setup{})":  func() (any, error) { return ShortestGame(Setup{}) },
		"FindKernel(Position{})": func() (any, error) { return FindKernel(Position{}) },
		"Mate(Position{})":       func() (any, error) { return Mate(Position{}, 2) },
		"Ask(Setup{})":           func() (any, error) { return Ask(Setup{}) },
		"ByMen(nil)":             func() (any, error) { return ByMen(nil), nil },
		"Rounded(zero)":          func() (any, error) { return Rounded(Interval{}), nil },
		"Percent(NaN)":           func() (any, error) { return Percent(math.NaN()), nil },
		"Endgame(empty)":         func() (any, error) { return Endgame("") },
		"Derivation(empty)":      func() (any, error) { return Derivation("") },
		"Watch(empty)":           func() (any, error) { return Watch("") },
		"OpenSpace(empty)":       func() (any, error) { return OpenSpace("") },
		"Find(nil, -1)":          func() (any, error) { return Find(few, -1, nil) },
		"Size(nosuch)":           func() (any, error) { return Size("nosuch") },
		"Survey(typed nil)":      func() (any, error) { return CheckSpace((*never)(nil)) },
		"Show(nil)": func() (any, error) {
			Show((*Report)(nil), (*Compared)(nil), (*Estimated)(nil), (*Game)(nil), (*Mates)(nil))
			return nil, nil
		},
		"Show(zero)": func() (any, error) {
			Show(Report{}, Compared{}, Estimated{}, Verdict{}, Picture{}, Interval{}, Mates{}, Found{})
			return nil, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("panics: %v", p)
				}
			}()
			f()
		})
	}
}

// never is a space without methods of its own.
type never struct{ sampler.Space }

// TestNeedWithoutHits checks that a comparison does not tell how many draws a space needs of which no draw is legal: nothing is known of its
// variance, and 0 is wrong.
func TestNeedWithoutHits(t *testing.T) {
	text := comparedForm(testkit.Must(Compare(100, "ranked", "material"))(t)).Text
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "material") && !strings.HasSuffix(strings.TrimSpace(line), "e45") {
			t.Errorf("a need beside no hits: %s", text)
		}
	}
}
