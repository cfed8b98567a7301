package cells

import (
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestComplete completes a word in many cells. In each, ^ is the cursor; all of want must be offered, none of not, and the word to replace
// begins at |, or at ^ if there is none.
func TestComplete(t *testing.T) {
	testkit.Medium(t)
	n := New(t.TempDir(), packages())
	n.Words = []string{"kernel-5-6", "kernel", "ranked"}
	run(t, n, n.Rewrite("type box struct { lid, Size int }\nfunc (b *box) open() {}\npos := chess.InitialPosition()\nk := 3\n"+
		"b := &box{}\ne := census.Interval{}\ngame := census.Play(\"e4\")", 1), 1)
	for cell, test := range map[string]struct{ want, not []string }{
		"census.|Est^":                        {[]string{"Estimate", "Estimated"}, []string{"Judge", "Must"}},
		"census.^":                            {[]string{"Estimate", "Judge", "Plan", "DefaultSpace"}, []string{"kept", "rich"}},
		"x := census.|Ju^":                    {[]string{"Judge"}, nil},
		"import r \"math/rand\"\nr.|Se^":      {[]string{"Seed"}, nil},
		"rand.^":                              {[]string{"IntN", "N"}, []string{"Seed"}}, // of math/rand/v2
		"strings.|Cut^ // and more":           {[]string{"Cut", "CutPrefix"}, nil},
		"pos.|Tu^":                            {[]string{"Turn"}, nil},
		"pos.^\nfmt.Println(k":                {[]string{"Turn", "Setup"}, nil},
		"game.|Mo^":                           {[]string{"Moves"}, nil},
		"e.|Half^":                            {[]string{"HalfWidth"}, nil},
		"b.^":                                 {[]string{"lid", "Size", "open"}, nil},
		"pos.Setup().|Bo^":                    {[]string{"Board"}, nil},
		"fmt.Println(pos.Setup().Board.|Occ^": {[]string{"Occupied"}, nil},
		"if -b.|Si^":                          {[]string{"Size"}, nil},
		"for _, d := range []census.Draw{} {\n\td.|S^": {[]string{"Setup"}, []string{"Multiplicity"}},
		"switch b.|S^": {[]string{"Size"}, nil},
		"func f(q census.Draw) int {\n\treturn q.|Mu^": {[]string{"Multiplicity"}, nil},
		"g := census.Play(\"d4\")\ng.|Fi^":             {[]string{"Final"}, nil}, // the error ends the cell
		"%%\npos.|Tu^":                                 {[]string{"Turn"}, nil},
		"(*b).|l^":                                     {[]string{"lid"}, nil},
		"[]int{1}.^":                                   {nil, []string{"lid"}},
		"nosuch.^":                                     {nil, []string{"Estimate"}},
		"x := 1\n|ga^":                                 {[]string{"game"}, []string{"k"}},
		"answer := 42\n|an^":                           {[]string{"any", "answer"}, nil},
		"|cens^":                                       {[]string{"census"}, []string{"chess"}},
		"|ra^":                                         {[]string{"range", "rand"}, nil},
		"|bo^":                                         {[]string{"bool", "box"}, []string{"b", "box.open"}},
		"\"pos.Tu^":                                    {nil, []string{"Turn"}},
		"// pos.Tu^":                                   {nil, []string{"Turn"}},
		"`pos.\npos.Tu^":                               {nil, []string{"Turn"}},
		"%source pos.Tu^":                              {nil, []string{"Turn"}},
		"%%bash\npos.Tu^":                              {nil, []string{"Turn"}},
		"!ls pos.Tu^\n":                                {nil, []string{"Turn"}},
		"s := census.Sample{|Sp^":                      {[]string{"Space"}, []string{"Seed", "Spaces"}},
		"s := &census.Sample{\n\tSpace: \"kernel\",\n\t|S^": {[]string{"Seed"}, []string{"Space", "Spaces"}},
		"s := census.Survey(census.Sample{Draws: 3, ^":      {[]string{"Seed", "Space"}, []string{"Draws", "any"}},
		"s := []census.Sample{{Draws: 3}, {|Sp^":            {[]string{"Space"}, nil},
		"s := []*census.Sample{{|Sp^":                       {[]string{"Space"}, nil},
		"q := box{|l^":                                      {[]string{"lid"}, []string{"len"}},
		"q := box{Size: |le^":                               {[]string{"len"}, []string{"lid"}},
		"q := box{Size: max(1, |l^":                         {[]string{"len"}, []string{"lid"}},
		"q := box{Size: 1}\nif true {\n|l^":                 {[]string{"len"}, []string{"lid"}},
		"s := census.Sample{Space: \"|ker^":                 {[]string{"kernel", "kernel-5-6"}, []string{"ranked"}},
		"s := []string{`a`, \"|^":                           {[]string{"kernel", "ranked"}, nil},
		"s := `|kernel-^`":                                  {[]string{"kernel-5-6"}, []string{"kernel"}},
		"s := \"ranked\"\n// ker^":                          {nil, []string{"kernel"}},
		"3.^":                                               {nil, []string{"Turn"}},
		"}}}pos.^":                                          {nil, []string{"Turn"}},
		"^":                                                 {nil, []string{"any"}},
	} {
		begin := strings.IndexByte(cell, '|')
		text := strings.Replace(cell, "|", "", 1)
		cursor := strings.IndexByte(text, '^')
		text = strings.Replace(text, "^", "", 1)
		from, names := n.Complete(text, cursor)
		if !slices.IsSorted(names) {
			t.Errorf("%q: not sorted: %q", cell, names)
		}
		for _, name := range test.want {
			if !slices.Contains(names, name) {
				t.Errorf("%q: %q is not offered, but %.200q", cell, name, names)
			}
		}
		for _, name := range test.not {
			if slices.Contains(names, name) {
				t.Errorf("%q: %q is offered", cell, name)
			}
		}
		if len(test.want) == 0 && len(names) > 0 {
			t.Errorf("%q: offered %.200q, want nothing", cell, names)
		}
		if begin < 0 {
			begin = cursor
		}
		if len(names) > 0 && from != begin {
			t.Errorf("%q: the word begins at %d, want %d", cell, from, begin)
		}
	}
}

// TestCompleteAnywhere checks for every cursor in a cell that Complete does not panic and that all names begin with the word before the cursor.
func TestCompleteAnywhere(t *testing.T) {
	testkit.Medium(t)
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("pos := chess.InitialPosition()", 1), 1)
	cell := "import \"fmt\"\nä := pos.Turn() // ü\nfor i := range 3 { fmt.Println(ä, pos.Setup().Board, 'x', `raw`, i) }\n%source\ntype t[T any] struct{ T }\nif ä.String() == \"white\" { }}"
	for cursor := -1; cursor <= len(cell)+1; cursor++ {
		from, names := n.Complete(cell, cursor)
		if len(names) == 0 {
			continue
		}
		word := cell[from:cursor]
		for _, name := range names {
			if !strings.HasPrefix(name, word) {
				t.Errorf("at %d %q is offered for %q", cursor, name, word)
			}
		}
	}
}

