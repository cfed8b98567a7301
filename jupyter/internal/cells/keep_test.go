package cells

import (
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestRandomValuesAreNotMadeAgain checks that no value is made again from random numbers, as it would be another one: such a value is stored
// however large it is, or refused if it cannot be stored. The same holds if a function of the notebook draws the numbers, in whatever cell it
// stands and by whatever other function, and for a figure with a random part.
func TestRandomValuesAreNotMadeAgain(t *testing.T) {
	n := New(t.TempDir(), packages())
	for i, cell := range []string{
		"func outer(k int) []float64 { return inner(k) }",
		"func inner(k int) (xs []float64) {\n\tfor range k { xs = append(xs, rand.Float64()) }\n\treturn xs\n}",
		"type T struct{}\nfunc (T) Draw() any { return outer(1) }",
		"func outside() float64 { return inside() }\nfunc inside() float64 { return rand.Float64() }",
		"rng := rand.New(rand.NewPCG(1, 2))",
	} {
		run(t, n, n.Rewrite(cell, i+1), i)
	}
	for cell, want := range map[string]string{
		"v := rand.Perm(9)":             `defer cell.Keep("v"`,
		"v := rng.Perm(9)":              `defer cell.Keep("v"`,
		"v := outer(9)":                 `defer cell.Keep("v"`,
		"v := make([]int, 9)":           `defer cell.KeepSmall("v"`,
		"v := strings.Repeat(\"a\", 9)": `defer cell.KeepSmall("v"`,
		"v := func() []float64 { return []float64{rand.Float64()} }()": "defer cell.Keep(\"v\"",
		"func mine() []int { return nil }\nv := mine()":                "defer cell.Keep(\"v\"", // may take long
		"var v any = rand.Float64()":                                   "random",
		"var v any = outer(3)":                                         "random",
		"var v any = T{}.Draw()":                                       "random",
		"var v any = outside()":                                        "random",
		"var v any = distuv.Normal{Sigma: 1}.Rand()":                   "random",
		"var v any = func() int { return rand.Int() }()":               "random",
		"func own() int { return rand.Int() }\nvar v any = own()":      "random",
		"line := census.Must(plotter.NewLine(plotter.XYs{{X: rand.Float64()}}))\nv := plot.New()\nv.Add(line)": "made from line, which is not kept",
		"v := plot.New()\nv.X.Min = rand.Float64()":                                                            "changes",
		"v := rand.Float64":                             "",
		"v := func() float64 { return rand.Float64() }": "",
		"v := distuv.Normal{Sigma: 1}":                  "",
		"var v any = strings.Repeat(\"a\", 3)":          "",
		"v := plot.New()\nv.X.Min = 3":                  "",
	} {
		c := n.Rewrite(cell, 9)
		run(t, n, c, 9)
		got := c.Code
		if !strings.Contains(want, "Keep") {
			got = n.Rewrite("_ = v", 10).Refused
		}
		if c.Refused != "" || !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%q (refused: %q): %q, want %q", cell, c.Refused, got, want)
		}
	}
}

