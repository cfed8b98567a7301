package census

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
	"gonum.org/v1/plot"

	"chesscensus/chess"
	"chesscensus/jupyter/cell"
	"chesscensus/jupyter/forms"
	"chesscensus/jupyter/forms/frames"
	"chesscensus/plots/boards"
)

func init() {
	cell.Register(rich)
	forms.Words = func(v any) (string, bool) {
		switch e := v.(type) {
		case Interval:
			return Rounded(e), true
		case *Interval:
			if e != nil {
				return Rounded(*e), true
			}
		}
		return "", false
	}
	if gonbui.IsNotebook {
		cell.OnDisplay(func(r cell.Rich) {
			data := map[protocol.MIMEType]any{protocol.MIMETextPlain: r.Text}
			if r.HTML != "" {
				data[protocol.MIMETextHTML] = r.HTML
			}
			for kind, v := range r.Data {
				data[protocol.MIMEType(kind)] = v
			}
			gonbui.SendData(&protocol.DisplayData{Data: data})
		})
	}
}

// Show shows values in a notebook, each as if it were the last expression of a cell; in a terminal it prints their texts. The form of a
// type is that of its method HTML() string, SVG() string or MIME() map[string]any, or of a function of [Register].
func Show(values ...any) { cell.Show(values...) }

// Register adds a form in which values show themselves in a notebook: f returns it for those that it knows, as HTML and as the text that
// stands for it in a terminal, and false for others. It is asked before those registered earlier. It is meant for init functions, of a
// package of yours or of a cell: those run in every later cell.
func Register(f func(v any) (html, text string, ok bool)) {
	cell.Register(func(v any) (cell.Rich, bool) {
		h, t, ok := f(v)
		return cell.Rich{HTML: h, Text: t}, ok
	})
}

// rich returns the form in which a value of this package, or of one that it imports, is shown in a notebook. Other values are left to
// package forms.
func rich(v any) (cell.Rich, bool) {
	switch v := v.(type) {
	case Picture:
		return cell.Rich{HTML: v.HTML, Text: v.Text}, true
	case chess.Setup:
		return pictureForm(Board(v))
	case chess.Position:
		return pictureForm(Board(v))
	case chess.Game:
		return pictureForm(Player(&v))
	case *chess.Game:
		if v == nil {
			return cell.Rich{}, false
		}
		return pictureForm(Player(v))
	case Draw:
		p, err := Board(v.Setup, Look{Caption: fmt.Sprintf("multiplicity %d", v.Multiplicity)})
		return pictureForm(p, err)
	case LegalPosition:
		return pictureForm(Board(v.Position))
	case Verdict:
		return verdictForm(v), true
	case Interval:
		return intervalForm(&v), true
	case *Interval:
		return pointerForm(v, intervalForm)
	case plot.Plotter:
		p := plot.New()
		p.Add(v)
		return forms.Of(p)
	case *dataframe.Groups:
		return pointerForm(v, frames.Groups)
	case *Estimated:
		return pointerForm(v, estimateForm)
	case *Report:
		return pointerForm(v, reportForm)
	case dataframe.DataFrame:
		return frames.Form(v), true
	case series.Series:
		return frames.Form(dataframe.New(v)), true
	case *Table:
		return pointerForm(v, (*Table).form)
	case *ProofKernel:
		return pointerForm(v, kernelForm)
	case *Mates:
		return pointerForm(v, matesForm)
	case *Endgames:
		return pointerForm(v, endgamesForm)
	case *Compared:
		return pointerForm(v, comparedForm)
	case *Proven:
		return pointerForm(v, provenForm)
	case *Tabulated:
		return pointerForm(v, tabulatedForm)
	case []Found:
		return foundForm(v)
	case []Say:
		return askForm(v), true
	case []LastMove:
		return lastMovesForm(v), true
	}
	return forms.Of(v)
}

// pointerForm returns the form of the value of a pointer, none for nil.
func pointerForm[T any](v *T, form func(*T) cell.Rich) (cell.Rich, bool) {
	if v == nil {
		return cell.Rich{}, false
	}
	return form(v), true
}

// intervalForm returns an estimate rounded by its interval.
func intervalForm(e *Interval) cell.Rich {
	return cell.Rich{HTML: forms.Line(Rounded(*e)), Text: Rounded(*e)}
}

// pictureForm returns the form of a picture, none if there was an error.
func pictureForm(p Picture, err error) (cell.Rich, bool) {
	return cell.Rich{HTML: p.HTML, Text: p.Text}, err == nil
}

// A Picture is HTML for a notebook, and text for a terminal.
type Picture struct{ HTML, Text string }

// String returns the text that stands for the picture in a terminal.
func (p Picture) String() string { return p.Text }

// A Look adapts a board or a player: its width, marked squares, arrows, the last move, a caption, and from which side it is seen.
type Look = boards.Options

// Board returns a picture of any setup, legal or not: with a mark for a check, and the extras of a [Look].
func Board[S Some](s S, look ...Look) (Picture, error) {
	setup, err := setupOf(s)
	if err != nil {
		return Picture{}, err
	}
	o := firstOr(look, Look{})
	text := setup.Board.String() + "\n" + setup.String()
	if o.Caption != "" {
		text += "\n" + o.Caption
	}
	return Picture{boards.HTML(setup, o), text}, nil
}

// Player returns a picture in which a game can be played forward and back. The error is that of a game with a move that is not legal, or
// of no game (nil), which a verdict has that is not legal.
func Player(g *Game, look ...Look) (Picture, error) {
	if g == nil {
		return Picture{}, errors.New("census: no game to play: only the verdict of a legal position has one")
	}
	page, err := boards.Player(g, firstOr(look, Look{}))
	if err != nil {
		return Picture{}, err
	}
	start := g.Start
	if start == (Position{}) {
		start = chess.InitialPosition()
	}
	final, _ := g.Final() // boards.Player has checked that all moves are legal
	moves := strings.Join(start.Numbered(g.Moves, max(g.Fullmove, 1)), " ")
	return Picture{page, moves + "\n" + final.String()}, nil
}

// verdictForm returns the form of a verdict with its argument: the men that it rests on are marked, or the game can be played.
func verdictForm(v Verdict) cell.Rich {
	words := withReason(v)
	var p Picture
	var err error
	if v.Game != nil {
		p, err = Player(v.Game)
	} else {
		p, err = Board(v.Setup, Look{Marks: v.Squares})
	}
	if err != nil {
		return cell.Rich{HTML: forms.Line(words), Text: words}
	}
	return cell.Rich{HTML: forms.Line(words) + p.HTML, Text: words + "\n" + p.Text}
}

// withReason returns the words of a verdict, followed by its reason unless they contain it.
func withReason(v Verdict) string {
	if v.Why != "" && !strings.Contains(v.Words, v.Why) {
		return v.Words + ". " + v.Why
	}
	return v.Words
}
