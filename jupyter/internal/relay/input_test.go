package relay

import (
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestReadsInput checks the first line that reads standard input.
func TestReadsInput(t *testing.T) {
	for code, want := range map[string]int{
		"var s string\nfmt.Scan(&s)":               2,
		"n, err := fmt.Scanln(&s)":                 1,
		"a := 1\n\nr := bufio.NewReader(os.Stdin)": 3,
		"fmt . Scanf(\"%d\", &n)":                  1,
		"fmt.Sscan(text, &n)":                      0,
		"fmt.Fscan(r, &n)":                         0,
		"x.fmt.Scanner":                            0,
		"// fmt.Scan(&s)\n\"os.Stdin\"":            0,
		"os.Stdout.WriteString(fmt.Sprint(1))":     0,
		"fmt.Println(1)\nos.Getpid()\nfmt.Scan()":  3,
		"": 0,
	} {
		if got := readsInput(code); got != want {
			t.Errorf("%q: line %d, want %d", code, got, want)
		}
	}
}

// TestInput checks that a cell that reads input requests an input box, or is an error at once if the front end has none.
func TestInput(t *testing.T) {
	testkit.Medium(t)
	b := newBench(t, Options{})
	const code = "var s string\nfmt.Scan(&s)\nfmt.Scan(&s)"
	b.check(code, "error", `error: line 2 reads standard input, and this front end takes none: give the value in the cell: `+
		`["line 2 reads standard input, and this front end takes none: give the value in the cell"]`)
	if got := <-b.gonb.seen; got != "" {
		t.Errorf("GoNB was to run %q, want nothing", got)
	}
	b.published(b.send("execute_request", map[string]any{"code": code, "allow_stdin": true}))
	if got := <-b.gonb.seen; strings.Count(got, "\ngonbui.RequestInput(\" \", false); fmt.Scan(&s)\n") != 1 || strings.Count(got, "RequestInput") != 2 {
		t.Errorf("GoNB was to run %q, want two requests for input, one on its own line", got)
	}
}