// TestSourcesAreStored checks that a source of random numbers that is part of a value gets a variable of its own, so that the value's stream
// goes on in the next cell, without a note that an input has changed.
func TestSourcesAreStored(t *testing.T) {
	n := New(t.TempDir(), packages())
	c := n.Rewrite("rng := rand.New(rand.NewPCG(1, 2))\nrng.Float64()", 1)
	const first = "rngSource := rand.NewPCG(1, 2); defer cell.KeepSmall(\"rngSource\", &rngSource); rng := rand.New(rngSource); _ = rng\n"
	testkit.Contains(t, c.Code, first)
	run(t, n, c, 1)
	c = n.Rewrite("rng.Float64()", 2)
	const next = "rngSource := cell.Load[*rand.PCG](\"rngSource\"); defer cell.Keep(\"rngSource\", &rngSource)\nrng := rand.New(rngSource); _ = rng\n"
	testkit.Contains(t, c.Code, next)
	run(t, n, c, 5) // another state of the source
	if c = n.Rewrite("rng.Float64()", 3); strings.Contains(c.Code, "Changed") {
		t.Errorf("a note about a source that has drawn:\n%s", c.Code)
	}
	for cell, want := range map[string]string{
		"a, b := distuv.Normal{Src: rand.NewPCG(3, 4)}, distuv.Normal{Src: rand.NewPCG(5, 6)}": "aSource := rand.NewPCG(3, 4); ",
		"var z = rand.New(rand.NewChaCha8([32]byte{1}))":                                       "zSource := rand.NewChaCha8([32]byte{1}); ",
		"src := rand.NewPCG(1, 2)":                                                             "src := rand.NewPCG(1, 2); ",
		"x := rand.New(rand.NewPCG(1, 2)).Float64()":                                           "x := rand.New(rand.NewPCG(1, 2)).Float64(); ",
		"f := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }":                        "f := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }; ",
		"func draw() float64 { return g.Float64() }\ng := rand.New(rand.NewPCG(1, 2))\ndraw()": "g = rand.New(gSource)",
	} {
		c := n.Rewrite(cell, 4)
		if c.Refused != "" || !strings.Contains(c.Code, want) {
			t.Errorf("%q (refused: %q) becomes\n%s\nwant %s", cell, c.Refused, c.Code, want)
		}
		for _, problem := range problems(n, c.Code) {
			t.Errorf("%s in\n%s", problem, c.Code)
		}
	}
}

// TestForgetfulValues checks that a cell tells if a value that is made again has lost what it remembered: a function that changes a variable
// of its own, and a generator whose source has no name.
func TestForgetfulValues(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("func counter() func() int {\n\tk := 0\n\treturn func() int { k++; return k }\n}\nfunc seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }", 1), 1)
	for cell, isForgetful := range map[string]bool{
		"f := counter()": true,
		"f := func() func() int { k := 0; return func() int { k += 2; return k } }()": true,
		"f := seeded()":                             true,
		"f := rand.New(rand.NewPCG(1, 2))":          false,
		"f := func() int { k := 0; k++; return k }": false,
		"k := 0\nf := func() int { k++; return k }": false,
		"f := strings.ToUpper":                      false,
		"func each(do func(int)) { do(1) }\nf := func() int { s := 0; each(func(x int) { s += x }); return s }": false,
		"f := func() func() int { k := 0; return func() int { k++; return k } }":                                false, // makes them
		"f := func(x int) func() int { return func() int { return x } }(3)":                                     false,
	} {
		run(t, n, n.Rewrite(cell, 2), 2)
		if c := n.Rewrite("_ = f", 3); c.Refused != "" || strings.Contains(c.Code, `cell.Changed("f")`) != isForgetful {
			t.Errorf("%q (refused: %q): told %v, want %v:\n%s", cell, c.Refused, !isForgetful, isForgetful, c.Code)
		}
	}
}

// TestEndedEarly checks that a variable whose cell was stopped before it was stored is refused with this reason, and not as an undefined name;
// an earlier value of it stays.
func TestEndedEarly(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("old := 1", 1), 1)
	n.Done(n.Rewrite("k := 7\nold := 2\nf := strings.ToUpper\nmath := 5\nos.Exit(3)", 2), true, false)
	for cell, want := range map[string]string{
		"k + 1":    "k is not kept, as its cell ended early, and lived only in its own cell [2]: define it again in this one",
		"f(\"a\")": "f is not kept, as its cell ended early, and lived only in its own cell [2]: define it again in this one",
		"old":      "",
		"math.Pi":  "", // the package
	} {
		if c := n.Rewrite(cell, 3); c.Refused != want {
			t.Errorf("%q: refused %q, want %q", cell, c.Refused, want)
		}
	}
	run(t, n, n.Rewrite("k := 8", 4), 4)
	if c := n.Rewrite("k", 5); c.Refused != "" {
		t.Errorf("defined again, k is refused: %s", c.Refused)
	}
}

