package census

import (
	"fmt"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/mate"
	"chesscensus/jupyter/cell"
	"chesscensus/jupyter/forms"
	"chesscensus/legality/endgame"
	"chesscensus/legality/endgame/proof"
)

// Endgames holds the numbers of setups of a material by class. Package legality/endgame defines the classes.
type Endgames struct {
	Material string
	// White and Black are the counts with that side to move.
	White, Black endgame.Counts
}

// String returns the table as text.
func (e *Endgames) String() string { return endgamesForm(e).Text }

// endgamesForm returns the table of classes.
func endgamesForm(e *Endgames) cell.Rich {
	t := NewTable(e.Material, "White to move", "Black to move")
	for _, row := range []struct {
		name string
		of   func(*endgame.Counts) int
	}{
		{"placed", func(c *endgame.Counts) int { return c.Placed }},
		{"initially illegal", func(c *endgame.Counts) int { return c.Initial }},
		{"derivedly illegal", (*endgame.Counts).DerivedTotal},
		{"rest", func(c *endgame.Counts) int { return c.Rest }},
	} {
		t.Add(row.name, row.of(&e.White), row.of(&e.Black))
	}
	return t.form()
}

// Endgame classifies all setups of a small material, such as "KRK" or "KQKR", by the setups that can have come before within the material.
func Endgame(material string) (*Endgames, error) {
	t, err := enumerate(material)
	if err != nil {
		return nil, err
	}
	return &Endgames{material, t.Counts(chess.White), t.Counts(chess.Black)}, nil
}

// enumerate returns the class of each setup of a material.
func enumerate(material string) (*endgame.Table, error) {
	m, err := endgame.ParseMaterial(material)
	if err != nil {
		return nil, err
	}
	ctx, stop := interruptible()
	defer stop()
	return endgame.Enumerate(ctx, m, endgame.Options{})
}

// Derivation returns boards that show why the deepest derivedly illegal setup of a material is illegal: each setup is a predecessor of
// the one on its left, and the last has none within the material. A material without such setups is an error.
func Derivation(material string) (Picture, error) {
	t, err := enumerate(material)
	if err != nil {
		return Picture{}, err
	}
	steps, err := t.DeepestDerivation()
	if err != nil {
		return Picture{}, fmt.Errorf("census: %w", err)
	}
	if len(steps) == 0 {
		return Picture{}, fmt.Errorf("census: no setup of %s is derivedly illegal", material)
	}
	var setups []Setup
	var captions []string
	for _, s := range steps {
		setups, captions = append(setups, s.Setup), append(captions, fmt.Sprintf("%v; moves taken back: %d", s.Class, s.Predecessors))
	}
	return Boards(setups, captions)
}

// Proven is a theorem on a small material with the steps of its proof, see [ProveEndgame].
type Proven = proof.Report

// ProveEndgame proves which positions of a material such as "KRK" are legal: all that are initially legal and have enough
// predecessors. All positions are tried, with 3 men the formula that there is a counterexample is refuted as well, and games are
// found to the positions to which all retractions lead. Three men take ten seconds.
func ProveEndgame(material string) (*Proven, error) {
	theorem, err := proof.NewTheorem(material)
	if err != nil {
		return nil, fmt.Errorf("census: %w", err)
	}
	ctx, stop := interruptible()
	defer stop()
	return proof.Prove(ctx, theorem, proof.Options{})
}

// provenForm returns a proof as a table of its steps, with the result for each side to move.
func provenForm(r *Proven) cell.Rich {
	t := NewTable("step", "White to move", "Black to move")
	for _, s := range r.Steps {
		var results [2]string // White to move, Black to move
		for i, p := range s.Proof {
			results[i%2] = "no counterexample"
			if !p.Proven {
				results[i%2] = "counterexample"
			}
		}
		if len(s.Proof) == 0 {
			for i, g := range r.Games {
				results[i%2] = fmt.Sprintf("game of %d plies", len(g.Moves))
			}
		}
		t.Add(s.Name, results[0], results[1])
	}
	body := t.form()
	head := "proven: every step found what it should"
	if !r.Holds() {
		head = "not proven: " + strings.Join(r.Wrong(), "; ")
	}
	return cell.Rich{HTML: body.HTML + forms.Line(head), Text: body.Text + "\n" + head}
}

// A Mating is the result of [Mate].
type Mating struct {
	Position Position
	mate.Result
}

// String returns the number of moves and the main line.
func (m *Mating) String() string {
	if m.Outcome != mate.Mate {
		return fmt.Sprintf("no mate within %d moves", m.NoneWithin)
	}
	return fmt.Sprintf("mate in %d: %s", m.Moves, strings.Join(m.Position.Numbered(m.Line, 1), " "))
}

// Game returns the main line.
func (m *Mating) Game() *Game { return &Game{Start: m.Position, Moves: m.Line} }

// Mate decides exactly whether the side to move can force mate in at most n moves.
func Mate[S Some](s S, n int) (*Mating, error) {
	p, err := positionOf(s)
	if err != nil {
		return nil, err
	}
	ctx, stop := interruptible()
	defer stop()
	r, err := mate.New(mate.Options{}).Solve(ctx, p, n)
	if err != nil {
		return nil, err
	}
	return &Mating{p, r}, nil
}
