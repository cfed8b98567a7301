// Package archtest keeps the direction of imports between the packages of this
// module as docs/DESIGN.md draws it. Its test compares the real imports with a
// table; a new package needs a line there, and so a moment of thought about
// where it stands. [Measure] counts lines, exported names, fields and methods;
// the command in folder table prints them.
package archtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Module is the prefix of the import paths that the rules speak of.
const Module = "chesscensus"

// Rules says what each package may import of this module. Keys and values are
// import paths below the module. A value "a/..." stands for a and every package
// below it. Tests of a package are not bound by its rule.
type Rules map[string][]string

// allowed is the table: chess <- sampler, legality <- survey <- cmd.
var allowed = Rules{
	// The root package tells the story in its documentation.
	"": {},

	// The game.
	"chess":                   {},
	"chess/chesstest":         {"chess"},
	"chess/internal/magicgen": {"chess"},
	"chess/notation":          {"chess"},
	"chess/mate":              {"chess"},
	// The virtual chessboard, which speaks all notations.
	"chess/notation/dialogue": {"chess", "chess/notation"},

	// Sets of positions know the game and not what is legal in it.
	"sampler":          {"chess"},
	"sampler/ranked":   {"chess", "sampler", "internal/wide"},
	"sampler/rndfen":   {"chess", "sampler", "sampler/placement"},
	"sampler/counter":  {"chess", "sampler", "sampler/placement"},
	"sampler/material": {"chess", "sampler", "internal/subset", "internal/wide"},
	"sampler/kernel":   {"chess", "sampler", "internal/subset", "internal/wide"},
	"sampler/naive":    {"chess", "sampler"},
	// What draws of several of them have in common.
	"sampler/kings": {"chess", "sampler"},
	// The arithmetic that two of them have in common.
	"sampler/placement": {"chess", "sampler"},

	// Stages share a vocabulary and know the game, but not each other, with
	// the exceptions named here. Only the engine knows them all.
	"legality/verdict": {"chess"},
	"legality/csp":     {},
	"legality/rules":   {"chess", "legality/verdict"},
	"legality/retro":   {"chess", "legality/verdict"},
	"legality/parity":  {"chess", "legality/verdict"},
	"legality/cage":    {"chess", "legality/verdict", "legality/kernel"},
	// The checker of certificates asks the packages of the stages; none asks it.
	"legality/certificate": {"chess", "legality/verdict", "legality/rules", "legality/kernel", "legality/kernel/search", "legality/bound", "legality/retro", "legality/cage", "legality/parity", "legality/proofgame/replay"},
	"legality/bound":       {"chess", "legality/verdict", "internal/assign"},
	// Lists of positions in texelutil's format, kernels included: no stage.
	"legality/lines":  {"chess", "legality/verdict", "legality/kernel/search"},
	"legality/kernel": {"chess", "legality/verdict"},
	// Where the two meet: classes of the one become moves of the other.
	"legality/kernel/named": {"chess", "legality/kernel", "legality/kernel/search"},
	// The explicit search, with its own way to decide rows.
	"legality/kernel/search":     {"chess", "legality/csp"},
	"legality/proofgame":         {"chess", "legality/verdict", "legality/cage", "legality/kernel", "legality/kernel/named", "legality/kernel/search", "legality/bound", "legality/retro", "legality/proofgame/..."},
	"legality/proofgame/astar":   {"chess", "legality/verdict", "legality/bound", "legality/retro", "legality/kernel/search"},
	"legality/proofgame/shorten": {"chess", "legality/proofgame/astar"},
	// Plans a game from a kernel, in rooms: what has to happen and in which order, the board and
	// one restart on it; kernels guessed, and moves taken back from the goal.
	"legality/proofgame/base":     {"chess"},
	"legality/proofgame/plantest": {"chess", "legality/kernel/search", "internal/testkit"},
	"legality/proofgame/schedule": {"chess", "legality/kernel/search", "legality/proofgame/base"},
	"legality/proofgame/world":    {"chess", "legality/proofgame/base"},
	"legality/proofgame/play":     {"chess", "legality/kernel/search", "legality/proofgame/base", "legality/proofgame/schedule", "legality/proofgame/world", "internal/assign"},
	"legality/proofgame/guess":    {"chess", "legality/kernel/search", "legality/proofgame/base"},
	"legality/proofgame/retract":  {"chess", "legality/verdict", "legality/retro", "legality/proofgame/base"},
	"legality/proofgame/planner": {"chess", "legality/kernel/search", "legality/retro", "legality/proofgame/base", "legality/proofgame/schedule",
		"legality/proofgame/play", "legality/proofgame/guess", "legality/proofgame/retract"},
	"legality/proofgame/replay": {"chess", "legality/verdict", "legality/proofgame/replay/mailbox"},
	"legality/endgame":          {"chess", "legality/retro"},
	"legality/endgame/truth":    {"chess", "legality/verdict", "legality/retro", "legality/endgame"},
	"legality/endgame/sat":      {"chess"},
	"legality":                  {"chess", "legality/..."},
	// The verifier of games. Its mailbox knows nothing, not even package chess.
	"legality/proofgame/replay/mailbox": {},

	// Another project's rules, for comparison: no stage.
	"legality/rules/chesscounter": {"chess"},

	// Numbers know nothing of chess, figures compute nothing.
	"stats":         {},
	"stats/compare": {"stats"},
	"plots":         {"chess", "stats"},
	"stats/design":  {"stats"},

	// What puts it all together.
	"survey": {"chess", "sampler/...", "legality", "legality/verdict", "legality/rules", "stats", "stats/compare", "survey/loop"},
	// Draw, judge, tally: the loop of all surveys.
	"survey/loop": {"chess", "sampler", "sampler/kings", "legality", "legality/verdict", "legality/rules", "stats"},
	// Mates among the positions of a space.
	"survey/mates": {"chess", "chess/mate", "sampler", "legality", "legality/verdict", "legality/rules/chesscounter", "stats", "stats/design", "survey/loop"},
	// A planned survey: the plan, its record, and the work between them.
	"survey/plan":     {"legality/verdict"},
	"survey/record":   {},
	"survey/campaign": {"chess", "sampler/...", "legality", "legality/verdict", "legality/lines", "legality/rules", "legality/certificate", "legality/proofgame/replay", "stats/...", "survey", "survey/loop", "survey/plan", "survey/record"},
	// Lists of lines, and passes over lists of positions.
	"survey/filter":   {"survey"},
	"survey/passes":   {"chess", "legality", "legality/verdict", "legality/lines", "legality/kernel/named", "legality/proofgame", "legality/retro", "survey", "survey/filter", "survey/record"},
	"cmd/chesscensus": {"chess/...", "sampler/...", "legality/...", "stats", "stats/compare", "plots", "survey/...", "internal/jupyter", "internal/cputime"},
	"cmd/signature":   {"chess", "sampler/...", "legality/...", "survey"},

	// The notebook machinery could serve any module.
	"internal/jupyter":        {},
	"internal/archtest":       {},
	"internal/archtest/table": {"internal/archtest"},
	"internal/cputime":        {},
	"internal/assign":         {},
	"internal/testkit":        {"chess"},
	// Files of known answers, for tests.
	"internal/devdata": {"chess"},
	"internal/wide":    {},
	"internal/subset":  {"chess"},
	// Examples in proofs, for tests.
	"internal/lemmatest": {"chess", "legality/proofgame/replay"},
}

