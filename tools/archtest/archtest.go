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
	"": {"cell", "chess", "chess/mate", "sampler/...", "legality", "legality/verdict", "legality/retro", "legality/kernel/search", "legality/proofgame", "legality/proofgame/astar", "legality/proofgame/replay", "legality/endgame", "internal/endgame/sat", "legality/endgame/proof", "legality/rules", "stats", "stats/design", "plots/boards", "survey", "survey/campaign", "survey/estimate", "survey/report", "survey/mates", "survey/uniform", "internal/answers", "internal/columns", "internal/digits", "internal/results"},

	// The game.
	"chess":                   {},
	"internal/chesstest":      {"chess"},
	"chess/internal/magicgen": {"chess"},
	"chess/notation":          {"chess"},
	"chess/mate":              {"chess"},
	// The virtual chessboard, which speaks all notations.
	"chess/notation/dialogue": {"chess", "chess/notation"},

	// Sets of positions know the game and not what is legal in it.
	"sampler":                          {"chess"},
	"sampler/ranked":                   {"chess", "sampler", "internal/wide", "sampler/ranked/internal/sequence"},
	"sampler/ranked/internal/sequence": {"internal/wide"},
	"sampler/rndfen":                   {"chess", "sampler", "sampler/internal/placement"},
	"sampler/internal/counter":         {"chess", "sampler", "sampler/internal/placement"},
	"sampler/internal/material":        {"chess", "sampler", "internal/subset", "internal/wide"},
	"sampler/internal/kernel":          {"chess", "sampler", "internal/subset", "internal/wide"},
	"sampler/internal/naive":           {"chess", "sampler"},
	// The sets by name: whoever wants positions needs this package alone.
	"sampler/spaces": {"sampler", "sampler/ranked", "sampler/rndfen", "sampler/internal/counter", "sampler/internal/kernel", "sampler/internal/material", "sampler/internal/naive"},
	// Conditions on positions, and what they leave of a space.
	"sampler/where": {"chess", "sampler"},
	// What draws of several of them have in common.
	"internal/kings": {"chess", "sampler"},
	// The arithmetic that two of them have in common.
	"sampler/internal/placement": {"chess", "sampler"},

	// Stages share a vocabulary and know the game, but not each other, with
	// the exceptions named here. Only the engine knows them all.
	"legality/verdict":                    {"chess"},
	"legality/kernel/search/internal/csp": {},
	"legality/rules":                      {"chess", "legality/verdict"},
	"legality/retro":                      {"chess", "legality/verdict"},
	"legality/internal/parity":            {"chess", "legality/verdict"},
	"legality/cage":                       {"chess", "legality/verdict", "legality/kernel"},
	// The checker of certificates asks the packages of the stages; none asks it.
	"legality/certificate":    {"chess", "legality/verdict", "legality/rules", "legality/kernel", "legality/kernel/search", "legality/internal/bound", "legality/retro", "legality/cage", "legality/internal/parity", "legality/proofgame/replay"},
	"legality/internal/bound": {"chess", "legality/verdict", "internal/assign"},
	// Lists of positions in texelutil's format, kernels included: no stage.
	"legality/lines":  {"chess", "legality/verdict", "legality/kernel/search"},
	"legality/kernel": {"chess", "legality/verdict"},
	// Where the two meet: classes of the one become moves of the other.
	"legality/kernel/named": {"chess", "legality/kernel", "legality/kernel/search"},
	// The explicit search, with its own way to decide rows.
	"legality/kernel/search":     {"chess", "legality/kernel/search/internal/csp"},
	"legality/proofgame":         {"chess", "legality/verdict", "legality/cage", "legality/kernel", "legality/kernel/named", "legality/kernel/search", "legality/internal/bound", "legality/retro", "legality/proofgame/..."},
	"legality/proofgame/astar":   {"chess", "legality/verdict", "legality/internal/bound", "legality/retro", "legality/kernel/search"},
	"legality/proofgame/shorten": {"chess", "legality/proofgame/astar"},
	// Plans a game from a kernel, in rooms: what has to happen and in which order, the board and
	// one restart on it; kernels guessed, and moves taken back from the goal.
	"legality/proofgame/internal/base":     {"chess"},
	"legality/proofgame/internal/plantest": {"chess", "legality/kernel/search", "internal/testkit"},
	"legality/proofgame/internal/schedule": {"chess", "legality/kernel/search", "legality/proofgame/internal/base"},
	"legality/proofgame/internal/world":    {"chess", "legality/proofgame/internal/base"},
	"legality/proofgame/internal/play":     {"chess", "legality/kernel/search", "legality/proofgame/internal/base", "legality/proofgame/internal/schedule", "legality/proofgame/internal/world", "internal/assign"},
	"legality/proofgame/internal/guess":    {"chess", "legality/kernel/search", "legality/proofgame/internal/base"},
	"legality/proofgame/internal/retract":  {"chess", "legality/verdict", "legality/retro", "legality/proofgame/internal/base"},
	"legality/proofgame/internal/planner": {"chess", "legality/kernel/search", "legality/retro", "legality/proofgame/internal/base", "legality/proofgame/internal/schedule",
		"legality/proofgame/internal/play", "legality/proofgame/internal/guess", "legality/proofgame/internal/retract"},
	"legality/proofgame/replay": {"chess", "legality/verdict", "legality/internal/mailbox"},
	"legality/endgame":          {"chess", "legality/retro"},
	"internal/endgame/truth":    {"chess", "legality/verdict", "legality/retro", "legality/endgame"},
	"internal/endgame/sat":      {"chess", "internal/endgame/sat/internal/rup"},

	"internal/endgame/sat/internal/rup": {},
	"legality":                          {"chess", "legality/..."},

	// Theorems proven step by step, each held against the table.
	"legality/endgame/proof": {"chess", "chess/notation", "legality/retro", "legality/endgame", "internal/endgame/sat", "legality/proofgame", "internal/cputime", "internal/digits"},

	// Verdicts in words and boards.
	"internal/explain": {"chess", "chess/notation", "legality/verdict", "legality/retro", "legality/proofgame"},

	// The independent checker of certificates shares nothing with what it checks.
	"recheck":                  {"recheck/internal/board"},
	"recheck/internal/board":   {},
	"internal/recheck/answers": {"recheck"},
	"cmd/recheck":              {"recheck", "internal/recheck/answers"},
	// The verifier of games. Its mailbox knows nothing, not even package chess.
	"legality/internal/mailbox": {},

	// Another project's rules, for comparison: no stage.
	"internal/chesscounter": {"chess"},

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
	"survey": {"chess", "sampler/...", "legality", "legality/verdict", "legality/rules", "stats", "stats/compare", "survey/internal/loop"},
	// Draw, judge, tally: the loop of all surveys.
	"survey/internal/loop": {"chess", "sampler", "internal/kings", "legality", "legality/verdict", "legality/rules", "stats"},
	// Mates among the positions of a space.
	"survey/mates": {"chess", "chess/mate", "sampler", "legality", "legality/verdict", "internal/chesscounter", "stats", "stats/design", "survey/internal/loop"},
	// Positions that are uniform over those proven legal.
	"survey/uniform": {"chess", "sampler", "sampler/where", "legality", "legality/verdict", "legality/proofgame", "stats", "survey/internal/loop"},
	// Tables of such positions.
	"internal/survey/dataset": {"chess", "survey", "survey/uniform"},
	// A planned survey: the plan, its record, and the work between them.
	"internal/survey/plan":   {"legality/verdict"},
	"internal/survey/record": {"internal/freeze", "internal/filelock"},
	"internal/filelock":      {},
	// Which draws are likely to come to nothing in the last phase.
	"survey/internal/risk": {"chess", "stats/design"},
	"survey/campaign":      {"chess", "sampler/...", "legality", "legality/verdict", "legality/lines", "legality/rules", "legality/certificate", "stats", "stats/design", "survey/internal/shards", "survey/internal/loop", "survey/internal/risk", "internal/survey/plan", "internal/survey/record", "internal/cputime"},
	// What a shard holds: for those that make shards and those that read them.
	"survey/internal/shards": {"chess", "sampler", "internal/kings", "legality/verdict", "legality/rules", "legality/certificate", "legality/proofgame/replay", "stats", "stats/design", "survey", "survey/internal/loop", "survey/internal/risk", "internal/survey/plan", "internal/survey/record"},
	// A survey of a space that can be listed, for tests.
	"internal/survey/toy": {"chess", "sampler", "legality", "legality/verdict"},
	// What stored shards say: reads, draws again, but judges nothing.
	"survey/report": {"chess", "sampler", "stats", "stats/design", "stats/compare", "survey/internal/shards", "survey/internal/loop", "internal/survey/plan", "internal/survey/record"},
	// The figures that pages quote, by name, and what an article needs.
	"internal/numbers":        {"internal/digits", "stats", "survey/report", "internal/survey/record"},
	"internal/numbers/update": {"internal/numbers"},
	// The pages of the site.
	"internal/site":      {"chess", "plots/boards"},
	"internal/site/make": {"internal/site"},
	"internal/paper": {"chess", "legality", "legality/verdict", "plots", "sampler/spaces", "survey/uniform", "survey/mates", "stats", "survey/report", "internal/survey/record", "internal/digits", "internal/numbers",
		"internal/paper/solving"},
	"internal/paper/solving":      {"legality", "legality/kernel", "legality/verdict", "sampler", "internal/cputime"},
	"internal/paper/solving/make": {"internal/paper/solving", "legality", "sampler", "sampler/spaces"},

	// Shards of a survey done on many machines.
	"internal/survey/remote":                        {"internal/survey/remote/access", "legality", "survey/campaign", "internal/survey/filter", "internal/survey/remote/internal/wire", "internal/survey/plan", "internal/survey/record"},
	"internal/survey/remote/access":                 {},
	"internal/survey/remote/embedded":               {},
	"internal/survey/remote/internal/scaling":       {},
	"internal/survey/remote/internal/scaling/table": {"internal/survey/remote/internal/scaling"},
	"internal/survey/remote/internal/skew":          {},
	"internal/survey/remote/internal/wire":          {"survey/campaign", "internal/survey/filter", "internal/survey/plan", "internal/survey/record"},

	// Lists of lines, and passes over lists of positions.
	"internal/survey/filter": {"survey"},
	// A planned survey in one go.
	"survey/estimate": {"sampler", "sampler/spaces", "legality", "legality/proofgame", "legality/verdict", "stats", "survey/campaign", "survey/report"},
	// Refutations of draws checked by the independent checker.
	"internal/survey/rechecks": {"sampler", "legality", "legality/verdict", "legality/rules", "legality/certificate", "legality/proofgame", "recheck", "internal/recheck/answers"},
	"survey/passes":            {"chess", "legality", "legality/verdict", "legality/lines", "legality/kernel/named", "legality/proofgame", "legality/retro", "survey", "internal/survey/filter", "internal/filelock"},

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
	"cmd/chesscensus/internal/cli":        {"chess", "legality", "internal/survey/filter", "internal/digits", "internal/survey/remote/access"},
	"cmd/chesscensus/internal/engines":    {"internal/survey/filter", "internal/survey/remote/access", "cmd/chesscensus/internal/cli"},
	"cmd/chesscensus/internal/clitest":    {"cmd/chesscensus/internal/cli"},
	"cmd/chesscensus/internal/spaces":     {"sampler/...", "cmd/chesscensus/internal/cli"},
	"cmd/chesscensus/internal/sampling":   {"chess", "sampler/...", "legality", "legality/verdict", "legality/rules", "internal/survey/filter", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/spaces"},
	"cmd/chesscensus/internal/positions":  {"chess", "sampler/...", "legality", "legality/verdict", "legality/certificate", "legality/lines", "internal/survey/filter", "survey/uniform", "internal/survey/dataset", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/spaces"},
	"cmd/chesscensus/internal/judging":    {"chess", "legality/...", "recheck", "internal/recheck/answers", "internal/explain", "internal/survey/filter", "survey/passes", "internal/survey/rechecks", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/engines", "cmd/chesscensus/internal/spaces", "internal/chesscounter"},
	"cmd/chesscensus/internal/figures":    {"internal/numbers", "internal/paper", "cmd/chesscensus/internal/cli"},
	"cmd/chesscensus/internal/games":      {"chess/...", "legality/...", "internal/explain", "survey", "internal/survey/filter", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/engines"},
	"cmd/chesscensus/internal/endings":    {"chess/...", "legality/...", "internal/survey/filter", "internal/cputime", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/engines", "legality/endgame/proof", "internal/endgame/sat", "internal/endgame/truth"},
	"cmd/chesscensus/internal/comparing":  {"sampler/...", "legality", "legality/verdict", "stats", "stats/compare", "plots", "survey", "internal/cputime", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/spaces"},
	"cmd/chesscensus/internal/estimating": {"", "chess/mate", "sampler/...", "legality", "legality/verdict", "internal/chesscounter", "stats", "plots", "survey", "survey/estimate", "survey/report", "survey/mates", "internal/cputime", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/spaces"},
	"cmd/chesscensus/internal/surveys":    {"chess", "sampler/...", "legality/...", "stats", "stats/...", "survey", "survey/...", "cmd/chesscensus/internal/cli", "cmd/chesscensus/internal/engines", "cmd/chesscensus/internal/spaces", "internal/digits", "internal/survey/filter", "internal/survey/plan", "internal/survey/remote", "internal/survey/remote/access", "internal/survey/remote/embedded", "internal/survey/record"},
	"cmd/chesscensus/internal/notebooks":  {"internal/jupyter", "cmd/chesscensus/internal/cli"},
	"cmd/chesscensus/internal/tables":     {"cmd/chesscensus/internal/cli"},

	"cmd/signature": {"chess", "sampler/...", "legality/...", "survey"},

	// The notebook machinery could serve any module.
	"internal/jupyter":              {"cell", "internal/answers", "internal/results", "internal/jupyter/cells", "internal/jupyter/cells/lookup", "internal/jupyter/relay"},
	"internal/jupyter/relay":        {"internal/jupyter/cells"},
	"internal/jupyter/cells":        {"internal/jupyter/cells/docs", "internal/jupyter/cells/kinds", "internal/jupyter/cells/lookup"},
	"internal/jupyter/cells/docs":   {},
	"internal/jupyter/cells/kinds":  {},
	"internal/jupyter/cells/lookup": {},
	// What a cell needs while it runs, as small as can be: trivial cells link it.
	"cell":                    {"internal/freeze"},
	"internal/freeze":         {},
	"internal/answers":        {},
	"internal/columns":        {"chess", "legality/kernel/search"},
	"internal/results":        {"internal/freeze"},
	"internal/soundness":      {"chess", "internal/chesstest", "legality", "legality/cage", "legality/retro", "legality/verdict"},
	"internal/soundness/run":  {"chess", "sampler", "sampler/spaces", "internal/soundness"},
	"internal/mutants":        {},
	"internal/mutants/run":    {"internal/mutants"},
	"internal/archtest":       {},
	"internal/archtest/table": {"internal/archtest"},
	// Which packages make race looks at.
	"internal/archtest/concurrent": {"internal/archtest"},
	// Licences of what the programs are built from.
	"internal/licences":      {},
	"internal/licences/list": {"internal/licences"},
	"internal/cputime":       {},
	"internal/assign":        {},
	"internal/testkit":       {"chess"},
	// Files of known answers, for tests.
	"internal/devdata": {"chess"},
	"internal/wide":    {},
	"internal/digits":  {},
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
