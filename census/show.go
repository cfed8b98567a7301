package census

import (
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

// Show shows values in a notebook, each as the last expression of a cell would; in a
// terminal it prints their texts. A type shows itself by a method HTML() string, SVG() string or MIME() map[string]any, or by a form of [Register].
func Show(values ...any) { cell.Show(values...) }

// Register adds a form in which values show themselves in a notebook: f returns it for those that it knows, as HTML and as the text that stands for it in a
// terminal, and false for others. It is asked before those registered earlier. It is meant for init functions, of a package of yours or of a cell: those run in every later cell.
func Register(f func(v any) (html, text string, ok bool)) {
	cell.Register(func(v any) (cell.Rich, bool) {
		h, t, ok := f(v)
		return cell.Rich{HTML: h, Text: t}, ok
	})
}

// rich is the form in which values of this package and those below it show themselves.
func rich(v any) (cell.Rich, bool) {
	switch v := v.(type) {
	case Picture:
		return cell.Rich{HTML: v.HTML, Text: v.Text}, true
	case chess.Setup:
		return pictured(Board(v))
	case chess.Position:
		return pictured(Board(v))
	case chess.Game:
		return pictured(Player(&v))
	case *chess.Game:
		if v == nil {
			return cell.Rich{}, false
		}
		return pictured(Player(v))
	case Draw:
		p, err := Board(v.Setup, Look{Caption: fmt.Sprintf("multiplicity %d", v.Multiplicity)})
		return pictured(p, err)
	case LegalPosition:
		return pictured(Board(v.Position))
	case Verdict:
		return verdictForm(v), true
	case Interval:
		return cell.Rich{HTML: forms.Line(Rounded(v)), Text: Rounded(v)}, true
	case *Interval:
		return shown(v, func(e *Interval) cell.Rich { return cell.Rich{HTML: forms.Line(Rounded(*e)), Text: Rounded(*e)} })
	case plot.Plotter:
		p := plot.New()
		p.Add(v)
		return forms.Of(p)
	case *dataframe.Groups:
		return shown(v, frames.Groups)
	case *Estimated:
		if v == nil {
			return cell.Rich{}, false
		}
		return estimateForm(v), true
	case *Report:
		if v == nil {
			return cell.Rich{}, false
		}
		return reportForm(v), true
	case dataframe.DataFrame:
		return frames.Form(v), true
	case series.Series:
		return frames.Form(dataframe.New(v)), true
	case *Table:
		return shown(v, (*Table).form)
	case *ProofKernel:
		return shown(v, kernelForm)
	case *Mates:
		return shown(v, matesForm)
	case *Endgames:
		return shown(v, endgamesForm)
	case *Compared:
		return shown(v, comparedForm)
	case *Proven:
		return shown(v, provenForm)
	case *Tabulated:
		return shown(v, tabulatedForm)
	case []Found:
		return foundForm(v)
	case []Say:
		return askForm(v), true
	case []LastMove:
		return lastMovesForm(v), true
	}
	return forms.Of(v)
}

// shown is the form of what a pointer points to, none for nil.
func shown[T any](v *T, form func(*T) cell.Rich) (cell.Rich, bool) {
	if v == nil {
		return cell.Rich{}, false
	}
	return form(v), true
}

func pictured(p Picture, err error) (cell.Rich, bool) {
	return cell.Rich{HTML: p.HTML, Text: p.Text}, err == nil
}

// A Picture shows itself in a notebook.
type Picture struct{ HTML, Text string }

// String is what stands for the picture in a terminal.
func (p Picture) String() string { return p.Text }

// A Look adapts a board or a player: its width, marked squares, arrows, the last move,
// a caption, and from which side it is seen.
type Look = boards.Options

// Board is the picture of any setup, legal or not: with a check, and with what a [Look] asks for.
func Board[S Some](s S, look ...Look) (Picture, error) {
	setup, err := setupOf(s)
	if err != nil {
		return Picture{}, err
	}
	o := lookOf(look)
	text := setup.Board.String() + "\n" + setup.String()
	if o.Caption != "" {
		text += "\n" + o.Caption
	}
	return Picture{boards.HTML(setup, o), text}, nil
}

// Player is a game that can be played forward and back. The error is that of a game with
// a move that is not legal.
func Player(g *Game, look ...Look) (Picture, error) {
	o := lookOf(look)
	text, err := boards.Player(g, o)
	if err != nil {
		return Picture{}, err
	}
	start := g.Start
	if start == (Position{}) {
		start = chess.InitialPosition()
	}
	final, _ := g.Final() // Player has asked
	moves := strings.Join(start.Numbered(g.Moves, max(g.Fullmove, 1)), " ")
	return Picture{text, moves + "\n" + final.String()}, nil
}

// lookOf is the look that was named, if any.
func lookOf(look []Look) Look {
	if len(look) == 0 {
		return Look{}
	}
	return look[0]
}

// verdictForm is a verdict with its argument: the men that it rests on are marked, or the
// game can be played.
func verdictForm(v Verdict) cell.Rich {
	words := reasoned(v)
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

// reasoned is the outcome and, unless it is among them, the reason.
func reasoned(v Verdict) string {
	if v.Why != "" && !strings.Contains(v.Words, v.Why) {
		return v.Words + ". " + v.Why
	}
	return v.Words
}
