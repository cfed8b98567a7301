package boards

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"html"
	"strings"

	"chesscensus/chess"
)

//go:embed player.js
var playerJS string

//go:embed player.css
var playerCSS string

// A film is a game in the form that player.js reads.
type film struct {
	// Men are the names of the drawings on the 64 squares at the start.
	Men [64]string `json:"men"`
	// Steps are the moves, with their changes of the board. A change is
	// a square and the name of the drawing that stands there after the move, empty for none.
	Steps []step `json:"steps"`
	First string `json:"first"` // text before the first move
	Flip  bool   `json:"flip"`
	Turn  string `json:"turn"`  // side to move at the start: w or b
	Check int    `json:"check"` // square of the king in check at the start, -1 if none
}

// A step is one move of a film.
type step struct {
	Number  string   `json:"n,omitempty"` // "12." before a move of White, "12..." if Black moves first
	Text    string   `json:"t"`           // such as "Nf6"
	From    int      `json:"f"`
	To      int      `json:"o"`
	Changes [][2]any `json:"c"`
	Check   int      `json:"k"`           // square of the king in check after the move, -1 if none
	Special string   `json:"s,omitempty"` // "capture", "promotion" or both
}

// Player returns HTML in which a game can be played forward and back: with buttons, a slider, by clicking a move, and by the keys left,
// right, home, end and blank. Captures and promotions are marked in the list of moves. Of the options Width and Flip count; Caption stands
// before the first move. The error is that of [chess.Game.Final] if a move is not legal.
func Player(g *chess.Game, o Options) (string, error) {
	final, err := g.Final()
	if err != nil {
		return "", err
	}
	f := newFilm(g, o)
	data, err := json.Marshal(f)
	if err != nil {
		return "", err
	}
	sum := fnv.New64a()
	sum.Write(data)
	id := fmt.Sprintf("%016x", sum.Sum64())
	still := Options{Width: o.Width, Flip: o.Flip}
	if n := len(g.Moves); n > 0 {
		still.Move = g.Moves[n-1]
		still.Caption = "after " + lastMove(g)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="cc-player" data-game="%s" data-width="%d"><div class="cc-still">%s<div>%s</div></div></div>`,
		id, o.width(), HTML(final.Setup(), still), html.EscapeString(moveText(g)))
	fmt.Fprintf(&b, "\n<script>(function(){var id=%q,film=%s,defs=%s,css=%s;\n%s})();</script>", id, data, jsString(Drawings()), jsString(playerCSS), playerJS)
	return b.String(), nil
}

// jsString returns a text as a JavaScript string that may stand in HTML: JSON writes <, > and & as escapes.
func jsString(text string) string {
	data, _ := json.Marshal(text) // of a string
	return string(data)
}

// Drawings returns all men as SVG groups, for a script that draws boards: "cb-wk" is the white king's, and so on with the letters of FEN.
func Drawings() string {
	var b strings.Builder
	for _, c := range []chess.Color{chess.White, chess.Black} {
		for r := chess.Pawn; r <= chess.King; r++ {
			p := chess.NewPiece(c, r)
			b.WriteString(svgMan(p, pieceID("cb", p)))
		}
	}
	return b.String()
}

// start returns the position before the first move.
func start(g *chess.Game) chess.Position {
	if g.Start == (chess.Position{}) {
		return chess.InitialPosition()
	}
	return g.Start
}

// lastMove returns the last move of a game with its number: "120. Qd2", or "5... a6" for one of Black's.
func lastMove(g *chess.Game) string {
	p := start(g)
	number, last := max(g.Fullmove, 1), len(g.Moves)-1
	for _, m := range g.Moves[:last] {
		if p.Turn() == chess.Black {
			number++
		}
		p = p.Play(m)
	}
	return chess.MoveNumber(number, p.Turn()) + " " + p.SAN(g.Moves[last])
}

// moveText returns the moves of a game, without those in the middle if there are more than 40 words.
func moveText(g *chess.Game) string {
	p := start(g)
	words := p.Numbered(g.Moves, max(g.Fullmove, 1))
	if len(words) > 40 {
		return strings.Join(words[:20], " ") + " ... " + strings.Join(words[len(words)-10:], " ")
	}
	return strings.Join(words, " ")
}

// newFilm returns the film of a game, whose moves are legal.
func newFilm(g *chess.Game, o Options) *film {
	p := start(g)
	s := p.Setup()
	f := &film{Flip: o.Flip, First: cmp.Or(o.Caption, "start"), Turn: p.Turn().String()[:1], Check: squareIndex(checkedKing(s)), Steps: []step{}}
	f.Men = pieceNames(s)
	before := f.Men
	number := max(g.Fullmove, 1)
	for i, m := range g.Moves {
		st := step{From: int(m.From()), To: int(m.To()), Text: p.SAN(m)}
		if p.Turn() == chess.White || i == 0 {
			st.Number = chess.MoveNumber(number, p.Turn())
		}
		if p.Turn() == chess.Black {
			number++
		}
		if m.Captured() != chess.NoRole {
			st.Special = "capture"
		}
		if m.Promotion() != chess.NoRole {
			st.Special = strings.TrimSpace(st.Special + " promotion")
		}
		p = p.Play(m)
		s = p.Setup()
		after := pieceNames(s)
		for sq := range after {
			if after[sq] != before[sq] {
				st.Changes = append(st.Changes, [2]any{sq, after[sq]})
			}
		}
		st.Check = squareIndex(checkedKing(s))
		f.Steps = append(f.Steps, st)
		before = after
	}
	return f
}

// pieceNames returns the ids of the drawings on the squares of a setup.
func pieceNames(s chess.Setup) (list [64]string) {
	for sq := range s.Board.Occupied().All() {
		list[sq] = pieceID("cb", s.Board.At(sq))
	}
	return list
}

// squareIndex returns the number of a square, -1 for NoSquare.
func squareIndex(sq chess.Square) int {
	if sq == chess.NoSquare {
		return -1
	}
	return int(sq)
}
