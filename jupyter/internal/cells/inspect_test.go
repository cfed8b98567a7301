package cells

import (
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestInspect asks for help in many cells. In each, ^ is the cursor; the declaration must contain want[0], the comment want[1].
func TestInspect(t *testing.T) {
	testkit.Medium(t)
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("type box struct { Size int }\npos := chess.InitialPosition()\ngame := census.Play(\"e4\")\nk := 3", 1), 1)
	for cell, want := range map[string][2]string{
		"census.Estimate^":                        {"func Estimate(p Plan) (*Estimated, error)", "estimates the number of legal positions"},
		"census.Est^imate(census.Plan{})":         {"func Estimate(p Plan)", "Estimate estimates"},
		"census.Estimate(^":                       {"func Estimate(p Plan)", "Estimate estimates"},
		"x := census.Estimate(census.Plan{^}":     {"func Estimate(p Plan)", ""},
		"fmt.Println(strings.Repeat(\"a\", 3), ^": {"func Println(a ...any) (n int, err error)", "Println formats"},
		"census.Plan^{}":                          {"type Plan struct {", "says what [Estimate] may spend"},
		"census.Plan{Precision^: 0.1}":            {"Precision float64", "relative half-width"},
		"cens^us.Judge":                           {"package census // import \"chesscensus/census\"", "how many chess positions are legal"},
		"census^":                                 {"package census", ""},
		"census.Unknown^":                         {"const Unknown = verdict.Unknown", "Outcomes of a verdict."},
		"census.Draw^":                            {"type Draw struct {", "is one element of a space"},
		"census.Position^":                        {"type Position = chess.Position\n\ntype Position struct {", "Position"},
		"census.Highest^":                         {"func Highest() Effort", "all that this build has"},
		"pos.Turn^()":                             {"func (p *Position) Turn() Color", "side to move"},
		"game^.Moves":                             {"var game *chess.Game", "Game"},
		"game.Moves^":                             {"Moves []Move", ""},
		"game.Final^":                             {"func (g *Game) Final() (Position, error)", ""},
		"k^ + 1":                                  {"var k int", ""},
		"b := box{}\nb^":                          {"var b box", ""},
		"len^(\"a\")":                             {"func len(v Type) int", "The len built-in function"},
		"import r \"math/rand\"\nr.Intn^(3)":      {"func Intn(n int) int", "non-negative pseudo-random"},
		"for i := range 3 {\n\tfmt.Println^(i)":   {"func Println(", ""},
		"var r io.Reader\nr.Read^":                {"Read(p []byte) (n int, err error)", ""},
		"math.Pi^":                                {"Pi", "Mathematical constants"},
		"http.MethodGet^":                         {"const MethodGet = \"GET\"", "Common HTTP methods"},
		"strings.NewReader(\"\").Len^()":          {"func (r *Reader) Len() int", "unread portion"},
		"http.MethodGet^ +":                       {"const MethodGet = \"GET\"", "Common HTTP methods"}, // the whole cell cannot be parsed
		"var s struct{ sync.Mutex }\ns.Unlock^()": {"func (m *Mutex) Unlock()", "Unlock unlocks m"},
	} {
		cursor := strings.IndexByte(cell, '^')
		text, ok := n.Inspect(strings.Replace(cell, "^", "", 1), cursor)
		if !ok || !strings.Contains(text.Declaration, want[0]) || !strings.Contains(strings.Join(strings.Fields(text.Comment), " "), strings.ReplaceAll(strings.ReplaceAll(want[1], "[", ""), "]", "")) {
			t.Errorf("%q: %v, %q; want %q", cell, ok, text.Plain(), want)
		}
	}
	for _, cell := range []string{"", "^", "nosuch^", "nosuch.Thing^", "census.NoSuchThing^", "pos.nosuch^", "\"census.Estimate^\"", "// fmt.Println^", "%source fmt.Println^", "!ls fmt.Println^",
		"%%bash\nfmt.Println^", "for^", "3^", "f := )fmt.Println^", "(1 + ^"} {
		cursor := strings.IndexByte(cell, '^')
		if text, ok := n.Inspect(strings.Replace(cell, "^", "", 1), cursor); ok {
			t.Errorf("%q: %q, want nothing", cell, text.Plain())
		}
	}
}

// TestInspectAnywhere checks for every cursor in a cell that Inspect does not panic, and that help has a declaration.
func TestInspectAnywhere(t *testing.T) {
	testkit.Medium(t)
	n := New(t.TempDir(), packages())
	cell := "import \"fmt\"\nä := chess.InitialPosition() // ü\nfor i := range 3 { fmt.Println(ä.Turn(), 'x', `raw`, i) }\n%source\ntype t[T any] struct{ T }\nif ä == 1 { }}"
	answers := 0
	for cursor := -1; cursor <= len(cell)+1; cursor++ {
		if text, ok := n.Inspect(cell, cursor); ok {
			answers++
			if text.Declaration == "" {
				t.Errorf("at %d the declaration is empty", cursor)
			}
		}
	}
	if answers < 20 {
		t.Errorf("%d places have help, want 20 at least", answers)
	}
}

// TestNameEnd checks the end of the name at the cursor ("^"): the name around it, or that of the innermost call around it; -1 for none.
func TestNameEnd(t *testing.T) {
	for cell, want := range map[string]int{"^": -1, "abc^": 3, "^abc": 3, "a^bc d": 3, "größe^": 7, "gr^öße.x": 7, "f(^": 1, "f(a, ^": 1, "f(a)^": -1, "f(g(1), [2]int{^": 1, "(^": -1, "a.b(^": 3, "3^": -1} {
		cursor := strings.IndexByte(cell, '^')
		if got := nameEnd(strings.Replace(cell, "^", "", 1), cursor); got != want {
			t.Errorf("%q: %d, want %d", cell, got, want)
		}
	}
	if nameEnd("a", -1) != -1 || nameEnd("a", 2) != -1 {
		t.Error("a cursor outside of the cell has a name")
	}
}
