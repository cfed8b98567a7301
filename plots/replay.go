package plots

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
	"gonum.org/v1/plot/vg"

	"chesscensus/chess"
)

// AnimationOptions adapt [Replay]. The zero value shows two plies a second.
type AnimationOptions struct {
	// BoardOptions of the board; Highlight is ignored, as the squares of the last
	// move are marked. Caption stands before the first move; empty means "start".
	BoardOptions
	// PerPly is the time from one move to the next. Zero means half a second, and
	// less than 40 milliseconds that.
	PerPly time.Duration
	// Hold is the time for which the last position stands before the game begins
	// again. Zero means 4 seconds.
	Hold time.Duration
}

// Animation is a board on which a game is played, again and again. It is made by
// [Replay].
type Animation struct {
	game  *chess.Game
	opt   AnimationOptions
	plies []ply
	tmpl  scene // size and title
}

// ply is a move with what is needed to draw it.
type ply struct {
	move   chess.Move
	after  chess.Setup
	number string // such as "12... Nf6"
}

// Replay returns an animated board that plays the moves of a game. The error is that
// of [chess.Game.Final] if a move is not legal.
//
// The picture is one SVG document without scripts or style sheets, in which the men
// slide along their moves (SMIL). It takes about 100 bytes a ply. Viewers that do not
// animate show the last position.
func Replay(g *chess.Game, opt AnimationOptions) (*Animation, error) {
	plies, err := pliesOf(g)
	if err != nil {
		return nil, err
	}
	if opt.Width <= 0 {
		opt.Width = 3.2 * vg.Inch
	}
	if opt.PerPly <= 0 {
		opt.PerPly = 500 * time.Millisecond
	}
	opt.PerPly = max(opt.PerPly, 40*time.Millisecond)
	if opt.Hold <= 0 {
		opt.Hold = 4 * time.Second
	}
	if opt.Caption == "" {
		opt.Caption = "start"
	}
	opt.Highlight = nil
	w, h := opt.extent(true)
	title := fmt.Sprintf("game of %d plies to %v", len(plies), last(g, plies))
	return &Animation{game: g, opt: opt, plies: plies, tmpl: scene{width: w, height: h, title: title}}, nil
}

// start returns the setup before the first move.
func start(g *chess.Game) chess.Setup {
	if g.Start == (chess.Position{}) {
		return chess.InitialSetup()
	}
	return g.Start.Setup()
}

// last returns the setup after the last move.
func last(g *chess.Game, plies []ply) chess.Setup {
	if len(plies) == 0 {
		return start(g)
	}
	return plies[len(plies)-1].after
}

// pliesOf plays the moves of a game.
func pliesOf(g *chess.Game) ([]ply, error) {
	if _, err := g.Final(); err != nil {
		return nil, err
	}
	p, err := start(g).Position()
	if err != nil {
		return nil, err
	}
	number := max(1, g.Fullmove)
	plies := make([]ply, 0, len(g.Moves))
	for _, m := range g.Moves {
		text := chess.MoveNumber(number, p.Turn()) + " " + p.SAN(m)
		number += int(p.Turn())
		p = p.Play(m)
		plies = append(plies, ply{move: m, after: p.Setup(), number: text})
	}
	return plies, nil
}

// caption returns the text below the board after i plies.
func (a *Animation) caption(i int) string {
	if i == 0 {
		return a.opt.Caption
	}
	return fmt.Sprintf("%s   (%d of %d)", a.plies[i-1].number, i, len(a.plies))
}

// Encode writes the animation in one format: "svg" as Replay describes it, or "gif",
// for viewers that do not show SVG, in which men jump. A GIF file has less than 300 kB
// for games of up to 500 plies, with squares of 30 pixels, or down to 16 in long games.
func (a *Animation) Encode(w io.Writer, format string) error {
	switch format {
	case "svg":
		_, err := io.WriteString(w, a.String())
		return err
	case "gif":
		return a.encodeGIF(w)
	}
	return fmt.Errorf("plots: unknown format %q of an animation (want svg or gif)", format)
}

// Show displays the animation in the output of a GoNB cell, as SVG and, for viewers
// that may not show SVG (JupyterLab in a notebook that was not run there), as GIF. Pages
// on which nothing moves are served by [ContactSheet]. Outside of a notebook it does
// nothing and returns ErrNoNotebook.
func (a *Animation) Show() error {
	if !gonbui.IsNotebook {
		return ErrNoNotebook
	}
	var b bytes.Buffer
	if err := a.encodeGIF(&b); err != nil {
		return err
	}
	gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{
		protocol.MIMEImageSVG: a.String(), mimeGIF: b.Bytes(),
	}})
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("plots: showing in the notebook: %w", err)
	}
	return nil
}

const mimeGIF protocol.MIMEType = "image/gif"
