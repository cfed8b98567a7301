package proofgame

// A method is a way to look for a game, or a part of one, that [Options] can switch off to measure its contribution: TestAblation,
// docs/BENCHMARKS.md.
type method uint32

const (
	nearSearch       method = 1 << iota // search for a near goal before all else
	laterDisentangle                    // disentangle before planning, in later passes
	laterOpen                           // open the goal before planning, in later passes
	firstOpen                           // open the goal in a first pass that has failed
	firstDisentangle                    // disentangle it there
	planGame                            // plan a game from the start
	lastSearch                          // search from the closest line
	againDisentangle                    // disentangle a goal that is not dense, without promoted men, again
	askCages                            // call package cage early to refute the goal
	extractMen                          // use Extract where a goal is dense
	guessKernels                        // guess a kernel for a setup of few men
	pruneShut                           // leave setups that cannot be reached when disentangling
	revise                              // change the order of a kernel, in later passes
	barSquares                          // no promotions on squares that package cage bars, in later passes
	demotePromoted                      // take moves back until no man must have been promoted, with Options.Long
	unravelPawns                        // take moves back until pawns are on files of their own, with Options.Long
	resumeHalts                         // look again for games from setups that retreats have reached, with Options.Long
	backwards                           // call Options.Backward, with Options.Long
	allMethods       = iota             // their number
)

// methodNames holds the names of the methods, in their order.
var methodNames = [allMethods]string{
	"near search", "later disentangling", "later opening", "first opening", "first disentangling", "planning",
	"last search", "disentangling again", "early cages", "extracting", "guessed kernels", "pruning", "revised order", "barred squares",
	"demoting", "unraveling", "resuming", "going back",
}

// uses reports whether a method is switched on, and records that it was asked for.
func (b *Builder) uses(m method) bool {
	b.methodsUsed |= m
	return b.without&m == 0
}