// TestCopiesAreTold checks that a cell that changes one of two variables that were one value in an earlier cell says that they are copies by
// now, once; and that reading them, or a new value of one, is not told.
func TestCopiesAreTold(t *testing.T) {
	const types = "type U struct{ t *T; n int }\ntype T struct{ n int; list []int }\nfunc (t *T) Inc() { t.n++ }\nfunc (t *T) Get() int { return t.n }"
	for cells, want := range map[[2]string]string{
		{"a := []int{1, 2}\nb := a", "b[0] = 9"}:                        `cell.Apart("b", "a", 2)`,
		{"a := []int{1, 2}\nb := a[1:]", "a[1]++"}:                      `cell.Apart("b", "a", 2)`,
		{"var a [3]int\nb := a[1:]", "b[0] = 1"}:                        `cell.Apart("b", "a", 2)`,
		{"a := 5\nb := &a", "*b = 7"}:                                   `cell.Apart("b", "a", 2)`,
		{"a := 5\nb := &a", "a = 7"}:                                    `cell.Apart("b", "a", 2)`,
		{"a := 5\nvar b *int = &a", "a++"}:                              `cell.Apart("b", "a", 2)`,
		{"a := &T{}\nb := a", "b.Inc()"}:                                `cell.Apart("b", "a", 2)`,
		{"a := T{}\nb := a.list", "b[0] = 3"}:                           `cell.Apart("b", "a", 2)`,
		{"a, c := map[int]int{}, 1\nb, d := a, c\n_ = d", "b[1] = 2"}:   `cell.Apart("b", "a", 2)`,
		{"var b *int\na := 5\nb = &a", "*b = 7"}:                        `cell.Apart("b", "a", 2)`,
		{"a := []int{1}\nvar b []int\nb = a", "b[0] = 2"}:               `cell.Apart("b", "a", 2)`,
		{"var (\n\ta = []int{1}\n\tb = a\n)", "b[0] = 2"}:               `cell.Apart("b", "a", 2)`,
		{"a := &T{}\nb := &U{t: a}", "b.t.n = 3"}:                       `cell.Apart("b", "a", 2)`,
		{"a := &T{}\nb := []*T{a}", "b[0].Inc()"}:                       `cell.Apart("b", "a", 2)`,
		{"a := &T{}\nb := &U{}\nb.t = a", "a.n = 1"}:                    `cell.Apart("b", "a", 2)`,
		{"a := []int{1}\nvar b [][]int\nb = append(b, a)", "b[0][0]++"}: `cell.Apart("b", "a", 2)`,
		{"a := T{}\nb := U{&a, 1}", "a = T{n: 2}"}:                      `cell.Apart("b", "a", 2)`,
		{"a := &T{}\nb := a", "a = &T{}"}:                               "",
		{"a := &T{}\nb := &U{t: a}", "b.n = 3"}:                         "",
		{"a := &T{}\nb := []*T{a}", "b[0] = nil"}:                       "",
		{"a := []int{1}\nb := append([]int{}, a...)", "b[0] = 2"}:       "",
		{"a := []int{1}\nvar b []int\nb = a", "b = a\nb[0] = 2"}:        "", // one value again
		{"a := []int{1, 2}\nb := a", "b = append(b, 9)"}:                "",
		{"a := []int{1, 2}\nb := a", "a[0] + b[0]"}:                     "",
		{"a := []int{1, 2}\nb := a", "b := []int{3}\nb[0] = 4"}:         "",
		{"a := &T{}\nb := a", "b.Get()"}:                                "",
		{"a := 5\nb := a", "b++"}:                                       "",
		{"a := []int{1}\nb := a", "func f(a []int) { a[0]++ }\nf(nil)"}: "",
		{"a := T{}\nb := a", "b.n = 3"}:                                 "", // a copy from the beginning
		{"a := []int{1, 2}\nb := slices.Clone(a)", "b[0] = 3"}:          "",
	} {
		n := New(t.TempDir(), packages())
		run(t, n, n.Rewrite(types, 1), 1)
		run(t, n, n.Rewrite(cells[0], 2), 2)
		n.Rewrite("%source\n"+cells[1], 3) // asks, and does not run
		c := n.Rewrite(cells[1], 3)
		if c.Refused != "" || want == "" && strings.Contains(c.Code, "Apart") || !strings.Contains(c.Code, want) {
			t.Errorf("%q, then %q (refused: %q) becomes\n%s\nwant %s", cells[0], cells[1], c.Refused, c.Code, want)
		}
		run(t, n, c, 3)
		if c = n.Rewrite(cells[1], 4); strings.Contains(c.Code, "Apart") {
			t.Errorf("%q is told twice:\n%s", cells[0], c.Code)
		}
	}
}

