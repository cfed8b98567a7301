package plots

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/plots/internal/pieces"
)

// randomGame returns a game of the given number of plies.
func randomGame(src *rand.Rand, opt chesstest.Options) *chess.Game {
	for {
		g := &chess.Game{Start: opt.Start}
		for m := range chesstest.Moves(src, opt) {
			g.Moves = append(g.Moves, m)
		}
		if len(g.Moves) == opt.Plies {
			return g
		}
	}
}

// animated is an element of the document with what animates it.
type animated struct {
	Href      string `xml:"href,attr"`
	Transform string `xml:"transform,attr"`
	Opacity   string `xml:"opacity,attr"`
	Moves     *timed `xml:"animateTransform"`
	Shows     *timed `xml:"animate"`
}

type timed struct {
	Attribute string `xml:"attributeName,attr"`
	Dur       string `xml:"dur,attr"`
	Mode      string `xml:"calcMode,attr"`
	Values    string `xml:"values,attr"`
	KeyTimes  string `xml:"keyTimes,attr"`
}

// at returns the value at a time, as SVG 2 defines it; between two values of a linear
// track it is the text "moving".
func (a *timed) at(t *testing.T, when float64) string {
	t.Helper()
	values, times := strings.Split(a.Values, ";"), strings.Split(a.KeyTimes, ";")
	total, err := strconv.ParseFloat(strings.TrimSuffix(a.Dur, "s"), 64)
	if err != nil || len(values) != len(times) || times[0] != "0" || a.Mode == "linear" && times[len(times)-1] != "1" {
		t.Fatalf("track %+v", a)
	}
	now, last := 0, -1.0
	for i, text := range times {
		at, err := strconv.ParseFloat(text, 64)
		if err != nil || at < last || at > 1 {
			t.Fatalf("time %s in %+v", text, a)
		}
		if last = at; at*total <= when {
			now = i
		}
	}
	if a.Mode == "linear" && now+1 < len(values) && values[now+1] != values[now] {
		return "moving"
	}
	return values[now]
}

// parseActors returns the men of an animation.
func parseActors(t *testing.T, doc string) (men []animated) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(doc))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return men
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "use" {
			var m animated
			if err := dec.DecodeElement(&m, &e); err != nil {
				t.Fatal(err)
			}
			men = append(men, m)
		}
	}
}

// boardAt returns the diagram at a time; negative is the state without animation.
func boardAt(t *testing.T, men []animated, when float64, flip bool) (b chess.Board) {
	t.Helper()
	for _, m := range men {
		place, opacity := strings.TrimSuffix(strings.TrimPrefix(m.Transform, "translate("), ")"), m.Opacity
		if when >= 0 && m.Moves != nil {
			place = m.Moves.at(t, when)
		}
		if when >= 0 && m.Shows != nil {
			opacity = m.Shows.at(t, when)
		}
		if opacity == "0" {
			continue
		}
		var x, y int
		if _, err := fmt.Sscanf(place, "%d %d", &x, &y); err != nil {
			t.Fatalf("%s at %v: %q", m.Href, when, place)
		}
		if flip {
			x, y = 700-x, 700-y
		}
		color, role := strings.IndexByte("wb", m.Href[4]), strings.IndexByte(" pnbrqk", m.Href[5])
		sq := chess.NewSquare(x/100, 7-y/100)
		if b.At(sq) != chess.NoPiece {
			t.Fatalf("two men on %v at %v", sq, when)
		}
		b.Put(sq, chess.NewPiece(chess.Color(color), chess.Role(role)))
	}
	return b
}

