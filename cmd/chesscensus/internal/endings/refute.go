package endings

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/endgame/sat"
	"chesscensus/survey/filter"
)

// refute has the cases of a proof refuted by workers: a line is the number of a case and the question, the answer its part of the refutation. What comes back is
// verified with the whole.
func (e *endgameRun) refute(ctx context.Context, w io.Writer, p *sat.Proof) error {
	var text strings.Builder
	question := p.Question()
	for i := range p.Cubes {
		fmt.Fprintf(&text, "%d %s\n", i, question)
	}
	to := &cli.App{Out: w, Err: e.app.Err, Workers: e.app.Workers, Elsewhere: e.app.Elsewhere}
	return e.engine.Filter(ctx, to, &cli.Input{Reader: strings.NewReader(text.String()), Name: "cases"}, refutes(), commandName, asked{Refute: true})
}

// refutes refutes one case after the other.
func refutes() filter.Lines {
	return filter.Lines{Batch: 1, Do: cli.OnlyOut(func(dst []byte, line string) ([]byte, error) {
		number, question, _ := strings.Cut(line, " ")
		formula, cubes, err := sat.ParseQuestion(question)
		if err != nil {
			return dst, err
		}
		i, err := strconv.Atoi(number)
		if err != nil || i < 0 || i >= len(cubes) {
			return dst, fmt.Errorf("case %.20q, want a number below %d", number, len(cubes))
		}
		part, err := sat.CertifyCase(formula, cubes[i])
		return append(dst, bytes.TrimSuffix(part, []byte("\n"))...), err
	})}
}
