package syntax

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestPlain checks that raw strings of several lines, and nothing else, become strings in quotes of the same value and as many lines, and
// that none of their lines is blank or special.
func TestPlain(t *testing.T) {
	for raw, want := range map[string]string{
		"`a\n\nb   \n\tc`":         "a\n\nb   \n\tc",
		"`\n`":                     "\n",
		"`[Event \"x\"]\n\n1. e4`": "[Event \"x\"]\n\n1. e4",
		"`%a\n!b\r\n%c\\n`":        "%a\n!b\n%c\\n",
		"len(`é\n`) + 1":           "4",
	} {
		got := Plain(raw)
		tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, got)
		if err != nil {
			t.Errorf("%q becomes %s: %v", raw, got, err)
			continue
		}
		value := tv.Value.ExactString()
		if tv.Value.Kind() == constant.String {
			value = constant.StringVal(tv.Value)
		}
		if value != want || strings.Count(got, "\n") != strings.Count(raw, "\n") {
			t.Errorf("%q becomes %s, of value %q, want %q", raw, got, value, want)
		}
		for line := range strings.Lines(got) {
			if IsSpecial(line) || strings.TrimSpace(line) == "" {
				t.Errorf("%q: line %q", raw, line)
			}
		}
	}
	for _, same := range []string{
		"", "x := `a`", "// `\nx := 1 // `", "/* `\n` */", "\"`\"\n\"\\\"`\"", "'`'\n'`'", "!echo `date` `\n1 + 1\n", "%ls `\\\n`\n`x`", "`not closed\n",
		"//gonb:%% `\n`x`", "\"not closed `\nx := `y`", "'\\\n`", "\"\\",
	} {
		testkit.Equal(t, Plain(same), same)
	}
	testkit.Equal(t, Plain("x := 7 %\n!\n`a\nb`"), "x := 7 %\n!\n(\"a\\n\" +\n\"b\")")
	testkit.Equal(t, Plain("x := \"`\" + `a\nb` // `\n"), "x := \"`\" + (\"a\\n\" +\n\"b\") // `\n")
}

// TestBrackets checks which brackets of a text are open, and which closing one is told to be wrong.
func TestBrackets(t *testing.T) {
	for code, want := range map[string]string{
		"": " -1", "f(x[1]){}": " -1", "foo(\n": "( -1", "if a {\n\tb()\n": "{ -1", "}": " 0", "f(]": " 2", "f(\")\"": "( -1",
		"a[f(]": "[ 4", "({": "({ -1", "// {": " -1", "{)}": " 1",
	} {
		open, wrong := Brackets(code)
		got := ""
		for _, b := range open {
			got += b.Text
		}
		if got = fmt.Sprint(got, " ", wrong); got != want {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
}

// FuzzPlain checks that Plain keeps the number of lines of any text, and changes nothing a second time.
func FuzzPlain(f *testing.F) {
	f.Add("x := `a\n\nb`")
	f.Fuzz(func(t *testing.T, cell string) {
		got := Plain(cell)
		if strings.Count(got, "\n") != strings.Count(cell, "\n") || Plain(got) != got {
			t.Errorf("%q becomes %q", cell, got)
		}
	})
}

// TestTokens checks that the offsets of tokens are right and ascend, and that no letter of a name or operator is skipped outside of comments.
func TestTokens(t *testing.T) {
	for _, text := range []string{"", "a", "x := 3 // c\ny := \"ä\" + `r\naw`", "f(1.5e3, 'q')\n\nif a { b++ } else { c-- }", "a /* b */ c", "}}}((", "\"open", "#$", "a;b; c\n"} {
		end := 0     // of the last token
		rest := text // without the tokens so far
		for _, tk := range Tokens(text) {
			if tk.From < end || tk.To < tk.From || tk.To > len(text) {
				t.Errorf("%q: %q from %d to %d, after %d", text, tk.Text, tk.From, tk.To, end)
				break
			}
			if tk.Token != token.SEMICOLON && tk.Token != token.ILLEGAL && text[tk.From:tk.To] != tk.Text {
				t.Errorf("%q: %q where there is %q", text, tk.Text, text[tk.From:tk.To])
			}
			end = tk.To
			rest = strings.Replace(rest, tk.Text, "", 1)
		}
		if strings.ContainsAny(rest, "xyzfg=+") {
			t.Errorf("%q: %q is left", text, rest)
		}
	}
}

// TestClassify checks the class of pieces by their first tokens.
func TestClassify(t *testing.T) {
	for text, want := range map[string]Class{
		"import \"fmt\"": Imports, "import (\n\"a\"\n)": Imports, "type t int": Declaration, "const c = 1": Declaration, "package p": Declaration,
		"var v = 1": Variable, "var (\na int\n)": Variable, "func f() {}": Declaration, "func (t *T) m(x int) {}": Declaration, "func (T) m() {}": Declaration,
		"func() {}()": Statement, "func(a int) int { return a }(3)": Statement, "func f": Declaration, "func": Declaration,
		"x := 1": Statement, "f()": Statement, "return": Statement, "go f()": Statement, "{ a }": Statement, "for {\n}": Statement, "L: for {\n}": Statement,
	} {
		list := pieces(text)
		if len(list) != 1 || list[0].Class != want || text[list[0].From:list[0].To] != text {
			t.Errorf("%q: %+v, want one piece of class %v", text, list, want)
		}
	}
}

// TestHabits checks which functions draw random numbers, and which make functions that remember something.
func TestHabits(t *testing.T) {
	for text, want := range map[string][2]bool{
		"func f() int { return rand.Int() }":                                        {true, false},
		"func f(r *rand.Rand) int { return 1 }":                                     {true, false},
		"func f(n N) float64 { return n.Rand() }":                                   {true, false},
		"func f() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }":                {false, false},
		"func f() { random() }":                                                     {false, false},
		"func f() func() int { k := 0; return func() int { k++; return k } }":       {false, true},
		"func f() func() int { k := 0; return func() int { k = k + 1; return k } }": {false, true},
		"func f() func() int { return func() int { k := 0; k++; return k } }":       {false, false},
		"func f() { total++; func() { total++ }() }":                                {false, false}, // of the notebook
		"func f() func() int { k := 0; return func() int { k := k; return k } }":    {false, false},
		"func f(k int) func() { return func() { k -= 1 } }":                         {false, true},
	} {
		file := testkit.Must(parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, 0))(t)
		d := file.Decls[0].(*ast.FuncDecl)
		testkit.Equal(t, [2]bool{DrawsRandom(d), Remembers(d)}, want, text)
	}
}
