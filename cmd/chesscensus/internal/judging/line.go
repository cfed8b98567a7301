package judging

import (
	"context"
	"fmt"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/chesscounter"
	"chesscensus/legality/lines"
	"chesscensus/legality/verdict"
)

// A judge is a judge of lines and of what is printed of them.
type judge struct {
	lineJudge
	style   cli.MoveStyle
	verbose bool
	certify bool // write certificates to the second output
	json    bool // print records instead of lines
	people  bool // print the answer for a person instead of the line

	paint func(cli.Color, string) string // colors of answers for people
}

// slowBatch is the number of lines that a worker judges before they are written, where a line
// may take long.
const slowBatch = 8

// batch returns how many lines a worker takes at a time: few if a line may take long.
func (j *judge) batch() int {
	if j.Options.Effort >= verdict.Path {
		return slowBatch
	}
	return cli.BatchLines
}

// line judges one line and appends what is wanted of it to dst, and the certificate to side.
func (j *judge) line(ctx context.Context, dst, side []byte, text string) ([]byte, []byte, error) {
	first := len(dst)
	dst, r, err := j.Line(ctx, dst, text)
	if err != nil {
		if j.json || j.people {
			dst = dst[:first]
		}
		return dst, side, err
	}
	if j.certify && r.Judged && r.Verdict.Decided() {
		if side, err = appendCertificate(side, &r.Line.Setup, &r.Verdict); err != nil {
			return dst, side, err
		}
	}
	switch {
	case j.json:
		dst, err = appendRecord(dst[:first], &r)
		return dst, side, err
	case j.people:
		return append(dst[:first], j.answer(ctx, &r)...), side, nil
	case j.verbose && r.Judged:
		dst = cli.AppendComment(dst, j.reasons(&r))
	}
	return dst, side, nil
}

// reasons says in words what a verdict rests on, and what to try next if there is none.
func (j *judge) reasons(r *result) string {
	text := lines.Explain(&r.Verdict, &r.Line.Setup)
	if r.Attempt != nil {
		text += fmt.Sprintf("no game within %d planned plies: %s\n", r.Attempt.Plies, r.Attempt.Why) + lines.Closest(r.Attempt)
	}
	if !r.Verdict.Decided() && r.Verdict.Stop != verdict.Memory {
		text += j.next(&r.Line.Setup)
	}
	return text
}

// counterLine judges one line by the rules of ChessCounter, which know the diagram and
// the side to move only. What they accept is unknown.
func counterLine(o *chesscounter.Options, dst []byte, text string) ([]byte, error) {
	read, err := cli.ReadLine(text, false)
	if err != nil {
		return dst, err
	}
	l := read.Line
	l.Groups = nil
	switch v := o.Judge(&l.Setup, chesscounter.Split); {
	case v.Accepted():
		l.Set("unknown")
	case v.Rule == chesscounter.Outside:
		l.Set("illegal", strings.Fields("ChessCounter, outside its space")...)
	default:
		name := chesscounter.Rules()[v.Rule-1].Name
		l.Set("illegal", strings.Fields(fmt.Sprintf("ChessCounter rule %d, %s", v.Rule, name))...)
	}
	return l.Append(dst), nil
}