// TestClosingBrackets checks the brackets that texts leave open, outside of literals, comments and special lines.
func TestClosingBrackets(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"f(a[1":                   "])",
		"if x {":                  "}",
		"f(g{1, h(2)":             "})",
		"f(\"(\", '[', `{`":       ")",
		"f() } ) ]":               "",
		"for { // (\n select { (": ")}}",
		"!ls (\nf(":               ")",
	} {
		testkit.Equal(t, closingBrackets(text), want, text)
	}
}

// TestEndsInLiteral checks which texts end within a string, a rune or a comment.
func TestEndsInLiteral(t *testing.T) {
	for text, want := range map[string]bool{
		"x": false, "\"x": true, "\"x\"": false, "'x": true, "'x'": false, "`x\ny": true, "`x\ny`": false,
		"// x": true, "// x\n": false, "/* x": true, "/* x */": false, "\"//\" + x": false, "\"\\\"": true, "x // y\nz": false, "": false,
	} {
		testkit.Equal(t, endsInLiteral(text), want, text)
	}
}

// TestLastWord checks the names with which texts end. A number is no name.
func TestLastWord(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": "a", "a.b": "b", "a.": "", "x1": "x1", "1x": "", "f(größe": "größe", "_": "_", "a b": "b", "π2": "π2", "a-": ""} {
		testkit.Equal(t, lastWord(text), want, text)
	}
}

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
		testkit.Equal(t, nameEnd(strings.Replace(cell, "^", "", 1), cursor), want, cell)
	}
	if nameEnd("a", -1) != -1 || nameEnd("a", 2) != -1 {
		t.Error("a cursor outside of the cell has a name")
	}
}
