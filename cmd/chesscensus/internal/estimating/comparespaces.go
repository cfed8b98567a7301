package estimating

import (
	"slices"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/sampler"
	"chesscensus/survey"
)

// A comparedSpace is a space of a comparison.
type comparedSpace struct {
	requested string // name in the command line
	space     sampler.Space
	note      string // why it is not the requested space, or why it is hard to compare
}

// classes are ChessCounter's restricted classes, each of which holds the next one. Every position of a class fulfills its classConditions.
var (
	classes         = []string{"restricted", "very-restricted"}
	classConditions = [][]string{{"knights<=2", "bishops<=2", "rooks<=2", "queens<=3"}, {"no-promotions"}}
)

// classIndex returns the index of a class in [classes]: the greater, the fewer positions it holds. It is -1 for all positions.
func classIndex(name string) int { return slices.Index(classes, name) }

// positionsSuffix is the end of the names of those spaces of ChessCounter whose elements are positions.
const positionsSuffix = "-positions"

// splitCounterName splits the name of a space of ChessCounter: "counter-general-feasible" gives "general" and "-feasible".
func splitCounterName(name string) (base, level string, ok bool) {
	base, ok = strings.CutPrefix(name, "counter-")
	for _, level := range []string{"-conditioned", "-feasible", positionsSuffix} {
		if b, found := strings.CutSuffix(base, level); found {
			return b, level, ok
		}
	}
	return base, "", ok
}

// parseSpaces returns the spaces of a comparison. It returns an error for spaces that cannot be compared:
// fewer than two, the same one twice, or spaces that hold different positions.
func parseSpaces(names []string, class string) (list []comparedSpace, err error) {
	if len(names) < 2 {
		return nil, cli.Usagef("--spaces %s: want at least two spaces to compare, separated by commas", strings.Join(names, ","))
	}
	var conditions []string
	for i, requested := range names {
		parts := strings.Split(requested, "|")
		for k := range parts {
			parts[k] = strings.TrimSpace(parts[k])
		}
		ownConditions := slices.Sorted(slices.Values(parts[1:]))
		if i == 0 {
			conditions = ownConditions
		} else if !slices.Equal(ownConditions, conditions) {
			return nil, cli.Usagef("--spaces: %s and %s have different conditions, so they hold different positions", names[0], requested)
		}
		s := comparedSpace{requested: requested}
		parts[0], s.note = judgeableSpace(parts[0])
		if s.note == "" {
			s.note = partialSpaceNote(parts[0], conditions)
		}
		if s.space, err = spaces.New(strings.Join(parts, "|")); err != nil {
			return nil, err
		}
		if err := checkClass(parts[0], class, conditions); err != nil {
			return nil, err
		}
		for _, other := range list {
			if other.space.Name() == s.space.Name() {
				return nil, cli.Usagef("--spaces: %s and %s are the same space here, %s; its two samples would be the same",
					other.requested, requested, s.space.Name())
			}
		}
		list = append(list, s)
	}
	return list, restrictToClass(list, class)
}

// judgeableSpace returns the space to draw from instead of another one, and a note with the reason, or the same name and "".
func judgeableSpace(name string) (instead, note string) {
	if name == "rndfen" {
		return "rndfen-conditioned", "rndfen is drawn as rndfen-conditioned, which holds the same legal positions: " +
			"nearly all of the 2.2e53 elements of the raw set stand for nothing"
	}
	base, level, ok := splitCounterName(name)
	if !ok || level == positionsSuffix {
		return name, ""
	}
	instead = "counter-" + base + positionsSuffix
	return instead, name + " is drawn as " + instead + ": its weights for castling and en passant only look at squares " +
		"and the engine cannot check them; there they are parts of the element"
}

// checkClass returns an error if a space lacks positions of the class.
func checkClass(name, class string, conditions []string) error {
	if base, _, ok := splitCounterName(name); ok && classIndex(base) > classIndex(class) {
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

// restrictToClass restricts spaces to a class, as exactly as their sizes can still be counted.
func restrictToClass(list []comparedSpace, class string) error {
	if class == "" {
		return nil
	}
	classSpace, err := spaces.New("counter-" + class + positionsSuffix)
	if err != nil {
		return err
	}
	for i := range list {
		s := &list[i]
		if strings.HasPrefix(s.space.Name(), classSpace.Name()) {
			continue // the space is the class or a part of it
		}
		part, err := sampler.Restrict(s.space, classConditions[classIndex(class)]...)
		if err != nil {
			return cli.Usagef("--class: %v", err)
		}
		s.space = survey.Within(part, classSpace)
	}
	return nil
}
