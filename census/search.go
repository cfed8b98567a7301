package census

import (
	"context"
	"fmt"
	"strings"

	"chesscensus/jupyter/cell"
	"chesscensus/jupyter/forms"
	"chesscensus/legality"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
)

// A Found is a draw with its number and its verdict. A list of them shows itself as boards.
type Found struct {
	Number  uint64
	Draw    Draw
	Verdict Verdict
}

// Find judges the draws of a sample one after the other until n of them are wanted, and returns these. The sample is limited to its
// number of draws, a million unless told otherwise. A nil function wants all. If the cell is stopped, what was found so far is returned.
func Find(s Sample, n int, want func(Verdict) bool) ([]Found, error) {
	if s.Draws == 0 {
		s.Draws = maxDraws
	}
	s, space, err := s.open()
	if err != nil {
		return nil, err
	}
	engine, err := legality.New(legality.Options{Effort: s.Effort})
	if err != nil {
		return nil, err
	}
	ctx, stop := interruptible()
	defer stop()
	var list []Found
	for i, d := range sampler.NewStream(space, s.Seed).Draws(0, uint64(max(s.Draws, 0))) {
		if len(list) >= n || ctx.Err() != nil {
			break
		}
		var v Verdict
		if s.Judge != nil {
			v = s.Judge(d.Setup)
		} else if v, err = words(d.Setup, engine.Judge(ctx, d.Setup), s.Effort); err != nil {
			return list, err
		}
		if want == nil || want(v) {
			list = append(list, Found{i, *d, v})
		}
	}
	return list, engine.Err()
}

// Say is what one stage of the engine says of a setup that it is asked about alone. A list of them shows itself as a table.
type Say struct {
	Stage   string
	Effort  Effort // from which on the engine asks it
	Verdict Verdict
	Steps   int64 // that it took, counted as the stage does; 0 for stages that count none
}

// Ask asks every stage of the engine about a setup, each alone, in the order in which the engine would. Judging ends with the first
// that decides; this goes on.
func Ask[S Some](s S) ([]Say, error) {
	setup, err := setupOf(s)
	if err != nil {
		return nil, err
	}
	ctx, stop := interruptible()
	defer stop()
	var list []Say
	for _, stage := range legality.DefaultStages() {
		v, _ := stage.Judge(ctx, setup, verdict.Budget{})
		v.Stage = stage.Name()
		w, err := words(setup, v, stage.Effort())
		if err != nil {
			return nil, err
		}
		list = append(list, Say{stage.Name(), stage.Effort(), w, v.Cost.Nodes})
	}
	return list, nil
}

// A LastMove is a move that may have led to a setup, taken back.
type LastMove struct {
	Text   string // such as "e2e4" or "d5xc6"
	Before Setup
	// Verdict on the setup before, to effort kernel. If all are illegal, so is the setup.
	Verdict Verdict
}

// LastMoves takes back the last move of a setup in every possible way, with every man that may have been captured, and judges what was
// there before to effort kernel. A setup without one is illegal, but for the initial position. A list shows itself as a table.
func LastMoves[S Some](s S) ([]LastMove, error) {
	setup, err := setupOf(s)
	if err != nil {
		return nil, err
	}
	engine, err := legality.New(legality.Options{Effort: Kernel})
	if err != nil {
		return nil, err
	}
	var list []LastMove
	for _, u := range retro.Unmoves(nil, setup, retro.Options{AllEP: true}) {
		before := retro.Undo(setup, u)
		w, err := words(before, engine.Judge(context.Background(), before), Kernel)
		if err != nil {
			return nil, err
		}
		text := u.From().String() + u.To().String()
		if c := u.Captured(); c != 0 {
			text = u.From().String() + "x" + u.To().String() + ", a " + c.String() + " taken"
		}
		list = append(list, LastMove{text, before, w})
	}
	return list, nil
}

// foundForm shows draws as boards.
func foundForm(list []Found) (cell.Rich, bool) {
	var setups []Setup
	var captions []string
	for _, f := range list {
		setups = append(setups, f.Draw.Setup)
		captions = append(captions, fmt.Sprintf("draw %d: %s", f.Number, f.Verdict.short()))
	}
	return pictured(Boards(setups, captions))
}

// short is the verdict as a caption: the outcome, with the reason's text and nothing of its evidence.
func (v Verdict) short() string {
	if v.Why != "" {
		return v.Outcome.String() + ", " + v.Why
	}
	before, _, _ := strings.Cut(v.Words, ":")
	return before
}

// askForm shows what stages say.
func askForm(list []Say) cell.Rich {
	t := NewTable("stage", "says")
	for _, s := range list {
		says := "passes on"
		if s.Verdict.Outcome != Unknown {
			says = s.Verdict.short()
		}
		t.Add(s.Stage, says)
	}
	return t.form()
}

// lastMovesForm shows moves taken back.
func lastMovesForm(list []LastMove) cell.Rich {
	t := NewTable("move taken back", "the position before it is")
	for _, m := range list[:min(len(list), forms.MaxRows)] {
		t.Add(m.Text, m.Verdict.short())
	}
	if len(list) > forms.MaxRows {
		t.Add(fmt.Sprintf("and %d more", len(list)-forms.MaxRows))
	}
	if len(list) == 0 {
		t.Add("none", "")
	}
	return t.form()
}
