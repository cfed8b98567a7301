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

// A linePrinter judges lines and prints the results in the form that the flags select.
type linePrinter struct {
	lineJudge
	style              cli.MoveStyle
	verbose            bool
	writesCertificates bool // append certificates to the second output
	json               bool // print records instead of lines
	forPeople          bool // print the answer for a person instead of the line

	paint func(cli.Color, string) string // colors of answers for people
}

// slowBatch is the number of lines in a batch at efforts at which one line may take long.
const slowBatch = 8

// judgeLine judges one line. It appends the result to dst and the certificate to side.
func (p *linePrinter) judgeLine(ctx context.Context, dst, side []byte, text string) (out, second []byte, err error) {
	first := len(dst)
	dst, r, err := p.Line(ctx, dst, text)
	if err != nil {
		if p.json || p.forPeople {
			dst = dst[:first]
		}
		return dst, side, err
	}
	if p.writesCertificates && r.Judged && r.Verdict.Decided() {
		if side, err = appendCertificate(side, &r.Line.Setup, &r.Verdict); err != nil {
			return dst, side, err
		}
	}
	switch {
	case p.json:
		dst, err = appendRecord(dst[:first], &r)
		return dst, side, err
	case p.forPeople:
		return append(dst[:first], p.answerText(ctx, &r)...), side, nil
	case p.verbose && r.Judged:
		dst = cli.AppendComment(dst, p.explanation(&r))
	}
	return dst, side, nil
}

// explanation returns the reasons for a verdict in words, or, if there is no verdict, what to try next.
func (p *linePrinter) explanation(r *result) string {
	text := lines.Explain(&r.Verdict, &r.Line.Setup)
	if r.Attempt != nil {
		text += fmt.Sprintf("no game within %d planned plies: %s\n", r.Attempt.Plies, r.Attempt.Why) + lines.Closest(r.Attempt)
	}
	if !r.Verdict.Decided() && r.Verdict.Stop != verdict.Memory {
		text += p.nextSteps(&r.Line.Setup)
	}
	return text
}

// judgeByChessCounter judges one line by the rules of ChessCounter, which use only the diagram and
// the side to move. Positions that they accept are unknown.
func judgeByChessCounter(o *chesscounter.Options, dst []byte, text string) ([]byte, error) {
	parsed, err := cli.ReadLine(text, false)
	if err != nil {
		return dst, err
	}
	l := parsed.Line
	l.Groups = nil
	switch v := o.Judge(&l.Setup, chesscounter.Split); {
	case v.Accepted():
		l.Set(unknown)
	case v.Rule == chesscounter.Outside:
		l.Set(illegal, "ChessCounter,", "outside", "its", "space")
	default:
		name := chesscounter.Rules()[v.Rule-1].Name
		l.Set(illegal, strings.Fields(fmt.Sprintf("ChessCounter rule %d, %s", v.Rule, name))...)
	}
	return l.Append(dst), nil
}