// TestWhatIsNotShared checks that a cell says nothing about variables that shared memory once and do not any more, nor when it changes parts
// that were never shared; and that what is still shared is told. The cells of a notebook are divided by dashes.
func TestWhatIsNotShared(t *testing.T) {
	const types = "type U struct{ t, l, r *T }\ntype T struct{ n int; list []int; arr [3]int; next *T }\nfunc (t *T) Inc() { t.n++ }"
	const refers, points = "a := []int{1}\nb := a", "n := 3\nb := &n"
	for cells, want := range map[string]string{
		refers + "\nb = slices.Clone(b)---b[0] = 2":                               "",
		refers + "---a := []int{5}---b[0] = 9":                                    "",
		refers + "---b = []int{3}---b[0] = 2":                                     "",
		refers + "---a = []int{3}---a[0] = 2":                                     "",
		refers + "---b = []int{3}\nb[0] = 2":                                      "",
		refers + "---for i := range 3 { b = append(b, i) }---b[0] = 2":            "",
		refers + "---b = b[:1]---b[0] = 2":                                        "a",
		points + "---m := 4\nb = &m---n = 5":                                      "",
		points + "---m := 4\nb = &m---*b = 5":                                     "m",
		"a := map[string][]int{\"k\": {1}}\nb := a[\"k\"]---a[\"z\"] = nil":       "",
		"a := []*T{{}, {}}\nb := a[0]---a[1] = &T{}":                              "",
		"a := []*T{{}, {}}\nb := a[0]---a[0].n = 1":                               "a",
		"a := T{}\nb := a.list---a.n = 5":                                         "",
		"a := T{}\nb := a.list---a.Inc()":                                         "",
		"a := T{}\nb := a.list---a.list[0] = 5":                                   "a",
		"a := T{}\nb := a.arr[:]---a.arr[1] = 5":                                  "a",
		"a := T{}\nb := &a.n---a.n = 5":                                           "a",
		"a := []int{1}\nb := &a[0]---a = nil":                                     "",
		"a := []int{1}\nb := &a[0]---a[0] = 5":                                    "a",
		"a := &T{next: &T{}}\nb := a.next---a.n = 3":                              "",
		"a := &T{next: &T{}}\nb := a.next---b.Inc()":                              "a",
		"a := &T{}\nb := &U{t: a}---b.t = nil---b.t.n = 3":                        "",
		"a := &T{}\nb := []*T{a}---b = append(b, &T{})---b[0].n = 1":              "a",
		"a, c := &T{}, &T{}\nb := &U{}\nb.l = a\nb.r = c---b.r = nil---b.l.n = 1": "a",
		"a := &T{}\nb := [2]*T{a}---b[1] = nil":                                   "",
		"a := &T{}\nb := [2]*T{a}---b[0].n = 3":                                   "a",
		refers + "---for range b { b := []int{1}; b[0] = 3 }":                     "",
		refers + "---b = nil\nc := b\n_ = c---a[0] = 1":                           "",
	} {
		n := New(t.TempDir(), packages())
		run(t, n, n.Rewrite(types, 1), 1)
		var c *Cell
		for i, cell := range strings.Split(cells, "---") {
			c = n.Rewrite(cell, i+2)
			run(t, n, c, i+2)
		}
		if strings.Contains(c.Code, "Apart(") != (want != "") || !strings.Contains(c.Code, `Apart("b", "`+want) && want != "" {
			t.Errorf("%q (refused: %q): the last cell becomes\n%s\nwant a note about %q", cells, c.Refused, c.Code, want)
		}
	}
}

