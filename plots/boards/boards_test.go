package boards

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// setup returns the setup of a FEN.
func setup(t *testing.T, fen string) chess.Setup {
	t.Helper()
	f := testkit.Must(chess.ParseFEN(fen))(t)
	return f.Setup
}

// game plays moves in SAN from a position.
func game(t *testing.T, start chess.Position, moves string) *chess.Game {
	t.Helper()
	list := testkit.Must(start.ParseSANs(strings.Fields(moves)))(t)
	return &chess.Game{Start: start, Moves: list}
}

// TestBoardShowsItsOptions checks the numbers of men, marks, arrows and halos, the escaped caption, and the place of a man from both sides.
// A mark that is no square and an arrow without a length are left out.
func TestBoardShowsItsOptions(t *testing.T) {
	s := setup(t, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 1")
	p := chess.InitialPosition()
	m := testkit.Must(p.ParseSAN("e4"))(t)
	doc := svg(s, Options{Move: m, Marks: []chess.Square{chess.A1, chess.NoSquare}, Arrows: []Arrow{{chess.H4, chess.E1}, {chess.A1, chess.A1}}, Caption: "fool's <mate>"})
	if _, _, err := elements(doc); err != nil {
		t.Errorf("not well formed: %v\n%s", err, doc)
	}
	for part, n := range map[string]int{
		`<use href="#cb-`: 32, moveMark: 2, squareMark: 1, `url(#cc-check)`: 1, "<line ": 1, "fool&#39;s &lt;mate&gt;": 1,
		`<use href="#cb-bq" x="744" y="444"/>`: 1, // h4
	} {
		testkit.Equal(t, strings.Count(doc, part), n, part)
	}
	flipped := svg(s, Options{Flip: true})
	if !strings.Contains(flipped, `<use href="#cb-bq" x="44" y="344"/>`) {
		t.Error("the queen of h4 is not where it is seen from Black's side")
	}
}

// TestCheckMark checks that only an attacked king of the side to move has a halo.
func TestCheckMark(t *testing.T) {
	for fen, want := range map[string]int{
		"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1": 1,
		"4k3/8/8/8/8/8/4r3/4K3 b - - 0 1": 0,
		"8/8/8/8/8/8/4r3/8 w - - 0 1":     0,
	} {
		testkit.Equal(t, strings.Count(svg(setup(t, fen), Options{}), "url(#cc-check)"), want, fen)
	}
}

// TestHTMLIsAPicture checks that the HTML of a board is an img element with the SVG document, its width, and the FEN as text.
func TestHTMLIsAPicture(t *testing.T) {
	text := HTML(chess.InitialSetup(), Options{Width: 200})
	data := regexp.MustCompile(`base64,([^"]*)"`).FindStringSubmatch(text)
	if data == nil || !strings.Contains(text, `width="200"`) || !strings.Contains(text, `alt="rnbqkbnr/`) {
		t.Fatalf("no picture of width 200 with its FEN: %s", text)
	}
	if doc, err := base64.StdEncoding.DecodeString(data[1]); err != nil || !strings.HasPrefix(string(doc), "<svg ") {
		t.Errorf("the picture is %.40q, error %v; want SVG", doc, err)
	}
}

// filmOf returns the film in the HTML of a player.
func filmOf(t *testing.T, text string) film {
	t.Helper()
	_, rest, ok := strings.Cut(text, "film=")
	if !ok {
		t.Fatalf("no film in %.200s", text)
	}
	var f film
	testkit.OK(t, json.NewDecoder(strings.NewReader(rest)).Decode(&f))
	return f
}

// TestFilmLeadsToTheEnd applies the changes of a film, as the script does, and checks that they lead to the final position.
func TestFilmLeadsToTheEnd(t *testing.T) {
	castling := "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6"
	passant := testkit.Must(chess.ParsePosition("4k3/P6p/8/3pP3/8/8/8/4K3 w - d6 0 1"))(t)
	for _, test := range []struct {
		g       *chess.Game
		special string
		checks  int
	}{
		{game(t, chess.InitialPosition(), castling), "", 0},
		{game(t, passant, "exd6 Kd7 a8=Q h5 Qb7+ Kxd6"), "capture|promotion|capture", 1},
	} {
		text := testkit.Must(Player(test.g, Options{}))(t)
		f := filmOf(t, text)
		board := f.Men
		var special []string
		checks := 0
		for _, s := range f.Steps {
			for _, c := range s.Changes {
				board[int(c[0].(float64))] = c[1].(string)
			}
			if s.Special != "" {
				special = append(special, s.Special)
			}
			if s.Check >= 0 {
				checks++
			}
		}
		final := testkit.Must(test.g.Final())(t)
		if board != pieceNames(final.Setup()) {
			t.Errorf("the film ends with %v, want %s", board, final)
		}
		if strings.Join(special, "|") != test.special || checks != test.checks || len(f.Steps) != len(test.g.Moves) {
			t.Errorf("special moves %v, %d checks, %d steps, want %s, %d, %d", special, checks, len(f.Steps), test.special, test.checks, len(test.g.Moves))
		}
	}
}

// TestNumbers checks that a first move of Black is numbered with dots.
func TestNumbers(t *testing.T) {
	p := chess.InitialPosition()
	e4, _ := p.ParseSAN("e4")
	g := game(t, p.Play(e4), "e5 Nf3 Nc6 Bb5")
	g.Fullmove = 1
	f := newFilm(g, Options{Caption: "after e4"})
	var got []string
	for _, s := range f.Steps {
		got = append(got, s.Number+s.Text)
	}
	if want := "[1...e5 2.Nf3 Nc6 3.Bb5]"; fmt.Sprint(got) != want || f.First != "after e4" || f.Turn != "b" {
		t.Errorf("moves %v after %q, %q to move; want %s after \"after e4\", \"b\"", got, f.First, f.Turn, want)
	}
}

// TestPlayerText checks that the HTML contains the last position and the moves for pages without scripts, that equal games
// give equal text, and that no text in a game can end the script.
func TestPlayerText(t *testing.T) {
	g := game(t, chess.InitialPosition(), "e4 e5")
	text := testkit.Must(Player(g, Options{Caption: "</script><b>"}))(t)
	again, _ := Player(g, Options{Caption: "</script><b>"})
	before, script, _ := strings.Cut(text, "<script>")
	if text != again || !strings.Contains(before, "<img ") || !strings.Contains(before, "1. e4") || strings.Count(script, "</script>") != 1 {
		t.Errorf("texts of equal games differ, or no picture and moves before one script: %s", text)
	}
	if len(text) > 60_000 {
		t.Errorf("%d bytes for two moves, want at most 60 000", len(text))
	}
	testkit.Fails(Player(&chess.Game{Moves: []chess.Move{g.Moves[1]}}, Options{}))(t, "", "an illegal move")
	if empty, err := Player(&chess.Game{}, Options{}); err != nil || !strings.Contains(empty, `"steps":[]`) {
		t.Errorf("the game without moves: %v", err)
	}
}
