package census

import (
	"context"
	"fmt"
	"strings"

	chessforms "chesscensus/chess/notation/forms"
	"chesscensus/jupyter/cell"
	"chesscensus/jupyter/forms"
	"chesscensus/legality"
	"chesscensus/legality/lastmoves"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
)

// A Found is a draw that [Find] returns, with its number and its verdict. A list of them is shown as boards.
type Found struct {
	Number  uint64
	Draw    Draw
	Verdict Verdict
}

// Find judges the draws of a sample one after the other until want has accepted n of them, and returns these. The sample is limited to its
// number of draws, by default a million. A nil want accepts all. If the cell is stopped, Find returns those found so far.
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
	for i, d := range sampler.NewStream(space, s.Seed).Draws(0, uint64(s.Draws)) {
		if len(list) >= n || ctx.Err() != nil {
			break
		}
		var v Verdict
		if s.Judge != nil {
			v = s.Judge(d.Setup)
		} else if v, err = newVerdict(d.Setup, engine.Judge(ctx, d.Setup), s.Effort); err != nil {
			return list, err
		}
		if want == nil || want(v) {
			list = append(list, Found{i, *d, v})
		}
	}
	return list, engine.Err()
}

// A Say is the answer of one stage of the engine about a setup, without the stages before it. A list of them is shown as a table.
type Say struct {
	Stage   string
	Effort  Effort // the least effort at which the engine runs the stage
	Verdict Verdict
	Steps   int64 // as the stage counts them; 0 for stages that count none
}

// Ask runs every stage of the engine on a setup, each alone, in the order of the engine. [Judge] ends with the first
// stage that decides; Ask goes on.
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
		w, err := newVerdict(setup, v, stage.Effort())
		if err != nil {
			return nil, err
		}
		list = append(list, Say{Stage: stage.Name(), Effort: stage.Effort(), Verdict: w, Steps: v.Cost.Nodes})
	}
	return list, nil
}

// A LastMove is a move that may have led to a setup.
type LastMove struct {
	Text     string // such as "e2-e4" or "d5xc6, takes a knight"
	From, To Square
	Before   Setup
	// Verdict on Before. If those of all last moves are illegal, so is the setup.
	Verdict Verdict
}

// LastMoves takes back the last move of a setup in every possible way, with every man that may have been captured, and judges the setups
// before, to effort Games unless another is named. If all are refuted the setup is illegal, unless it is the initial position. A list is
// shown as boards, with an arrow each, of the setups that are not refuted, and a table of the others.
func LastMoves[S Some](s S, effort ...Effort) ([]LastMove, error) {
	return takeBack(s, effort, lastmoves.List)
}

// ForcedMoves returns the last moves of a setup that are forced, n at most, the last one first: instead of each no other is possible.
func ForcedMoves[S Some](s S, n int, effort ...Effort) ([]LastMove, error) {
	return takeBack(s, effort, func(ctx context.Context, e *legality.Engine, s Setup) ([]lastmoves.Move, error) {
		return lastmoves.Forced(ctx, e, s, n)
	})
}

// takeBack makes an engine of the asked effort and returns the moves that find returns for it, each with the verdict on the setup before it.
func takeBack[S Some](s S, effort []Effort, find func(context.Context, *legality.Engine, Setup) ([]lastmoves.Move, error)) ([]LastMove, error) {
	setup, err := setupOf(s)
	if err != nil {
		return nil, err
	}
	asked := firstOr(effort, Games)
	engine, err := legality.New(legality.Options{Effort: asked})
	if err != nil {
		return nil, err
	}
	ctx, stop := interruptible()
	defer stop()
	moves, err := find(ctx, engine, setup)
	var list []LastMove
	for _, m := range moves {
		w, err := newVerdict(m.Before, m.Verdict, asked)
		if err != nil {
			return nil, err
		}
		list = append(list, LastMove{Text: m.String(), From: m.From(), To: m.To(), Before: m.Before, Verdict: w})
	}
	return list, err
}

// Cases judges a diagram, the first field of a FEN record, for either side to move, with every set of castling rights and every en passant
// square that it allows, to effort Games. It returns the verdicts as a table.
func Cases(diagram string) (*Table, error) {
	r, err := chessforms.Read(diagram)
	if err != nil {
		return nil, err
	}
	engine, err := legality.New(legality.Options{Effort: Games})
	if err != nil {
		return nil, err
	}
	ctx, stop := interruptible()
	defer stop()
	cases, err := lastmoves.Cases(ctx, engine, r.Setup.Board)
	t := NewTable("to move", "castling", "en passant", "it is")
	for _, c := range cases {
		w, err := newVerdict(c.Setup, c.Verdict, Games)
		if err != nil {
			return nil, err
		}
		t.Add(c.Setup.Turn, c.Setup.Castling, c.Setup.EP, w.short())
	}
	return t, err
}

// foundForm returns the form of a list of found draws: their boards, each with its number and verdict below.
func foundForm(list []Found) (cell.Rich, bool) {
	var setups []Setup
	var captions []string
	for _, f := range list {
		setups = append(setups, f.Draw.Setup)
		captions = append(captions, fmt.Sprintf("draw %d: %s", f.Number, f.Verdict.short()))
	}
	return pictureForm(Boards(setups, captions))
}

// short returns the verdict as a caption: the outcome and the text of the reason, without its evidence.
func (v Verdict) short() string {
	if v.Why != "" {
		return v.Outcome.String() + ", " + v.Why
	}
	before, _, _ := strings.Cut(v.Words, ":")
	return before
}

// askForm returns the form of what the stages say: a table with a row per stage.
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

// lastMovesForm returns the form of moves taken back: boards of the possible ones, and a table of the others.
func lastMovesForm(list []LastMove) cell.Rich {
	t := NewTable("move taken back", "the position before it is")
	refuted := 0
	var possible []Setup
	var captions []string
	var looks []Look
	for _, m := range list {
		if m.Verdict.Outcome == Illegal {
			refuted++
		}
		if m.Verdict.Outcome == Illegal || len(possible) == mostBoards {
			if len(t.Rows) < forms.MaxRows {
				t.Add(m.Text, m.Verdict.short())
			}
			continue
		}
		possible = append(possible, m.Before)
		captions = append(captions, m.Text+": before it, "+m.Verdict.short())
		looks = append(looks, Look{Arrows: []Arrow{{From: m.From, To: m.To}}})
	}
	head := fmt.Sprintf("last moves: %d, refuted: %d", len(list), refuted)
	if n := len(list) - len(possible); n > len(t.Rows) {
		head += fmt.Sprintf("; of %d without a board %d are shown", n, len(t.Rows))
	}
	body := t.form()
	if len(t.Rows) == 0 {
		body = cell.Rich{}
	}
	boards, err := gallery(possible, captions, looks)
	if err != nil {
		return cell.Rich{HTML: forms.Line(err.Error()), Text: err.Error()}
	}
	return cell.Rich{HTML: forms.Line(head) + boards.HTML + body.HTML, Text: strings.TrimSpace(head + "\n" + boards.Text + "\n" + body.Text)}
}

// mostBoards is the number of boards in a list.
const mostBoards = 24