// TestAnimationShowsEveryPosition reads where every man is at the end of every ply, as a
// viewer does, and compares with the positions of the game; also what viewers show that
// do not animate.
func TestAnimationShowsEveryPosition(t *testing.T) {
	testkit.Medium(t)
	src := rand.New(rand.NewPCG(1, 2))
	special := map[string]int{}
	for i := range 30 {
		opt := chesstest.Options{Plies: 1 + src.IntN(120), Weights: chesstest.Weights{Promote: 20, Castle: 30, EnPassant: 50, OfferEP: 5}}
		if i%3 == 0 {
			var err error
			if opt.Start, err = chess.ParsePosition("r3k2r/pPp2ppp/8/3pP3/8/8/P1PP1PpP/R3K2R b KQkq -"); err != nil {
				t.Fatal(err)
			}
		}
		g := randomGame(src, opt)
		a, err := Replay(g, AnimationOptions{PerPly: 300 * time.Millisecond, BoardOptions: BoardOptions{Flip: i%2 == 0}})
		if err != nil {
			t.Fatal(err)
		}
		men := parseActors(t, a.String())
		check := func(when float64, want chess.Setup) {
			t.Helper()
			if got := boardAt(t, men, when, i%2 == 0); got != want.Board {
				t.Fatalf("at %v s:\n%vwant\n%v", when, got.String(), want.Board.String())
			}
		}
		p, err := start(g).Position()
		if err != nil {
			t.Fatal(err)
		}
		check(0.15, p.Setup())
		for n, m := range g.Moves {
			p = p.Play(m)
			check(float64(n+2)*0.3-0.02, p.Setup())
			for kind, is := range map[string]bool{"en passant": m.EnPassant(), "castling": m.Castles(), "promotion": m.Promotion() != 0} {
				if is {
					special[kind]++
				}
			}
		}
		check(a.total().Seconds()-0.01, p.Setup())
		check(-1, p.Setup())
	}
	if special["en passant"] < 5 || special["castling"] < 5 || special["promotion"] < 5 {
		t.Errorf("special moves %v", special)
	}
}

// TestAnimationIsSelfContained: no script, no style, no names but those of the drawings,
// nothing from elsewhere; every move is written; the size is as documented.
func TestAnimationIsSelfContained(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 4))
	g := randomGame(src, chesstest.Options{Plies: 280})
	a, err := Replay(g, AnimationOptions{BoardOptions: BoardOptions{Caption: "<&>"}})
	if err != nil {
		t.Fatal(err)
	}
	doc := a.String()
	count, text, err := elements(doc)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"script", "style", "foreignObject", "a", "image"} {
		if count[bad] > 0 {
			t.Errorf("%d elements %s", count[bad], bad)
		}
	}
	for _, bad := range []string{"class=", "onload", "http://", "https://", "url("} {
		if rest := strings.ReplaceAll(doc, "http://www.w3.org/2000/svg", ""); strings.Contains(rest, bad) {
			t.Errorf("the document has %q", bad)
		}
	}
	if n := strings.Count(doc, ` id="`); n != strings.Count(doc, ` id="cc-`) {
		t.Errorf("%d names", n)
	}
	plies, err := pliesOf(g)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range plies {
		if want := fmt.Sprintf("%s   (%d of 280)", p.number, i+1); !strings.Contains(text, want) {
			t.Errorf("no text %q", want)
		}
	}
	if !strings.Contains(text, "<&>") || count["tspan"] != 281 {
		t.Errorf("%d captions", count["tspan"])
	}
	if len(doc) > 100_000 {
		t.Errorf("%d bytes for 280 plies", len(doc))
	}
	if b, err := Replay(g, a.opt); err != nil || b.String() != doc {
		t.Error("the same game gives another document")
	}
}