// TestDeclarationsAlone checks which cells of variables and functions are kept, and which are left to GoNB: those with a variable that
// could not be kept, or with variables that are set before main.
func TestDeclarationsAlone(t *testing.T) {
	for cell, isKept := range map[string]bool{
		"var k int\nfunc f() int { k++; return k }":                                     true,
		"type T struct{}\nvar k = map[int]T{}":                                          true,
		"var k = 1\nvar b = k + 1\nfunc f() int { return b }":                           true,
		"var k = log.New(os.Stderr, \"\", 0)\nfunc f() { k.Println() }":                 false,
		"var k = make(chan int, 3)\nfunc f() { k <- 1 }":                                false,
		"var k = b + 1\nvar b = 1\nfunc f() int { return k }":                           false,
		"var k = map[int]int{}\nfunc init() { k[1] = 2 }\nfunc f() int { return k[1] }": false,
	} {
		n := New(t.TempDir(), packages())
		c := n.Rewrite(cell, 1)
		run(t, n, c, 1)
		if c.Refused != "" || (n.vars["k"] != nil) != isKept || (n.decls["k"] == nil) != isKept {
			t.Errorf("%q (refused: %q) is kept %v, want %v:\n%s", cell, c.Refused, !isKept, isKept, c.Code)
		}
		if c := n.Rewrite("f()", 2); c.Refused != "" {
			t.Errorf("%q: f() is refused: %s", cell, c.Refused)
		}
	}
}

// TestFunctionsOfLostVariables checks that a cell is refused that calls a function of a variable that is not kept, by another function, too:
// the variable would be nil.
func TestFunctionsOfLostVariables(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("c := make(chan int, 3)\nfunc f() { c <- 1 }\nfunc g() { f() }\nfunc h() {}\ng()", 1), 1)
	for cell, isRefused := range map[string]bool{"f()": true, "g()": true, "h()": false, "c := make(chan int, 3)\ng()": false} {
		if c := n.Rewrite(cell, 2); strings.HasPrefix(c.Refused, "c is a channel") != isRefused {
			t.Errorf("%q: refused %q, want %v", cell, c.Refused, isRefused)
		}
	}
}

// TestDeclaredTypeIsKept checks that a variable that later cells get by its definition has the type that the definition names, not that of
// its value.
func TestDeclaredTypeIsKept(t *testing.T) {
	for cell, want := range map[string]string{
		"var x any = 3":                      "x := any(3)",
		"var x fmt.Stringer = big.NewInt(3)": "x := fmt.Stringer(big.NewInt(3))",
		"var x []any = nil":                  "x := ([]any)(nil)",
		"var x, y any = 3, 4":                "x, y := any(3), any(4)",
		"var x, y any = cut()":               "x, y := func() (any, any) { return cut() }()",
		"var x any":                          "x := *new(any)",
		"var x = any(3)":                     "x := any(3)",
	} {
		n := New(t.TempDir(), packages())
		run(t, n, n.Rewrite("type T struct{}\nfunc cut() (int, string) { return 1, \"\" }", 1), 1)
		run(t, n, n.Rewrite(cell, 2), 2)
		if c := n.Rewrite("_ = x", 3); c.Refused != "" || !strings.Contains(c.Code, want) {
			t.Errorf("%q (refused: %q) becomes\n%s\nwant %s", cell, c.Refused, c.Code, want)
		}
	}
}
