package jupyter

import (
	"go/parser"
	"os"
	"os/exec"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// stubs stand for papermill, which the tests do without.
const stubs = `
import sys, types
for name, has in (("engines", "NBClientEngine"), ("models", "Parameter"), ("translators", "Translator")):
    module = types.ModuleType("papermill." + name)
    setattr(module, has, type(has, (), {}))
    sys.modules["papermill." + name] = module
registered = {}
sys.modules["papermill.translators"].papermill_translators = type("T", (), {"register": lambda self, name, t: registered.update({name: t})})()
sys.modules["papermill"] = types.ModuleType("papermill")
sys.dont_write_bytecode = True
import chesscensus_papermill
go = registered["chesscensus"]
print(go.assign("x", go.translate(eval(sys.stdin.read()))))
`

// runPython runs a script in the folder of the module with an input, and returns what it prints. It skips the test without Python.
func runPython(t *testing.T, script, input string) string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("the module is Python, and there is none here: ", err)
	}
	cmd := exec.Command(python, "-c", script)
	cmd.Dir, cmd.Stdin, cmd.Stderr = "papermill", strings.NewReader(input), os.Stderr
	return strings.TrimSpace(string(testkit.Must(cmd.Output())(t)))
}

// TestPapermillKnowsParameters checks the names, values and comments that papermill finds in a cell of parameters.
func TestPapermillKnowsParameters(t *testing.T) {
	testkit.Medium(t)
	known := strings.Replace(stubs, `print(go.assign("x", go.translate(eval(sys.stdin.read()))))`, `
chesscensus_papermill.Parameter = lambda *all: [all[0], all[2], all[3]]
print(go.inspect({"source": sys.stdin.read()}))`, 1)
	got := runPython(t, known, "draws := 1000 // how many\na, s, l := 1, \"x, y\", []int{2, 3}\nb, c := two(1, 2)\nd = 3\n")
	want := `[['draws', '1000', 'how many'], ['a', '1', ''], ['s', '"x, y"', ''], ['l', '[]int{2, 3}', ''], ['b', 'two(1, 2)', ''], ['c', 'two(1, 2)', '']]`
	if got != want {
		t.Errorf("parameters %s, want %s", got, want)
	}
}

// TestPapermillWritesGo checks that values of Python become Go expressions.
func TestPapermillWritesGo(t *testing.T) {
	testkit.Medium(t)
	for value, want := range map[string]string{
		"5":                       "5",
		"-2.5e-7":                 "-2.5e-07",
		"True":                    "true",
		"None":                    "nil",
		`"a \"b\"\n\\ é 🂡"`:       `"a \"b\"\n\\ é 🂡"`,
		"float('-inf')":           "math.Inf(-1)",
		"[]":                      "[]any{}",
		"[1, 2]":                  "[]int{1, 2}",
		"(1, 2.5)":                "[]float64{1, 2.5}",
		"[True, 1]":               "[]any{true, 1}",
		"['a', 'b']":              `[]string{"a", "b"}`,
		"{'a': [1], 'b': [None]}": `map[string]any{"a": []int{1}, "b": []any{nil}}`,
		"{'a': False, 'b': True}": `map[string]bool{"a": false, "b": true}`,
		"__import__('datetime').date(2026, 1, 2)": `"2026-01-02"`,
	} {
		got := runPython(t, stubs, value)
		if got != "x = "+want {
			t.Errorf("%s becomes %q, want %q", value, got, "x = "+want)
		}
		if _, err := parser.ParseExpr(strings.TrimPrefix(got, "x = ")); err != nil {
			t.Errorf("%s is no Go: %v", got, err)
		}
	}
}
