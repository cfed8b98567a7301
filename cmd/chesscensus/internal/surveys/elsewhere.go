package surveys

import (
	"context"
	"errors"
	"fmt"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/engines"
	"chesscensus/legality"
	"chesscensus/survey/filter"
	"chesscensus/survey/record"
	"chesscensus/survey/remote"
)

// elsewhere has the lines of an errand handled by workers on an engine.
func elsewhere(ctx context.Context, a *cli.App, e cli.Errand) error {
	log, err := engines.Logger(a, "warn")
	if err != nil {
		return err
	}
	conn, err := remote.Dial(e.Access, "chesscensus "+e.Command, log)
	if err != nil {
		return err
	}
	defer conn.Close()
	list := remote.Lines{Work: remote.Work{Command: e.Command, Options: e.Options},
		Own: func(ctx context.Context, c *filter.Chunk) (*filter.Answer, error) {
			return e.Lines.Answer(c), ctx.Err()
		},
		Pool: &remote.Pool{Conn: conn, Origin: record.Origin{Engine: legality.Version}, Checks: e.Checks}}
	if e.Checks == 0 {
		list.Pool.Checks = -1
	}
	bad := false
	err = list.Run(ctx, func(ctx context.Context, elsewhere filter.Answerer) error {
		l := e.Lines
		l.Elsewhere = elsewhere
		err := a.FilterInput(ctx, e.Input, l)
		if bad = errors.Is(err, cli.ErrBadInput); bad {
			return nil
		}
		return err
	})
	if err == nil && bad {
		return cli.ErrBadInput
	}
	return err
}

// answers finds what answers chunks of lines for a command, among those that the rooms of the program have.
func answers(a *cli.App) func(remote.Work) (filter.Answerer, error) {
	return func(w remote.Work) (filter.Answerer, error) {
		makes := a.Works[w.Command]
		if makes == nil {
			return nil, fmt.Errorf("no command %.20q whose lines a worker can do", w.Command)
		}
		return makes(w.Options)
	}
}
