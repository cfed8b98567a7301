// Package archtest keeps the direction of imports between the packages of this
// module as docs/DESIGN.md draws it. Its test compares the real imports with a
// table; a new package needs a line there, and so a moment of thought about
// where it stands. [Measure] counts lines, exported names, public ones apart, fields and methods;
// the command in folder table prints them. [Concurrent] says where the race detector can find something.
// [Comments] finds comments that name what does not exist.
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
	// The root package is what a notebook needs: thin doors to the rooms.
	"": {"cell", "chess", "chess/mate", "sampler/...", "legality", "legality/verdict", "legality/retro", "legality/proofkernel/search", "legality/proofgame", "legality/proofgame/astar", "legality/proofgame/replay", "legality/endgame", "legality/endgame/sat", "legality/endgame/proof", "legality/rules", "stats", "stats/design", "plots/boards", "survey", "survey/campaign", "survey/estimate", "survey/report", "survey/mates", "survey/uniform", "jupyter/widgets", "census/internal/columns", "internal/digits", "jupyter/cache"},

	// The game.
	"chess":                      {},
	"internal/testing/chesstest": {"chess"},
	"chess/internal/magicgen":    {"chess"},
	"chess/notation":             {"chess"},
	"chess/mate":                 {"chess"},
	// The virtual chessboard, which speaks all notations.
	"chess/notation/dialogue": {"chess", "chess/notation"},

	// Sets of positions know the game and not what is legal in it.
	"sampler":                          {"chess"},
	"sampler/ranked":                   {"chess", "sampler", "sampler/internal/wide", "sampler/ranked/internal/sequence"},
	"sampler/ranked/internal/sequence": {"sampler/internal/wide"},
	"sampler/rndfen":                   {"chess", "sampler", "sampler/placement"},
	"sampler/chesscounter":             {"chess", "sampler", "sampler/placement"},
	"sampler/material":                 {"chess", "sampler", "sampler/internal/subset", "sampler/internal/wide"},
	"sampler/kernelspace":              {"chess", "sampler", "sampler/internal/subset", "sampler/internal/wide"},
	"sampler/naive":                    {"chess", "sampler"},
	// The sets by name: whoever wants positions needs this package alone.
	"sampler/spaces": {"sampler", "sampler/ranked", "sampler/rndfen", "sampler/chesscounter", "sampler/kernelspace", "sampler/material", "sampler/naive"},
	// Conditions on positions, and what they leave of a space.
	"sampler/where": {"chess", "sampler"},
	// What draws of several of them have in common.
	"sampler/kings": {"chess", "sampler"},
	// The arithmetic that two of them have in common.
	"sampler/placement": {"chess", "sampler"},

	// Stages share a vocabulary and know the game, but not each other, with
	// the exceptions named here. Only the engine knows them all.
	"legality/verdict":                         {"chess"},
	"legality/proofkernel/search/internal/csp": {},
	"legality/rules":                           {"chess", "legality/verdict"},
	"legality/retro":                           {"chess", "legality/verdict"},
	"legality/internal/parity":                 {"chess", "legality/verdict"},
	"legality/cage":                            {"chess", "legality/verdict", "legality/proofkernel"},
	// The checker of certificates asks the packages of the stages; none asks it.
	"legality/certificate":    {"chess", "legality/verdict", "legality/rules", "legality/proofkernel", "legality/proofkernel/search", "legality/internal/bound", "legality/retro", "legality/cage", "legality/internal/parity", "legality/proofgame/replay"},
	"legality/internal/bound": {"chess", "legality/verdict", "legality/internal/assign"},
	// Lists of positions in texelutil's format, kernels included: no stage.
	"legality/lines":       {"chess", "legality/verdict", "legality/proofkernel/search"},
	"legality/proofkernel": {"chess", "legality/verdict"},
	// Where the two meet: classes of the one become moves of the other.
	"legality/proofkernel/named": {"chess", "legality/proofkernel", "legality/proofkernel/search"},
	// The explicit search, with its own way to decide rows.
	"legality/proofkernel/search": {"chess", "legality/proofkernel/search/internal/csp"},
	"legality/proofgame":          {"chess", "legality/verdict", "legality/cage", "legality/proofkernel", "legality/proofkernel/named", "legality/proofkernel/search", "legality/internal/bound", "legality/retro", "legality/proofgame/..."},
	"legality/proofgame/astar":    {"chess", "legality/verdict", "legality/internal/bound", "legality/retro", "legality/proofkernel/search"},
	"legality/proofgame/shorten":  {"chess", "legality/proofgame/astar"},
	// Plans a game from a kernel, in rooms: what has to happen and in which order, the board and
	// one restart on it; kernels guessed, and moves taken back from the goal.
	"legality/proofgame/internal/base":     {"chess"},
	"legality/proofgame/internal/plantest": {"chess", "legality/proofkernel/search", "internal/testing/testkit"},
	"legality/proofgame/internal/schedule": {"chess", "legality/proofkernel/search", "legality/proofgame/internal/base"},
	"legality/proofgame/internal/world":    {"chess", "legality/proofgame/internal/base"},
	"legality/proofgame/internal/play":     {"chess", "legality/proofkernel/search", "legality/proofgame/internal/base", "legality/proofgame/internal/schedule", "legality/proofgame/internal/world", "legality/internal/assign"},
	"legality/proofgame/internal/guess":    {"chess", "legality/proofkernel/search", "legality/proofgame/internal/base"},
	"legality/proofgame/internal/retract":  {"chess", "legality/verdict", "legality/retro", "legality/proofgame/internal/base"},
	"legality/proofgame/internal/planner": {"chess", "legality/proofkernel/search", "legality/retro", "legality/proofgame/internal/base", "legality/proofgame/internal/schedule",
		"legality/proofgame/internal/play", "legality/proofgame/internal/guess", "legality/proofgame/internal/retract"},
	"legality/proofgame/replay": {"chess", "legality/verdict", "legality/internal/mailbox"},
	"legality/endgame":          {"chess", "legality/retro"},
	"legality/endgame/oracle":   {"chess", "legality/verdict", "legality/retro", "legality/endgame"},
	"legality/endgame/sat":      {"chess", "legality/endgame/sat/internal/rup"},

	"legality/endgame/sat/internal/rup": {},
	"legality":                          {"chess", "legality/..."},

	// Theorems proven step by step, each held against the table.
	"legality/endgame/proof": {"chess", "chess/notation", "legality/retro", "legality/endgame", "legality/endgame/sat", "legality/proofgame", "internal/cputime", "internal/digits"},

	// Verdicts in words and boards.
	"legality/explain": {"chess", "chess/notation", "legality/verdict", "legality/retro", "legality/proofgame"},

	// The independent checker of certificates shares nothing with what it checks.
	"recheck":                {"recheck/internal/board"},
	"recheck/internal/board": {},
	"recheck/batch":          {"recheck"},
	"cmd/recheck":            {"recheck", "recheck/batch"},
	// The verifier of games. Its mailbox knows nothing, not even package chess.
	"legality/internal/mailbox": {},

	// Another project's rules, for comparison: no stage.
	"legality/chesscounter": {"chess"},

	// Numbers know nothing of chess, figures compute nothing.
	"stats":                 {},
	"stats/compare":         {"stats"},
	"plots":                 {"chess", "stats", "internal/digits", "plots/internal/pieces", "plots/internal/lettering"},
	"plots/internal/pieces": {"chess"},
	// Text in pictures, and fonts cut down to it.
	"plots/internal/lettering": {"plots/internal/subfont"},
	"plots/internal/subfont":   {},
	"plots/boards":             {"chess", "plots/internal/pieces"},
	"stats/design":             {"stats", "stats/design/internal/slope"},
	// How the risk to be lost grows with a covariate.
	"stats/design/internal/slope": {},

	// What puts it all together.
	"survey": {"chess", "sampler/...", "legality", "legality/verdict", "legality/rules", "stats", "stats/compare", "survey/loop"},
	// Draw, judge, tally: the loop of all surveys.
	"survey/loop": {"chess", "sampler", "sampler/kings", "legality", "legality/verdict", "legality/rules", "stats"},
	// Mates among the positions of a space.
	"survey/mates": {"chess", "chess/mate", "sampler", "legality", "legality/verdict", "legality/chesscounter", "stats", "stats/design", "survey/loop"},
	// Positions that are uniform over those proven legal.
	"survey/uniform": {"chess", "sampler", "sampler/where", "legality", "legality/verdict", "legality/proofgame", "stats", "survey/loop"},
	// Tables of such positions.
	"survey/dataset": {"chess", "survey", "survey/uniform"},
	// A planned survey: the plan, its record, and the work between them.
	"survey/plan":       {"legality/verdict"},
	"survey/record":     {"jupyter/snapshot", "internal/filelock"},
	"internal/filelock": {},
	// Which draws are likely to come to nothing in the last phase.
	"survey/risk":     {"chess", "stats/design"},
	"survey/campaign": {"chess", "sampler/...", "legality", "legality/verdict", "legality/lines", "legality/rules", "legality/certificate", "stats", "stats/design", "survey/shards", "survey/loop", "survey/risk", "survey/plan", "survey/record", "internal/cputime"},
	// What a shard holds: for those that make shards and those that read them.
	"survey/shards": {"chess", "sampler", "sampler/kings", "legality/verdict", "legality/rules", "legality/certificate", "legality/proofgame/replay", "stats", "stats/design", "survey", "survey/loop", "survey/risk", "survey/plan", "survey/record"},
	// A survey of a space that can be listed, for tests.
	"survey/toy": {"chess", "sampler", "legality", "legality/verdict"},
	// What stored shards say: reads, draws again, but judges nothing.
	"survey/report": {"chess", "sampler", "stats", "stats/design", "stats/compare", "survey/shards", "survey/loop", "survey/plan", "survey/record"},
	// The figures that pages quote, by name, and what an article needs.
	"paper/numbers":        {"internal/digits", "stats", "survey/report", "survey/record"},
	"paper/numbers/update": {"paper/numbers"},
	// The pages of the site.
	"tools/site":      {"chess", "plots/boards"},
	"tools/site/make": {"tools/site"},
	"paper": {"chess", "legality", "legality/verdict", "plots", "sampler/spaces", "survey/uniform", "survey/mates", "stats", "survey/report", "survey/record", "internal/digits", "paper/numbers",
		"paper/solving"},
	"paper/solving":      {"legality", "legality/proofkernel", "legality/verdict", "sampler", "internal/cputime"},
	"paper/solving/make": {"paper/solving", "legality", "sampler", "sampler/spaces"},

	// Shards of a survey done on many machines.
	"survey/remote":                        {"survey/remote/access", "legality", "survey/campaign", "survey/filter", "survey/remote/internal/wire", "survey/plan", "survey/record"},
	"survey/remote/access":                 {},
	"survey/remote/embedded":               {},
	"survey/remote/internal/scaling":       {},
	"survey/remote/internal/scaling/table": {"survey/remote/internal/scaling"},
	"survey/remote/internal/skew":          {},
	"survey/remote/internal/wire":          {"survey/campaign", "survey/filter", "survey/plan", "survey/record"},

	// Lists of lines, and passes over lists of positions.
	"survey/filter": {"survey"},
	// A planned survey in one go.
	"survey/estimate": {"sampler", "sampler/spaces", "legality", "legality/proofgame", "legality/verdict", "stats", "survey/campaign", "survey/report"},
	// Refutations of draws checked by the independent checker.
	"survey/rechecks": {"sampler", "legality", "legality/verdict", "legality/rules", "legality/certificate", "legality/proofgame", "recheck", "recheck/batch"},
	"survey/passes":   {"chess", "legality", "legality/verdict", "legality/lines", "legality/proofkernel/named", "legality/proofgame", "legality/retro", "survey", "survey/filter", "internal/filelock"},

	// The program: a door, and rooms of commands that share the vocabulary of cli.
	"cmd/chesscensus": {
		"cmd/chesscensus/internal/cli",
		"cmd/chesscensus/internal/comparing",
		"cmd/chesscensus/internal/endings",
		"cmd/chesscensus/internal/estimating",
		"cmd/chesscensus/internal/figures",
		"cmd/chesscensus/internal/games",
		"cmd/chesscensus/internal/judging",
		"cmd/chesscensus/internal/notebooks",
		"cmd/chesscensus/internal/positions",
		"cmd/chesscensus/internal/sampling",
		"cmd/chesscensus/internal/spaces",
		"cmd/chesscensus/internal/surveys",
		"cmd/chesscensus/internal/tables",
	},
	"cmd/chesscensus/internal/cli":        {"chess", "legality", "survey/filter", "internal/digits", "survey/remote/access"},
	"cmd/chesscensus/internal/engines":    {"survey/filter", "survey/remote/access", "cmd/chesscensus/internal/cli"},
	"cmd/chesscensus/internal/clitest":    {"cmd/chesscensus/internal/cli"},
	"cmd/chesscensus/internal/spaces":     {"sampler/...", "cmd/chesscensus/internal/cli"},
	"cmd/chesscensus/internal/sampling":   {"chess", "sampler/...", "legality", "legality/verdict", "legality/rules", "survey/filter", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/spaces"},
	"cmd/chesscensus/internal/positions":  {"chess", "sampler/...", "legality", "legality/verdict", "legality/certificate", "legality/lines", "survey/filter", "survey/uniform", "survey/dataset", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/spaces"},
	"cmd/chesscensus/internal/judging":    {"chess", "legality/...", "recheck", "recheck/batch", "legality/explain", "survey/filter", "survey/passes", "survey/rechecks", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/engines", "cmd/chesscensus/internal/spaces", "legality/chesscounter"},
	"cmd/chesscensus/internal/figures":    {"paper/numbers", "paper", "cmd/chesscensus/internal/cli"},
	"cmd/chesscensus/internal/games":      {"chess/...", "legality/...", "legality/explain", "survey", "survey/filter", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/engines"},
	"cmd/chesscensus/internal/endings":    {"chess/...", "legality/...", "survey/filter", "internal/cputime", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/engines", "legality/endgame/proof", "legality/endgame/sat", "legality/endgame/oracle"},
	"cmd/chesscensus/internal/comparing":  {"sampler/...", "legality", "legality/verdict", "stats", "stats/compare", "plots", "survey", "internal/cputime", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/spaces"},
	"cmd/chesscensus/internal/estimating": {"", "chess/mate", "sampler/...", "legality", "legality/verdict", "legality/chesscounter", "stats", "plots", "survey", "survey/estimate", "survey/report", "survey/mates", "internal/cputime", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/spaces"},
	"cmd/chesscensus/internal/surveys":    {"chess", "sampler/...", "legality/...", "stats", "stats/...", "survey", "survey/...", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/engines", "cmd/chesscensus/internal/spaces", "internal/digits", "survey/filter", "survey/plan", "survey/remote", "survey/remote/access", "survey/remote/embedded", "survey/record"},
	"cmd/chesscensus/internal/notebooks":  {"jupyter", "cmd/chesscensus/internal/cli"},
	"cmd/chesscensus/internal/tables":     {"cmd/chesscensus/internal/cli"},

	"cmd/signature": {"chess", "sampler/...", "legality/...", "survey"},

	// The notebook machinery could serve any module.
	"jupyter":              {"cell", "jupyter/widgets", "jupyter/cache", "jupyter/cells", "jupyter/cells/lookup", "jupyter/relay"},
	"jupyter/relay":        {"jupyter/cells"},
	"jupyter/cells":        {"jupyter/cells/docs", "jupyter/cells/kinds", "jupyter/cells/lookup"},
	"jupyter/cells/docs":   {},
	"jupyter/cells/kinds":  {},
	"jupyter/cells/lookup": {},
	// What a cell needs while it runs, as small as can be: trivial cells link it.
	"cell":                    {"jupyter/snapshot"},
	"jupyter/snapshot":        {},
	"jupyter/widgets":         {},
	"census/internal/columns": {"chess", "legality/proofkernel/search"},
	"jupyter/cache":           {"jupyter/snapshot"},
	"tools/soundness":         {"chess", "internal/testing/chesstest", "legality", "legality/cage", "legality/retro", "legality/verdict"},
	"tools/soundness/run":     {"chess", "sampler", "sampler/spaces", "tools/soundness"},
	"tools/mutants":           {},
	"tools/mutants/run":       {"tools/mutants"},
	"tools/archtest":          {},
	"tools/archtest/table":    {"tools/archtest"},
	// Which packages make race looks at.
	"tools/archtest/concurrent": {"tools/archtest"},
	// Licences of what the programs are built from.
	"tools/licences":           {},
	"tools/licences/list":      {"tools/licences"},
	"internal/cputime":         {},
	"legality/internal/assign": {},
	"internal/testing/testkit": {"chess"},
	// Files of known answers, for tests.
	"internal/testing/devdata": {"chess"},
	"sampler/internal/wide":    {},
	"internal/digits":          {},
	"sampler/internal/subset":  {"chess"},
	// Examples in proofs, for tests.
	"legality/lemmatest": {"chess", "legality/proofgame/replay"},
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
			bad = append(bad, fmt.Sprintf("%s is not in the table of tools/archtest/archtest.go: add a line that says what it may import", path))
			continue
		}
		for _, imported := range slices.Sorted(slices.Values(graph[path])) {
			dep, ok := local(imported)
			if ok && !slices.ContainsFunc(may, func(pattern string) bool { return match(pattern, dep) }) {
				bad = append(bad, fmt.Sprintf("%s imports %s: the table of tools/archtest/archtest.go allows it %s", path, imported, list(may)))
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
