package dialogue

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"chesscensus/chess/notation"
)

// runDialogue runs a dialogue as the command board does, with flags --plain and -n NAME, then the first position. The status is 1
// if a line failed.
func runDialogue(in string, args ...string) (status int, out, errs string) {
	var o, e bytes.Buffer
	opt := Options{Report: func(line int, err error) { fmt.Fprintf(&e, "standard input:%d: %v\n", line, err) }}
	var position []string
	for i := 1; i < len(args); i++ { // the first is the name of the command
		switch args[i] {
		case "--plain":
			opt.Plain = true
		case "-n":
			i++
			n, err := notation.ParseNotation(args[i])
			if err != nil {
				return 2, "", err.Error()
			}
			opt.Notation = n
		default:
			position = append(position, args[i])
		}
	}
	d := New(opt)
	if len(position) > 0 {
		if err := d.SetUp(strings.Join(position, " ")); err != nil {
			return 1, "", err.Error()
		}
	}
	if err := d.Run(context.Background(), strings.NewReader(in), &o); err != nil {
		return 1, o.String(), err.Error()
	}
	if d.Failed() {
		status = 1
	}
	return status, o.String(), e.String()
}

// check runs a dialogue in which no line must fail, and compares its output.
func check(t *testing.T, in, want string, args ...string) {
	t.Helper()
	if status, out, errs := runDialogue(in, args...); status != 0 || out != want || errs != "" {
		t.Errorf("%q: status %d\noutput %q\nwant   %q\nerrors %s", args, status, out, want, errs)
	}
}
