package census

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// idPattern matches the id of an interactive picture.
var idPattern = regexp.MustCompile(`data-asking="[0-9a-f]{16}"`)

// TestSlidersHoldStillPicture checks that an interactive picture contains its still picture and one script, which no text can end, and that
// equal pictures have the same id.
func TestSlidersHoldStillPicture(t *testing.T) {
	barOfDouble := func(v ...int) (Picture, error) { return Bars([]string{"</script>"}, []float64{float64(2 * v[0])}, 0) }
	slider := Slider{Name: "</script> & \"men\"", From: 1, To: 9, Start: 4}
	p := testkit.Must(Sliders(barOfDouble, slider))(t)
	still, _ := barOfDouble(4)
	if !strings.Contains(p.HTML, `<div class="cc-still">`+still.HTML+`</div>`) || p.Text != still.Text {
		t.Errorf("the first picture is not there:\n%s", p.HTML)
	}
	if strings.Count(p.HTML, "</script>") != 1 || !strings.HasSuffix(p.HTML, "</script>") {
		t.Error("a name ends the script")
	}
	if !strings.Contains(p.HTML, `to={"kernel":"","picture":""}`) {
		t.Error("there is an address, though there is no kernel")
	}
	if again, _ := Sliders(barOfDouble, slider); again != p {
		t.Errorf("the same picture again is %v, want %v", again, p)
	}
	slider.Start = 5
	other, _ := Sliders(barOfDouble, slider)
	if id, otherID := idPattern.FindString(p.HTML), idPattern.FindString(other.HTML); id == "" || otherID == "" || id == otherID {
		t.Errorf("two pictures have ids %q and %q, want two ids", id, otherID)
	}
}

// TestSlidersStartInRange: a slider without a start begins at 0, or at its smallest value if 0 is not in the range.
func TestSlidersStartInRange(t *testing.T) {
	for _, s := range []Slider{{Name: "a", From: 1, To: 10}, {Name: "a", From: -9, To: -3}, {Name: "a", From: -9, To: 3}} {
		want, got := 0, 99
		if s.From > 0 || s.To < 0 {
			want = s.From
		}
		p, err := Sliders(func(values ...int) (Picture, error) { got = values[0]; return Picture{}, nil }, s)
		if err != nil || got != want || !strings.Contains(p.HTML, fmt.Sprintf(`"Start":%d`, want)) {
			t.Errorf("%+v starts at %d, want %d (%v): %.300s", s, got, want, err, p.HTML)
		}
	}
}

// TestSlidersRefuse checks that Sliders returns an error for no slider, for limits or starts that do not fit, and if the function fails for
// the first picture.
func TestSlidersRefuse(t *testing.T) {
	fine := func(...int) (Picture, error) { return Picture{}, nil }
	for _, list := range [][]Slider{
		nil,
		{{Name: "a", From: 3, To: 2, Start: 3}},
		{{Name: "a", From: 0, To: 5, Start: 6}},
		{{Name: "a", From: 0, To: 5, Start: 1}, {Name: "b", From: 0, To: 5, Start: -1}},
	} {
		testkit.Fails(Sliders(fine, list...))(t, "", list)
	}
	failed := errors.New("no picture")
	if _, err := Sliders(func(...int) (Picture, error) { return Picture{}, failed }, Slider{Name: "a", To: 1}); err != failed {
		t.Errorf("error %v, want that of the function", err)
	}
}

// TestSetupBoard checks that a setup board contains the FEN record, the verdict and the marks of the first position.
func TestSetupBoard(t *testing.T) {
	p := testkit.Must(SetupBoard("4k3/8/8/8/8/8/1P6/B3K3 b - -"))(t)
	testkit.Contains(t, p.HTML, `"fen":"4k3/8/8/8/8/8/1P6/B3K3 b - -"`, `"marks":[0]`, "a bishop behind pawns")
	testkit.Contains(t, p.Text, "illegal: a bishop behind pawns")
	if p, err := SetupBoard(); err != nil || !strings.Contains(p.Text, "legal: a game of 0 plies") {
		t.Errorf("the initial position: text %q, error %v, want a game of 0 plies", p.Text, err)
	}
	testkit.Fails(SetupBoard("4k3/8/8/8/8/8/8/4K3 w", "8/8/8/8/8/8/8/8 w"))(t, "", "two positions")
	testkit.Fails(SetupBoard("no FEN"))(t, "", "no FEN")
}

// TestJudgeText checks the answers of the setup board to records in FEN, and the errors for other questions.
func TestJudgeText(t *testing.T) {
	for _, test := range []struct {
		question  string // JSON
		wantHTML  string // a part of the page, or "" if an error is wanted
		wantMarks []int
	}{
		{`"4k3/8/8/8/8/8/8/P3K3 w - -"`, "illegal", []int{0}}, // the pawn on a1
		{`"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"`, "cc-player", nil},
		{`"KKKKKKKK/K7/8/8/8/8/8/8 w - -"`, "illegal", []int{48, 56, 57, 58, 59, 60, 61, 62, 63}},
		{"3", "", nil},
		{`"8/8 w - -"`, "", nil},
		{`""`, "", nil},
		{"{", "", nil},
	} {
		answer, err := judgeText(context.Background(), json.RawMessage(test.question))
		if (err != nil) != (test.wantHTML == "") {
			t.Errorf("%s: error %v, want one: %v", test.question, err, test.wantHTML == "")
		}
		p, _ := answer.(page)
		if !strings.Contains(p.HTML, test.wantHTML) || !slices.Equal(p.Marks, test.wantMarks) {
			t.Errorf("%s: %+v, want %q in the page and marks %v", test.question, p, test.wantHTML, test.wantMarks)
		}
	}
}

// TestJudgeTextStops checks that a canceled question gets the error of its context.
func TestJudgeTextStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := judgeText(ctx, json.RawMessage(`"4k3/8/8/8/8/8/8/4K3 w - -"`)); err != context.Canceled {
		t.Errorf("error %v, want that of the context", err)
	}
}

// TestRandomPositions checks that the first position is that of the seed.
func TestRandomPositions(t *testing.T) {
	testkit.Medium(t)
	p := testkit.Must(RandomPositions(3))(t)
	player := Must(Player(Must(RandomPosition(3))))
	if !strings.Contains(p.HTML, player.HTML) || !strings.Contains(p.HTML, `data={"seed":3}`) || p.Text != player.Text {
		t.Error("another position than that of seed 3")
	}
}
