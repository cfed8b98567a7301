package plots

import (
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"math"
	"time"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"chesscensus/chess"
	"chesscensus/plots/internal/pieces"
)

// gifSquare returns the width of a square in pixels, such that files of up to 500 plies
// have less than the 300 kB that a figure in a notebook may have.
func gifSquare(plies int) int {
	const most, least, full = 30, 16, 150 // pixels, pixels, plies
	return max(least, min(most, int(most*math.Sqrt(full/max(1, float64(plies))))))
}

// gifPalette are the 32 colours of a GIF file, of which the first is transparent: those
// of the board, and steps between those that meet at the edge of a drawing.
var gifPalette = func() color.Palette {
	p := color.Palette{color.NRGBA{}}
	base := []color.NRGBA{whiteMan, lightSquare, darkSquare, markSquare, blackMan, outline, faint}
	for _, c := range base {
		p = append(p, c)
	}
	mix := func(a, b color.NRGBA, part int) {
		m := func(x, y uint8) uint8 { return uint8((int(x)*(4-part) + int(y)*part) / 4) }
		p = append(p, color.NRGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255})
	}
	for _, light := range base[:4] {
		for part := 1; part < 4; part++ {
			mix(light, outline, part)
		}
	}
	for len(p) < 32 {
		mix(whiteMan, faint, 2)
	}
	return p
}()

// A gifMaker draws the pictures of a GIF file from drawings of single squares.
type gifMaker struct {
	a       *Animation
	square  int // width of a square in pixels
	left    int // of the board, in pixels
	top     int
	nearest map[[3]uint8]uint8 // colours of the palette
	tiles   map[tile]*image.Paletted
}

func newGIFMaker(a *Animation) *gifMaker {
	left, top := a.origin()
	k := &gifMaker{a: a, square: gifSquare(len(a.plies)), nearest: map[[3]uint8]uint8{}, tiles: map[tile]*image.Paletted{}}
	k.left, k.top = k.pixels(left), k.pixels(top)
	return k
}

// tile is what a square looks like.
type tile struct {
	piece        chess.Piece
	dark, marked bool
}

// encodeGIF writes the animation as a GIF file: one picture for the start, and for each
// ply what has changed, first below the board and then on it.
func (a *Animation) encodeGIF(w io.Writer) error {
	k := newGIFMaker(a)
	now := k.first()
	out := &gif.GIF{Config: image.Config{ColorModel: gifPalette, Width: now.Rect.Dx(), Height: now.Rect.Dy()}}
	add := func(m *image.Paletted, delay int) {
		out.Image, out.Delay = append(out.Image, m), append(out.Delay, delay)
	}
	perPly := hundredths(a.opt.PerPly)
	add(clone(now), perPly)
	board := image.Rect(0, 0, now.Rect.Dx(), k.top+8*k.square+2)
	for i := range a.plies {
		before := clone(now)
		k.advance(now, i+1)
		// Two pictures are smaller than one that spans both.
		below := now.Rect
		below.Min.Y = board.Max.Y
		add(changed(before, now, below), gifShort)
		add(changed(before, now, board), perPly-gifShort)
	}
	out.Delay[len(out.Delay)-1] += hundredths(a.opt.Hold)
	return gif.EncodeAll(w, out)
}

// gifShort is the shortest time for a picture that viewers keep to, in hundredths of a
// second.
const gifShort = 2

func hundredths(d time.Duration) int { return int(d / (10 * time.Millisecond)) }

// pixels returns a length on the board in pixels, rounded.
func (k *gifMaker) pixels(units int) int { return (units*k.square + 50) / 100 }

func clone(m *image.Paletted) *image.Paletted {
	c := *m
	c.Pix = append([]uint8(nil), m.Pix...)
	return &c
}

// first draws the picture before the first move.
func (k *gifMaker) first() *image.Paletted {
	s := scene{width: k.a.tmpl.width, height: k.a.tmpl.height}
	opt := k.a.opt.BoardOptions
	opt.Caption, opt.NoTurn = "", true
	s.fillBackground()
	s.addBoard(0, 0, chess.EmptySetup(), opt)
	m := k.raster(&s)
	k.advance(m, 0)
	return m
}

