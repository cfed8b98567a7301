package endings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/endgame/proof"
	"chesscensus/legality/endgame/sat"
	"chesscensus/survey/filter"
)

// ask has workers answer the questions of a proof: those of this program, or others by the engine. A question is a line, and so is its answer.
func (e *endgameRun) ask(ctx context.Context, list []proof.Question) ([]*sat.Part, error) {
	var text, errs bytes.Buffer
	for i := range list {
		line, err := json.Marshal(&list[i])
		if err != nil {
			return nil, err
		}
		text.Write(append(line, '\n'))
	}
	answers := answerCounter{bar: e.app.ProgressBar(uint64(len(list)), "rows of the black king")}
	defer answers.bar.Finish()
	one := &cli.App{Out: &answers, Err: &errs, Workers: e.app.Workers, Elsewhere: e.app.Elsewhere}
	in := &cli.Input{Reader: &text, Name: "questions"}
	var err error
	if e.engine.Access.URL != "" {
		err = e.engine.Filter(ctx, one, in, e.questions(ctx), commandName, e.asked())
	} else {
		err = one.FilterInput(ctx, in, e.questions(ctx))
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if errors.Is(err, cli.ErrBadInput) {
		err = errors.New(strings.TrimSpace(errs.String()))
	}
	if err != nil {
		return nil, err
	}
	var parts []*sat.Part
	for line := range bytes.Lines(answers.Bytes()) {
		p := new(sat.Part)
		if err := cli.ParseJSON(line, p); err != nil {
			return nil, fmt.Errorf("an answer of a worker: %w", err)
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// An answerCounter keeps answers, and shows how many there are.
type answerCounter struct {
	bytes.Buffer
	bar cli.Progress
}

func (c *answerCounter) Write(b []byte) (int, error) {
	n, err := c.Buffer.Write(b)
	c.bar.Set(uint64(bytes.Count(c.Bytes(), []byte("\n"))))
	return n, err
}

// questions answers one question at a time.
func (e *endgameRun) questions(ctx context.Context) filter.Lines {
	return filter.Lines{Batch: 1, Do: cli.OnlyOut(func(dst []byte, line string) ([]byte, error) {
		var q proof.Question
		if err := cli.ParseJSON([]byte(line), &q); err != nil {
			return dst, err
		}
		p, err := q.Answer(ctx)
		if err != nil {
			return dst, err
		}
		text, err := json.Marshal(p)
		return append(dst, text...), err
	})}
}
