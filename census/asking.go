package census

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"chesscensus/chess"
	"chesscensus/jupyter/forms"
	"chesscensus/jupyter/widgets"
	"chesscensus/plots/boards"
)

//go:embed asking.js
var askingJS string

//go:embed setupboard.js
var setupBoardJS string

//go:embed sliders.js
var slidersJS string

//go:embed another.js
var anotherJS string

// askingPicture returns a picture whose script sends questions to f and shows the answers. begin returns the picture that is shown where
// scripts do not run, and data for the script; kind and data make the id of the picture unique.
func askingPicture(kind, script string, f widgets.Func, begin func() (still Picture, data any, err error)) (Picture, error) {
	var still Picture
	var data any
	if !widgets.Answering() { // else the first run of the program has shown the picture
		var err error
		if still, data, err = begin(); err != nil {
			return Picture{}, err
		}
	}
	text, err := json.Marshal(data) // with <, > and & as escapes
	if err != nil {
		return Picture{}, err
	}
	address, err := json.Marshal(widgets.Offer(f))
	if err != nil {
		return Picture{}, err
	}
	sum := fnv.New64a()
	for _, part := range []string{kind, string(text), string(address), still.HTML} {
		sum.Write([]byte(part))
	}
	id := fmt.Sprintf("%016x", sum.Sum64())
	return Picture{
		HTML: fmt.Sprintf("<div class=\"cc-asking\" data-asking=\"%s\"><div class=\"cc-still\">%s</div></div>\n"+
			"<script>(function(){var id=%q,to=%s,data=%s;\n%s%s})();</script>",
			id, still.HTML, id, address, text, askingJS, script),
		Text: still.Text,
	}, nil
}

// A page is an answer to a picture's script: HTML to show, and squares to mark.
type page struct {
	HTML  string `json:"html"`
	Marks []int  `json:"marks,omitempty"` // squares that a refutation rests on
}

// SetupBoard returns a board on which men are placed with the mouse or by keys; the verdict with its reason, to effort [Games], is shown
// after each change. It begins with a FEN record, or the initial position. It works in JupyterLab with the kernel that has run the cell;
// elsewhere it is a still picture.
func SetupBoard(fen ...string) (Picture, error) {
	start := chess.InitialSetup()
	if len(fen) > 1 {
		return Picture{}, fmt.Errorf("census: %d positions for one board", len(fen))
	}
	if len(fen) > 0 {
		var err error
		if start, err = FEN(fen[0]); err != nil {
			return Picture{}, err
		}
	}
	return askingPicture("setup board", setupBoardJS, judgeText, func() (Picture, any, error) {
		ctx, stop := interruptible()
		defer stop()
		v, err := judge(ctx, start, Games, false)
		if err != nil {
			return Picture{}, nil, err
		}
		first, err := pageOf(v)
		if err != nil {
			return Picture{}, nil, err
		}
		still, err := Board(start, Look{Marks: v.Squares})
		still.HTML += forms.Line(withReason(v))
		still.Text += "\n" + withReason(v)
		return still, map[string]any{"fen": start.String(), "first": first, "defs": boards.Drawings(), "width": boards.DefaultWidth}, err
	})
}

// judgeText returns the verdict on a FEN record, encoded as JSON, as a page.
func judgeText(ctx context.Context, question json.RawMessage) (any, error) {
	var text string
	if err := json.Unmarshal(question, &text); err != nil {
		return nil, err
	}
	setup, err := FEN(text)
	if err != nil {
		return nil, err
	}
	v, err := judge(ctx, setup, Games, false)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	return pageOf(v)
}

// pageOf returns a verdict as a page: its words, the squares that it rests on, and a player of its game.
func pageOf(v Verdict) (page, error) {
	p := page{HTML: forms.Line(withReason(v))}
	for _, sq := range v.Squares {
		p.Marks = append(p.Marks, int(sq))
	}
	if v.Game == nil {
		return p, nil
	}
	player, err := Player(v.Game)
	p.HTML += player.HTML
	return p, err
}

// A Slider is a whole number that the user chooses.
type Slider struct {
	Name     string
	From, To int // the smallest and the largest value
	Start    int // the first value; 0 means From if 0 is not in the range
}

// Sliders returns a picture that is computed anew when a slider is moved: f gets the values, one for each slider. It may be any function, a
// closure over variables of the cell included. Its printed output is lost, and an error is shown in the place of the picture. It works in
// JupyterLab with the kernel that has run the cell; elsewhere the first picture is shown.
func Sliders(f func(values ...int) (Picture, error), sliders ...Slider) (Picture, error) {
	if len(sliders) == 0 || f == nil {
		return Picture{}, errors.New("census: no slider, or no function that draws its picture")
	}
	sliders = slices.Clone(sliders)
	start := make([]int, len(sliders))
	for i, s := range sliders {
		if s.Start == 0 && (s.From > 0 || s.To < 0) {
			s.Start, sliders[i].Start = s.From, s.From
		}
		if s.From > s.To || s.Start < s.From || s.Start > s.To {
			return Picture{}, fmt.Errorf("census: slider %q goes from %d to %d and starts at %d; want from <= start <= to", s.Name, s.From, s.To, s.Start)
		}
		start[i] = s.Start
	}
	compute := func(_ context.Context, question json.RawMessage) (any, error) {
		var values []int
		if err := json.Unmarshal(question, &values); err != nil || len(values) != len(sliders) {
			return nil, fmt.Errorf("%s are no values of %d sliders", question, len(sliders))
		}
		p, err := f(values...)
		return page{HTML: p.HTML}, err
	}
	return askingPicture("sliders", slidersJS, compute, func() (Picture, any, error) {
		still, err := f(start...)
		return still, sliders, err
	})
}

// RandomPositions returns a picture of a random legal position with its game, and a button that draws another: each legal position is as
// likely as any other, see [RandomPosition]. The first is that of the seed. The button chooses seeds at random and shows them, so that each
// position can be drawn again.
func RandomPositions(seed uint64) (Picture, error) {
	draw := func(seed uint64) (Picture, error) {
		g, err := RandomPosition(seed)
		if err != nil {
			return Picture{}, err
		}
		return Player(g)
	}
	another := func(context.Context, json.RawMessage) (any, error) {
		seed := rand.Uint64N(1_000_000)
		p, err := draw(seed)
		return map[string]any{"html": p.HTML, "seed": seed}, err
	}
	return askingPicture("random positions", anotherJS, another, func() (Picture, any, error) {
		still, err := draw(seed)
		return still, map[string]any{"seed": seed}, err
	})
}
