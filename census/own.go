package census

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/go-gota/gota/dataframe"

	"chesscensus/jupyter/cell"
	"chesscensus/jupyter/forms"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/survey/draws"
)

// A Rule is a judge of your own. It returns a verdict of which Outcome, Stage and Why count. It may be called from several goroutines at
// once.
type Rule func(Setup) Verdict

// answer returns the rule as a judge of package draws, nil for none.
func (r Rule) answer() draws.Judge {
	if r == nil {
		return nil
	}
	return func(s Setup) draws.Answer {
		v := r(s)
		return draws.Answer{Outcome: v.Outcome, Stage: v.Stage, Reason: v.Why}
	}
}

// outcome returns the rule as a judge of package survey, nil for none.
func (r Rule) outcome() func(Setup) Outcome {
	if r == nil {
		return nil
	}
	return func(s Setup) Outcome { return r(s).Outcome }
}

// A Row is a draw with its verdict; see package draws.
type Row = draws.Row

// Rows judges a sample and yields its draws one after the other, as many as you like; an error comes last.
func Rows(s Sample) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		c, err := s.rows()
		if err != nil {
			yield(Row{}, err)
			return
		}
		ctx, stop := interruptible()
		defer stop()
		draws.All(ctx, c)(yield)
	}
}

// rows returns the sample as a configuration of package draws.
func (s Sample) rows() (draws.Config, error) {
	s, space, err := s.open()
	return draws.Config{Space: space, Seed: s.Seed, Draws: uint64(max(s.Draws, 0)), Judge: s.Judge.answer(), Effort: s.Effort}, err
}

// Frame judges a sample and returns it as a data frame of gota, a row a draw: number, fen, men, pawns, captures, promotions, side, check,
// rights, en_passant, verdict, stage, reason, weight, multiplicity, value, micros; see [draws.Frame]. With N the size of the space, N times
// the mean of value is the estimate of [Survey]. A hundred thousand rows to effort Kernel take a second; a million is the most. If the cell
// is stopped, it has the rows until then.
func Frame(s Sample) (dataframe.DataFrame, error) {
	c, err := s.rows()
	if err != nil {
		return dataframe.DataFrame{}, err
	}
	ctx, stop := interruptible()
	defer stop()
	df, err := draws.Frame(ctx, c)
	if errors.Is(err, context.Canceled) && df.Nrow() > 0 {
		err = nil
	}
	return df, err
}

// CheckSpace checks whether a space, such as one of your own, meets the demands of [sampler.Space]; see [draws.CheckSpace].
func CheckSpace(space sampler.Space) (*draws.SpaceCheck, error) { return draws.CheckSpace(space, 1) }

// Mean estimates the mean of a number over all legal positions of a space, such as how many men there are, with its interval.
func Mean(s Sample, f func(Row) float64) (Interval, error) {
	if f == nil {
		return Interval{}, errors.New("census: no function to take the mean of")
	}
	return draws.Mean(Rows(s), func(r *Row) float64 { return f(*r) })
}

// Tabulated is the table of the verdicts of two judges on the same draws. It is shown with boards of draws on which they differ.
type Tabulated = draws.Tabulated

// Tabulate has two judges answer the draws of a sample: a rule of your own, and another one or, if that is nil, the sample's Judge or the
// engine to the sample's effort. A rule that panics is counted as failed at that draw.
func Tabulate(s Sample, own, other Rule) (*Tabulated, error) {
	if other != nil {
		s.Judge = other
	}
	c, err := s.rows()
	if err != nil {
		return nil, err
	}
	ctx, stop := interruptible()
	defer stop()
	t, err := draws.Tabulate(ctx, c, own.answer(), 3)
	if errors.Is(err, context.Canceled) && t.Draws > 0 {
		err = nil
	}
	return t, err
}

// tabulatedForm returns the table of two judges, and boards of the draws on which they differ.
func tabulatedForm(t *Tabulated) cell.Rich {
	table := NewTable("yours says", "the other: illegal", "legal", "unknown", "failed")
	order := []int{int(verdict.Illegal), int(verdict.Legal), int(verdict.Unknown), len(t.Counts) - 1}
	for _, i := range order {
		row := []any{draws.KindName(i)}
		for _, j := range order {
			row = append(row, t.Counts[i][j])
		}
		table.Add(row...)
	}
	body, foot := table.form(), fmt.Sprintf("%d draws; one says legal and the other illegal: %d", t.Draws, t.Contradicted)
	var setups []Setup
	var captions []string
	for _, d := range t.Differences {
		setups = append(setups, d.Draw.Setup)
		captions = append(captions, fmt.Sprintf("draw %d. yours: %s; other: %s", d.Number, d.Mine, d.Answer))
	}
	boards, ok := pictureForm(Boards(setups, captions))
	if len(setups) == 0 || !ok {
		boards = cell.Rich{}
	}
	return cell.Rich{HTML: body.HTML + forms.Line(foot) + boards.HTML, Text: body.Text + "\n" + foot + "\n" + boards.Text}
}