// advance redraws what may have changed with ply i.
func (k *gifMaker) advance(m *image.Paletted, i int) {
	setup, caption := start(k.a.game), k.a.opt.Caption
	var marked chess.Bitboard
	if i > 0 {
		p := k.a.plies[i-1]
		setup, caption, marked = p.after, p.number, p.move.From().BB()|p.move.To().BB()
	}
	for sq := range chess.NoSquare {
		x, y := k.a.place(sq)
		t := k.tile(tile{setup.Board.At(sq), sq.Dark(), marked.Has(sq)})
		paste(m, t, k.left+x/100*k.square, k.top+y/100*k.square)
	}
	k.strip(m, setup.Turn, caption)
}

// paste copies a picture, which must fit, to a place in another.
func paste(dst, src *image.Paletted, x, y int) {
	for row := range src.Rect.Dy() {
		copy(dst.Pix[dst.PixOffset(x, y+row):], src.Pix[row*src.Stride:][:src.Rect.Dx()])
	}
}

// tile returns the drawing of a square.
func (k *gifMaker) tile(t tile) *image.Paletted {
	if m, ok := k.tiles[t]; ok {
		return m
	}
	s := scene{width: 100, height: 100}
	ground := item{kind: itemRect, w: 100, h: 100, fill: lightSquare}
	if t.dark {
		ground.fill = darkSquare
	}
	s.items = append(s.items, ground)
	if t.marked { // four bars, as outlines are always in ink
		for _, bar := range [4][4]float64{{0, 0, 100, 9}, {0, 91, 100, 9}, {0, 0, 9, 100}, {91, 0, 9, 100}} {
			s.items = append(s.items, item{kind: itemRect, x: bar[0], y: bar[1], w: bar[2], h: bar[3], fill: markSquare})
		}
	}
	if t.piece != chess.NoPiece {
		s.items = append(s.items, item{kind: itemPiece, piece: t.piece})
	}
	k.tiles[t] = k.raster(&s)
	return k.tiles[t]
}

// strip draws what stands below the board: the disc of the side to move, and the move.
func (k *gifMaker) strip(m *image.Paletted, turn chess.Color, caption string) {
	s := scene{width: boardSide, height: captionRow}
	s.fillBackground()
	s.items = append(s.items, captionItem(caption, boardSide/2, boardSide/2, boardSide, captionRow-28))
	if fill, _ := pieces.Colors(turn); !k.a.opt.NoTurn {
		s.items = append(s.items, item{kind: itemCircle, x: 24, y: captionRow - 44, w: 17, fill: fill, stroke: 4})
	}
	paste(m, k.raster(&s), k.left, m.Rect.Dy()-k.pixels(captionRow))
}

// raster paints a scene in the colours of gifPalette.
func (k *gifMaker) raster(s *scene) *image.Paletted {
	const dots = 72 // a point is a pixel
	width, height := k.pixels(int(s.width)), k.pixels(int(s.height))
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(width), vg.Length(height)), vgimg.UseDPI(dots))
	s.paint(vgdraw.New(c))
	rgba := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(rgba, rgba.Rect, c.Image(), image.Point{}, draw.Src)
	dst := image.NewPaletted(rgba.Rect, gifPalette)
	for i := range dst.Pix {
		dst.Pix[i] = k.index([3]uint8(rgba.Pix[4*i : 4*i+3]))
	}
	return dst
}

// index returns the nearest colour of the palette.
func (k *gifMaker) index(c [3]uint8) uint8 {
	i, ok := k.nearest[c]
	if !ok {
		i = uint8(1 + gifPalette[1:].Index(color.NRGBA{c[0], c[1], c[2], 255}))
		k.nearest[c] = i
	}
	return i
}

// changed returns the smallest rectangle within bounds that holds all that differs from
// the picture before, with the rest of it transparent.
func changed(before, now *image.Paletted, bounds image.Rectangle) *image.Paletted {
	box := image.Rectangle{Min: bounds.Max} // empty
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		row := now.Pix[y*now.Stride:][:bounds.Max.X]
		for x, c := range row {
			if c != before.Pix[y*now.Stride+x] {
				box.Min.X, box.Max.X = min(box.Min.X, x), max(box.Max.X, x+1)
				box.Min.Y, box.Max.Y = min(box.Min.Y, y), y+1
			}
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	part := image.NewPaletted(box, gifPalette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if i := y*now.Stride + x; now.Pix[i] != before.Pix[i] {
				part.SetColorIndex(x, y, now.Pix[i])
			}
		}
	}
	return part
}