// Check compares a graph of imports with the rules and returns one line for
// each violation, sorted. The graph maps the import path of every package of
// the module to the paths of what it imports; paths outside the module are
// ignored.
func (r Rules) Check(graph map[string][]string) []string {
	var bad []string
	for _, path := range slices.Sorted(maps.Keys(graph)) {
		pkg, ok := local(path)
		if !ok {
			continue
		}
		may, known := r[pkg]
		if !known {
			bad = append(bad, fmt.Sprintf("%s is not in the table of internal/archtest/archtest.go: add a line that says what it may import", path))
			continue
		}
		for _, imported := range slices.Sorted(slices.Values(graph[path])) {
			dep, ok := local(imported)
			if ok && !slices.ContainsFunc(may, func(pattern string) bool { return match(pattern, dep) }) {
				bad = append(bad, fmt.Sprintf("%s imports %s: the table of internal/archtest/archtest.go allows it %s", path, imported, list(may)))
			}
		}
	}
	return bad
}

// local returns path without the module's prefix, if it has that.
func local(path string) (string, bool) {
	if path == Module {
		return "", true
	}
	return strings.CutPrefix(path, Module+"/")
}

// match reports whether a value of the table stands for pkg.
func match(pattern, pkg string) bool {
	if tree, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == tree || strings.HasPrefix(pkg, tree+"/")
	}
	return pattern == pkg
}

func list(may []string) string {
	if len(may) == 0 {
		return "no package of this module"
	}
	return "only " + strings.Join(may, ", ")
}
