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

// asking is a picture that asks f what to show. It has a still picture for where scripts do not run, and a script with its data.
func asking(kind, script string, data any, still Picture, f widgets.Func) (Picture, error) {
	text, err := json.Marshal(data) // with <, > and & as escapes
	if err != nil {
		return Picture{}, err
	}
	to, err := json.Marshal(widgets.Offer(f))
	if err != nil {
		return Picture{}, err
	}
	sum := fnv.New64a()
	for _, part := range []string{kind, string(text), string(to), still.HTML} {
		sum.Write([]byte(part))
	}
	id := fmt.Sprintf("%016x", sum.Sum64())
	return Picture{
		HTML: fmt.Sprintf("<div class=\"cc-asking\" data-asking=\"%s\"><div class=\"cc-still\">%s</div></div>\n<script>(function(){var id=%q,to=%s,data=%s;\n%s%s})();</script>",
			id, still.HTML, id, to, text, askingJS, script),
		Text: still.Text,
	}, nil
}

// A page is an answer to a page: HTML to show, and what else it may want to know.
type page struct {
	HTML  string `json:"html"`
	Marks []int  `json:"marks,omitempty"` // squares that a refutation rests on
}

// SetupBoard is a board on which men are placed with the mouse or by keys, and the verdict with its reason follows, to effort [Games]. It begins with a FEN
// record, or the initial position. In JupyterLab, with the kernel that has run the cell; elsewhere it is a still picture.
func SetupBoard(fen ...string) (Picture, error) {
	start := chess.InitialSetup()
	if len(fen) > 0 {
		var err error
		if start, err = FEN(fen[0]); err != nil {
			return Picture{}, err
		}
	}
	if widgets.Answering() {
		return asking("setup board", setupBoardJS, nil, Picture{}, judgeText) // the first picture was shown by another run
	}
	ctx, stop := interruptible()
	defer stop()
	v, err := judge(ctx, start, Games, false)
	if err != nil {
		return Picture{}, err
	}
	first, err := pageOf(v)
	if err != nil {
		return Picture{}, err
	}
	still, err := Board(start, Look{Marks: v.Squares})
	if err != nil {
		return Picture{}, err
	}
	still.HTML += forms.Line(withReason(v))
	still.Text += "\n" + withReason(v)
	data := map[string]any{"fen": start.String(), "first": first, "defs": boards.Drawings(), "width": boards.DefaultWidth}
	return asking("setup board", setupBoardJS, data, still, judgeText)
}

// judgeText is the verdict on a FEN record, for a page.
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

// pageOf is a verdict for the board that has asked: what it rests on is marked there.
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

// A Slider is a whole number that is chosen by hand.
type Slider struct {
	Name     string
	From, To int // what it can be
	Start    int // what it is at first
}

// Sliders is a picture that is computed anew when a slider is moved: f gets the values, one for each slider. It may be any function, a closure over variables of the cell
// included. What it prints is lost, and an error is shown in the place of the picture. In JupyterLab, with the kernel that has run the cell; elsewhere the first picture is seen.
func Sliders(f func(values ...int) (Picture, error), sliders ...Slider) (Picture, error) {
	if len(sliders) == 0 {
		return Picture{}, errors.New("census: no slider")
	}
	start := make([]int, len(sliders))
	for i, s := range sliders {
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
	if widgets.Answering() {
		return asking("sliders", slidersJS, nil, Picture{}, compute)
	}
	still, err := f(start...)
	if err != nil {
		return Picture{}, err
	}
	return asking("sliders", slidersJS, sliders, still, compute)
}

// RandomPositions is a random legal position with its game, and a button that draws another: each legal position is as likely as any other, see
// [RandomPosition]. The first is that of a seed; the button takes seeds at random, and shows which, so that each can be had again.
func RandomPositions(seed uint64) (Picture, error) {
	draw := func(seed uint64) (Picture, error) {
		g, err := RandomPosition(seed)
		if err != nil {
			return Picture{}, err
		}
		return Player(g)
	}
	compute := func(ctx context.Context, _ json.RawMessage) (any, error) {
		seed := rand.Uint64N(1_000_000)
		p, err := draw(seed)
		return map[string]any{"html": p.HTML, "seed": seed}, err
	}
	if widgets.Answering() {
		return asking("random positions", anotherJS, nil, Picture{}, compute)
	}
	still, err := draw(seed)
	if err != nil {
		return Picture{}, err
	}
	return asking("random positions", anotherJS, map[string]any{"seed": seed}, still, compute)
}
