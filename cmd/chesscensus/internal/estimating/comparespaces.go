package estimating

import (
	"slices"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/sampler"
	"chesscensus/survey"
)

// A comparedSpace is a space of a comparison and the name that was asked for.
type comparedSpace struct {
	asked string
	space sampler.Space
	note  string // why it is another space than asked for, if it is
}

// classes are ChessCounter's restricted classes, the wider one first, and the conditions that every position
// of the class fulfills.
var classes = []struct {
	name       string
	conditions []string
}{
	{"restricted", []string{"knights<=2", "bishops<=2", "rooks<=2", "queens<=3"}},
	{"very-restricted", []string{"no-promotions"}},
}

// classOf returns the place of a class in [classes], or -1.
func classOf(name string) int {
	for i, c := range classes {
		if c.name == name {
			return i
		}
	}
	return -1
}

// positions ends the names of ChessCounter's spaces whose elements are positions.
const positions = "-positions"

// counterSpace takes the name of a space of ChessCounter apart: which of the four, and the level, "" or with a dash.
func counterSpace(name string) (base, level string, ok bool) {
	base, ok = strings.CutPrefix(name, "counter-")
	for _, level := range []string{"-conditioned", "-feasible", positions} {
		if b, found := strings.CutSuffix(base, level); found {
			return b, level, ok
		}
	}
	return base, "", ok
}

// comparedSpaces makes the spaces of a comparison. It refuses what cannot be compared:
// fewer than two spaces, the same one twice, and spaces that hold different positions.
func comparedSpaces(names []string, class string) (list []comparedSpace, err error) {
	if len(names) < 2 {
		return nil, cli.Usagef("--spaces %s: want at least two spaces to compare, separated by commas", strings.Join(names, ","))
	}
	var conditions []string
	for i, asked := range names {
		parts := strings.Split(asked, "|")
		for k := range parts {
			parts[k] = strings.TrimSpace(parts[k])
		}
		own := slices.Sorted(slices.Values(parts[1:]))
		if i == 0 {
			conditions = own
		} else if !slices.Equal(own, conditions) {
			return nil, cli.Usagef("--spaces: %s and %s have different conditions, so they hold different positions", names[0], asked)
		}
		s := comparedSpace{asked: asked}
		parts[0], s.note = judgeable(parts[0])
		if s.note == "" {
			s.note = partNote(parts[0], conditions)
		}
		if s.space, err = spaces.New(strings.Join(parts, "|")); err != nil {
			return nil, err
		}
		if err := sameClass(parts[0], class, conditions); err != nil {
			return nil, err
		}
		for _, other := range list {
			if other.space.Name() == s.space.Name() {
				return nil, cli.Usagef("--spaces: %s and %s are the same space here, %s; its two samples would be the same", other.asked, asked, s.space.Name())
			}
		}
		list = append(list, s)
	}
	return list, narrow(list, class)
}

// judgeable returns the space to draw from in place of another, and why.
func judgeable(name string) (instead, note string) {
	if name == "rndfen" {
		return "rndfen-conditioned", "rndfen is drawn as rndfen-conditioned, which holds the same legal positions: nearly all of the 2.2e53 elements of the raw set stand for nothing"
	}
	base, level, ok := counterSpace(name)
	if !ok || level == positions {
		return name, ""
	}
	instead = "counter-" + base + positions
	return instead, name + " is drawn as " + instead + ": its weights for castling and en passant only look at squares and the engine cannot check them; there they are parts of the element"
}

// sameClass refuses a space that lacks positions of the class.
func sameClass(name, class string, conditions []string) error {
	if base, _, ok := counterSpace(name); ok && classOf(base) > classOf(class) {
		return cli.Usagef("--spaces: %s holds a part of the legal positions only; add --class %v, which cuts the others down to that part", name, base)
	}
	if name != "krinitskii" {
		return nil
	}
	for _, c := range []string{"no-promotions", "no-castling", "no-en-passant"} {
		if !slices.Contains(conditions, c) {
			return cli.Usagef("--spaces: krinitskii holds a part of the legal positions only; add the condition %s to every space", c)
		}
	}
	return nil
}

// narrow cuts the spaces down to a class, exactly as far as they can count.
func narrow(list []comparedSpace, class string) error {
	if class == "" {
		return nil
	}
	c := classes[classOf(class)]
	within, err := spaces.New("counter-" + c.name + positions)
	if err != nil {
		return err
	}
	for i := range list {
		s := &list[i]
		if strings.HasPrefix(s.space.Name(), within.Name()) {
			continue // nothing to cut
		}
		part, err := sampler.Restrict(s.space, c.conditions...)
		if err != nil {
			return cli.Usagef("--class: %v", err)
		}
		s.space = survey.Within(part, within)
	}
	return nil
}