// TestAnimationMatchesGolden: a game with castling, both ways, en passant, a promotion
// and a mate.
func TestAnimationMatchesGolden(t *testing.T) {
	p, err := chess.ParsePosition("r3k2r/1P5p/8/8/4p3/8/3P3P/R3K2R w KQkq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	g := &chess.Game{Start: p, Fullmove: 12}
	for _, w := range strings.Fields("d4 exd3 O-O-O O-O b8=N d2+ Rxd2 Raxb8 Rhd1 h5") {
		m, err := p.ParseSAN(w)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves, p = append(g.Moves, m), p.Play(m)
	}
	a, err := Replay(g, AnimationOptions{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "replay.svg")
	if *update {
		if err := os.WriteFile(path, []byte(a.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || a.String() != string(want) {
		t.Errorf("differs from %s (%v); if that is meant, run with -update and look", path, err)
	}
}

// TestGIFShowsEveryPosition puts the parts of the file together, as a viewer does, and
// compares with pictures drawn at once.
func TestGIFShowsEveryPosition(t *testing.T) {
	testkit.Medium(t)
	src := rand.New(rand.NewPCG(5, 6))
	g := randomGame(src, chesstest.Options{Plies: 60, Weights: chesstest.Weights{Take: 3, Castle: 30}})
	for _, opt := range []AnimationOptions{{}, {BoardOptions: BoardOptions{Flip: true, NoCoordinates: true, NoTurn: true}, PerPly: time.Second, Hold: time.Second}} {
		a, err := Replay(g, opt)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := a.Encode(&b, "gif"); err != nil {
			t.Fatal(err)
		}
		file, err := gif.DecodeAll(&b)
		if err != nil || len(file.Image) != 2*len(g.Moves)+1 || file.LoopCount != 0 {
			t.Fatalf("%d pictures, %v", len(file.Image), err)
		}
		canvas := image.NewRGBA(file.Image[0].Rect)
		duration := 0
		for i, m := range file.Image {
			draw.Draw(canvas, m.Rect, m, m.Rect.Min, draw.Over)
			if duration += file.Delay[i]; i%2 == 0 && i%10 == 0 {
				k := newGIFMaker(a)
				want := k.first()
				k.advance(want, i/2)
				comparePixels(t, canvas, want, i/2)
			}
		}
		if want := int((time.Duration(len(g.Moves)+1)*a.opt.PerPly + a.opt.Hold) / (10 * time.Millisecond)); duration != want {
			t.Errorf("duration %d, want %d hundredths of a second", duration, want)
		}
	}
}

func comparePixels(t *testing.T, got, want image.Image, ply int) {
	t.Helper()
	bounds := want.Bounds()
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			if color.RGBAModel.Convert(got.At(x, y)) != color.RGBAModel.Convert(want.At(x, y)) {
				t.Fatalf("ply %d: pixel %d, %d is %v, want %v", ply, x, y, got.At(x, y), want.At(x, y))
			}
		}
	}
}

// TestGIFSize: the limit of a figure in a notebook.
func TestGIFSize(t *testing.T) {
	testkit.Medium(t)
	src := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{150, 280, 500} {
		if testing.Short() && n > 150 {
			break
		}
		a, err := Replay(randomGame(src, chesstest.Options{Plies: n}), AnimationOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := a.Encode(&b, "gif"); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d plies: GIF of %d bytes, SVG of %d", n, b.Len(), len(a.String()))
		if b.Len() > 300_000 {
			t.Errorf("%d plies: %d bytes", n, b.Len())
		}
	}
}

func TestReplayErrors(t *testing.T) {
	initial := chess.InitialPosition()
	e4, err := initial.ParseSAN("e4")
	if err != nil {
		t.Fatal(err)
	}
	bad := &chess.Game{Moves: []chess.Move{e4, e4}}
	var move *chess.MoveError
	if _, err := Replay(bad, AnimationOptions{}); !errors.As(err, &move) {
		t.Errorf("illegal move: %v", err)
	}
	if _, err := ContactSheet(bad, SheetOptions{}); !errors.As(err, &move) {
		t.Errorf("illegal move: %v", err)
	}
	a, err := Replay(&chess.Game{}, AnimationOptions{PerPly: 1})
	if err != nil || a.opt.PerPly < 40*time.Millisecond {
		t.Fatal(err)
	}
	for _, format := range []string{"svg", "gif"} {
		if err := a.Encode(io.Discard, format); err != nil {
			t.Errorf("game without moves: %v", err)
		}
	}
	if err := a.Encode(io.Discard, "png"); err == nil {
		t.Error("format png")
	}
	if err := a.Show(); !errors.Is(err, ErrNoNotebook) {
		t.Error(err)
	}
}

// TestContactSheet: the start, every so many plies, and always the end.
func TestContactSheet(t *testing.T) {
	src := rand.New(rand.NewPCG(9, 10))
	g := randomGame(src, chesstest.Options{Plies: 100})
	plies, err := pliesOf(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ every, boards int }{{0, 18}, {30, 5}, {50, 3}, {99, 3}, {100, 2}, {1000, 2}, {-1, 18}} {
		s, err := ContactSheet(g, SheetOptions{Every: c.every, Columns: c.every / 20})
		if err != nil {
			t.Fatal(err)
		}
		doc := s.String()
		count, text, err := elements(doc)
		if err != nil {
			t.Fatal(err)
		}
		if count["circle"] != c.boards || !strings.Contains(text, plies[99].number) || !strings.Contains(text, "start") {
			t.Errorf("every %d plies: %d boards, want %d", c.every, count["circle"], c.boards)
		}
		if n := strings.Count(doc, pieces.Hex(markSquare)); n != 2*(c.boards-1) {
			t.Errorf("every %d plies: %d marks", c.every, n)
		}
		if c.every == 30 && !strings.Contains(text, plies[59].number) {
			t.Errorf("no position after 60 plies")
		}
	}
	s, err := ContactSheet(&chess.Game{}, SheetOptions{})
	if err != nil || strings.Count(s.String(), "<circle") != 1 {
		t.Errorf("game without moves: %v", err)
	}
}
