package census

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestAsking checks that an interactive picture contains its still picture and one script, which no text can end, and that equal pictures
// have the same id.
func TestAsking(t *testing.T) {
	double := func(v ...int) (Picture, error) { return Bars([]string{"</script>"}, []float64{float64(2 * v[0])}, 0) }
	p := testkit.Must(Sliders(double, Slider{"</script> & \"men\"", 1, 9, 4}))(t)
	still, _ := double(4)
	if !strings.Contains(p.HTML, `<div class="cc-still">`+still.HTML+`</div>`) || p.Text != still.Text {
		t.Errorf("the first picture is not there:\n%s", p.HTML)
	}
	if strings.Count(p.HTML, "</script>") != 1 || !strings.HasSuffix(p.HTML, "</script>") {
		t.Error("a name ends the script")
	}
	if !strings.Contains(p.HTML, `to={"kernel":"","picture":""}`) {
		t.Error("there is an address, though there is no kernel")
	}
	again, _ := Sliders(double, Slider{"</script> & \"men\"", 1, 9, 4})
	other, _ := Sliders(double, Slider{"</script> & \"men\"", 1, 9, 5})
	if again != p || other.HTML[:80] == p.HTML[:80] { // these 80 bytes hold the id
		t.Error("equal pictures differ, or another picture has the same id")
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

// TestSlidersRefuse: no slider, limits and starts that do not fit, and an error of the function for the first picture are errors.
func TestSlidersRefuse(t *testing.T) {
	fine := func(...int) (Picture, error) { return Picture{}, nil }
	for _, list := range [][]Slider{nil, {{"a", 3, 2, 3}}, {{"a", 0, 5, 6}}, {{"a", 0, 5, 1}, {"b", 0, 5, -1}}} {
		if _, err := Sliders(fine, list...); err == nil {
			t.Errorf("%v: no error", list)
		}
	}
	failed := errors.New("no picture")
	if _, err := Sliders(func(...int) (Picture, error) { return Picture{}, failed }, Slider{"a", 0, 1, 0}); err != failed {
		t.Errorf("error %v, want that of the function", err)
	}
}

// TestSetupBoard checks that a setup board contains the FEN record, the verdict and the marks of the first position.
func TestSetupBoard(t *testing.T) {
	p := testkit.Must(SetupBoard("4k3/8/8/8/8/8/1P6/B3K3 b - -"))(t)
	for _, want := range []string{`"fen":"4k3/8/8/8/8/8/1P6/B3K3 b - -"`, `"marks":[0]`, "a bishop behind pawns"} {
		if !strings.Contains(p.HTML, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if !strings.Contains(p.Text, "illegal: a bishop behind pawns") {
		t.Errorf("text %q, want the verdict", p.Text)
	}
	if p, err := SetupBoard(); err != nil || !strings.Contains(p.Text, "legal: a game of 0 plies") {
		t.Errorf("the initial position: text %q, error %v, want a game of 0 plies", p.Text, err)
	}
	if _, err := SetupBoard("no FEN"); err == nil {
		t.Error("no FEN: no error")
	}
}

// TestJudgeText checks the answers of the setup board to records in FEN, and the errors for other questions.
func TestJudgeText(t *testing.T) {
	answer := func(question string) (page, error) {
		v, err := judgeText(context.Background(), json.RawMessage(question))
		p, _ := v.(page)
		return p, err
	}
	if p, err := answer(`"4k3/8/8/8/8/8/8/P3K3 w - -"`); err != nil || !strings.Contains(p.HTML, "illegal") || len(p.Marks) != 1 || p.Marks[0] != 0 {
		t.Errorf("a pawn on a1: %+v, error %v, want illegal and a1 marked", p, err)
	}
	if p, err := answer(`"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"`); err != nil || !strings.Contains(p.HTML, "cc-player") || p.Marks != nil {
		t.Errorf("after 1 e4: %+v, error %v, want a game to play and no mark", p, err)
	}
	if p, err := answer(`"KKKKKKKK/K7/8/8/8/8/8/8 w - -"`); err != nil || !strings.Contains(p.HTML, "illegal") {
		t.Errorf("nine kings: %+v, error %v, want illegal", p, err)
	}
	for _, bad := range []string{"3", `"8/8 w - -"`, `""`, "{"} {
		if _, err := answer(bad); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := judgeText(ctx, json.RawMessage(`"4k3/8/8/8/8/8/8/4K3 w - -"`)); err != context.Canceled {
		t.Errorf("stopped: error %v, want that of the context", err)
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
