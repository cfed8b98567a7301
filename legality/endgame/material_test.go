package endgame

import (
	"strings"
	"testing"
)

// TestParseMaterial checks names that are accepted, their usual form, and that two mirrorings cancel.
func TestParseMaterial(t *testing.T) {
	for name, want := range map[string]string{
		"KRK": "KRK", "krk": "KRK", "KKR": "KKR", "KRvKN": "KRKN", "KRvNK": "KRKN", "KvRK": "KKR", "KNBK": "KBNK", "KPPKPP": "KPPKPP",
		"KBRNQPvKPQ": "KQRBNPKQP", "KQRRBBNNPPPPPPPPKQRRBBNNPPPPPPPP": "KQRRBBNNPPPPPPPPKQRRBBNNPPPPPPPP",
		"KQQQQQQQQQK": "KQQQQQQQQQK",
	} {
		m, err := ParseMaterial(name)
		if err != nil || m.String() != want {
			t.Errorf("%s: %v, %v, want %s", name, m, err, want)
		}
		if n := len(want); m.Men() != n || len(m.Pieces()) != n {
			t.Errorf("%s: %d men, want %d", name, m.Men(), n)
		}
		if m.mirror().mirror() != m {
			t.Errorf("%s: mirrored twice it is another", name)
		}
	}
}

// TestParseMaterialRefuses checks that each name that is refused has an error with its reason.
func TestParseMaterialRefuses(t *testing.T) {
	for name, want := range map[string]string{
		"":                                    "no king",
		"RK":                                  "white king first",
		"KR":                                  "one king",
		"KKRK":                                "3 kings, want one a side",
		"KKRvK":                               "2 white kings before the v",
		"KK":                                  "bare kings",
		"KvK":                                 "bare kings",
		"KXK":                                 "unknown letter 'X'",
		"KR K":                                "unknown letter ' '",
		"KRvKvN":                              "unknown letter 'V'",
		"K♖K":                                 "unknown letter '♖'",
		"KPPPPPPPPPK":                         "9 pawns of white",
		"KKPPPPPPPPP":                         "9 pawns of black",
		"KQQQQQQQQQQK":                        "0 pawns and at least 9 promoted men of white",
		"KQQPPPPPPPPK":                        "8 pawns and at least 1 promoted",
		"KQRRBBNNPPPPPPPPQK":                  "17 men of white",
		strings.Repeat("K", 9):                "9 kings",
		"K" + strings.Repeat("Q", 9999) + "K": "more men than squares",
	} {
		_, err := ParseMaterial(name)
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 250 {
			t.Errorf("%.40s: %v, want an error with %q", name, err, want)
		}
	}
}

// FuzzParseMaterial: an accepted material is within the bounds, and its name is parsed to the same material.
func FuzzParseMaterial(f *testing.F) {
	for _, s := range []string{"KRK", "KKRK", "KQRRBBNNPPPPPPPPKQRRBBNNPPPPPPPP", "kvk", "K\x00K", "KPPPPPPPPPK", "KİK"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		m, err := ParseMaterial(name)
		if err != nil {
			return
		}
		if parsed, err := ParseMaterial(m.String()); err != nil || parsed != m {
			t.Errorf("%q: %v is read as %v, %v", name, m, parsed, err)
		}
		if n := m.Men(); n < 3 || n > 32 || m.number(0, 1) > 8 || m.number(1, 1) > 8 {
			t.Errorf("%q: accepted as %v", name, m)
		}
	})
}

// TestAllMaterials counts the materials: 5 roles for 3 men; for 4 men 15 multisets of two
// white men, and 15 unordered pairs of a man each.
func TestAllMaterials(t *testing.T) {
	for men, want := range map[int]int{3: 5, 4: 15 + 15, 5: 35 + 15*5} {
		seen := map[Material]bool{}
		for _, m := range All(men) {
			if m.Men() != men {
				t.Errorf("%v among the materials of %d men", m, men)
			}
			if parsed, err := ParseMaterial(m.String()); err != nil || parsed != m {
				t.Errorf("%v: %v, %v", m, parsed, err)
			}
			if seen[m] || m != m.mirror() && seen[m.mirror()] {
				t.Errorf("%v twice", m)
			}
			seen[m] = true
		}
		if len(seen) != want {
			t.Errorf("%d materials of %d men, want %d", len(seen), men, want)
		}
	}
}

// mirror returns the material with the colors exchanged, KKR for KRK.
func (m Material) mirror() Material {
	m.count[0], m.count[1] = m.count[1], m.count[0]
	return m
}
