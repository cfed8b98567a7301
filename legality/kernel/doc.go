// Package kernel decides whether a setup has a proof kernel and an extended proof
// kernel from the initial position: captures and promotions that turn the initial men
// and columns of pawns into those of the goal, and rows for the pawns that fit. A setup
// without is illegal. No sequence of captures is ever searched: what happens is
// enumerated file by file, and the orders of different files always fit together.
//
// This is a hard engine. Read first, in this order: the words below; column.go and
// word.go (the data); chain.go (the question for a kernel); table.go (what happens in
// one file); then extend.go and types.go (rows). [Solver.Exists] is the way in, [Stage]
// makes verdicts of it, [Class] is what is found.
//
// # The question
//
// Let K(c) be the captures that color c has to make: the men that the other color has
// lost, less bishops that can only have been taken at home (below). The pawns of a
// file form a column, ordered from row 1 up; all files start with a white pawn below
// a black one. A kernel is a sequence of these captures:
//
//	A  a pawn takes a pawn on a neighboring file, and takes its place in the column
//	B  a pawn takes an officer on a neighboring file, and is inserted anywhere
//	C  an officer takes a pawn
//	D  the outermost pawn of a column takes an officer and promotes
//	E  an officer takes an officer
//
// and of promotions, such that the columns and the numbers of all men come out right,
// bishops apart by the color of their squares. An extended kernel is one for which
// there are rows: each capture of a pawn goes one row forward, pawns only advance, the
// order of each column holds, a bishop is taken on its color, and the goal is not passed.
//
// # The method
//
// Call D(c) the promotions that c needs, more men of a type than at the start or
// required as below, and S(c) = 8 - goal pawns - D(c) its spare pawns: all pawns of c
// that pawns or officers take, q(c) of them, are spare. Look at one file alone. What
// it sees of the rest is the ordered list of the pawns that cross its left and its right
// boundary, the boundary words. A file table answers: given the goal column and the word
// on its left, which words on its right are possible, at which cost (captures
// and pawns lost, by color)? BoundaryWord are paid by the file on their left. A chain of
// eight tables, the last of which has the empty word on its right, with at most K(c) captures
// and S(c) lost pawns, ending with the columns
//
//	black pawns, the goal column, white pawns
//
// whose outer pawns promote in the end, with enough of them on squares of both
// colors for the bishops needed, is what exists exactly if a kernel does, but for the
// reservations below. The chain is searched depth first, with failures remembered,
// for a growing number of captures in all, since most setups need few.
//
// For the extended kernel all histories of a file behind each table entry are gone
// through, with one growing system of constraints for the rows (rows.go). Rows depend
// on the order within the files only, so that a class, one history per file that agree
// on the boundary words, is feasible or not as a whole.
//
// # Why a refutation is sound
//
// Every legal game gives a kernel in the sense above with rows; we show that it gives
// a chain, and then a feasible class. No step uses more than the game has.
//
// Order. An event touches one file or two neighbors. The game orders all events, so
// each file's history and the boundary words exist. (Conversely, histories that agree on the
// boundary words merge: two linear orders with a common part have a common extension, and
// along the path of files no cycle can arise. So nothing is accepted for want of a
// global order.) En passant is A with the victim taken one row back, which its own
// pawn stood on or could have.
//
// Equal neighbors. The tables, and the prune of histories (possible.go), see a column as
// a word of colors. Which of two neighbors of a color leaves or falls makes no difference
// to the word, nor on which side of one a pawn of its color comes in: one is tried for
// all. A pawn taken by a pawn is another matter, since the capturer stands in its place:
// from WWB come BWB and WBB. Here every pawn is tried. TestTablesEqualBruteForce and
// TestPossibleEqualsBruteForce tell the two cases apart; whole goals hardly do, as mostly
// another kernel takes the place of the one that is overlooked.
//
// Promotions. Let a pawn that promotes during the game stay in its column instead,
// outermost of all, and promote at the end. Arrivals beyond it are inserted inside, the
// order of the others is unchanged, and no event needs the outermost place but a
// promotion by capture of the pawn behind, and then the two change roles. So all
// promotions, D included, come last, and D touches its own column alone. The columns
// are longer then than on any board: up to 16 pawns.
//
// Victims. A promoted man that is taken may have been any; take an original officer
// for it, and let its promotion wait, or not be one for the type. The columns do not
// see the difference. What remains are numbers: captures of c's men number K(other),
// of which q(c) are pawns, and q(c) <= S(c) since D(c) pawns must promote and the goal's
// must stay. E touches no column and takes up any captures that are left: "at most K"
// is all that a chain may ask. Hence the deepening is complete when it reaches
// K(white) + K(black).
//
// Bishops. A promotion by a step is on the color of the file's last square, by
// capture on the other one; D(c) bishops of each color need as many such promotions.
// Where a file can promote by a step, the search lets pawns capture only as far as
// bishops need it: a capture less is never worse.
//
// Blocked squares. A goal pawn on its home row has never moved, nor has a king or
// rook with a castling right. Between two such pawns (or one and the edge) on the second
// row no bishop goes to or from the square of the home row. The own bishop that started
// there is there, or was taken there by an officer (the pawns that could take it would
// come from the two squares) and is dead: one capture, and no part in the rest. A foreign
// bishop there has promoted there by a step, the only one: required. No pawn promotes on
// a blocked square, behind a blocked pawn, nor on d and f behind a king that may not
// move: it would give check there and be taken.
//
// Bounds. Pawns of a color that must cross a boundary, since one side shows more of
// them than it has, pay one capture each and boundary; a capture touches at most two
// neighboring columns, so that incomplete ones (other than white below black) need one
// for each disjoint pair. Both bound what lies beyond a file, and the limits of its
// table are what remains. A table is exact within its limits, which are part of its key,
// so that sharing it changes nothing. Keys are compared in full.
//
// Rows. In the game each pawn has a row at each moment. Give the pawns of a column
// new variables whenever one leaves it or comes, values beyond the board for those
// that have promoted meanwhile (delayed as above, they are outermost in order, and the
// values can be chosen apart from each other). The constraints of a class hold for
// these values: successive rows of a pawn, the strict order of the column at that
// moment, to = from +- 1, victim on the square entered, pawns taken on the board,
// goal rows at the end. Promotions by capture need no constraint, as the pawn may
// stand beyond the board until the end. All histories with all indices are tried, equal
// neighbors not taken as one, so the game's own class is among those tried.
//
// Types. Rows feel types through bishops alone. Of the officers of c that are taken,
// K(other) - q(c), those of bishops in excess, start - goal + D, are at least that
// many: at most n = K(other) - q(c) - excess are something else, promoted victims
// included (a further promotion to bishop only lowers n). If B and D take u > n of them,
// at least u - n take bishops, each on its color, no more of a color than in excess. All
// such choices are tried. (If it fails even without rows, promoting pawns would have to
// take bishops of the wrong color: that is no kernel, not merely no extended one.)
//
// The system of rows holds lower bounds of each variable by others, constants and
// parities; its least solution is found by propagation from below (rows.go).
//
// # Where an acceptance says less
//
// [Has] means not refuted, and mostly an extended kernel. The exchange of victims
// needs original officers to take: the promotions beyond the deficits, S(c) - q(c),
// must not exceed the sum over queen, rook and knight of min(start, goal), less rooks
// kept for castling. [Class.Exact] says whether it holds; it fails with few men, and
// then the setup is passed on, never refuted. Not modeled, and so never a reason
// to refute: blocked squares for other reasons than the above (pawns short in their
// cone of origin, deadlock), a rook or queen promoted beside a king that may not move,
// checks, ways of officers, and last moves.
//
// # Budgets
//
// Work is counted in states, alike whether a table was built or found, so that
// result and cost depend on setup and budget alone. The tables are thrown away all
// at once, between two setups, when they have grown large.
//
// Measured on 3230 candidates, one core of a shared machine, extended kernel included:
// mean 0.006 ms, median 0.004, 99% 0.04, worst 0.35 with warm tables (0.007, 0.004,
// 0.06 and 0.7 from cold), 140 states. The worst are artificial: seven or eight pawns a
// side and eight captures take up to the whole default budget, 0.4 s. See bench_test.go.
//
// # Files
//
//	column.go    ordered pawns of a file
//	word.go   ordered crossings of a boundary
//	goal.go      what is read from a setup: columns, counts, promotions, locks
//	solver.go    Solver, budget, the tables kept
//	chain.go     the chain of files and its bounds: is there a kernel
//	table.go     all histories of one file, up to what matters outside
//	set.go       sets of exact keys
//	extend.go    classes: is there an extended kernel
//	history.go   histories of one file with rows
//	possible.go  which histories can end well, rows aside
//	rows.go      the constraints
//	types.go     bishops as victims
//	class.go     what was found
//	officers.go  what it leaves open
//	evidence.go  what refuted, in words
//	stage.go     verdicts
//
// # Names
//
//	x         file, 0 to 7; c, color 0 or 1 for White or Black; o the other color
//	col       column; i, j index in it, 0 the lowest
//	in, out   boundary words on the left, on the right; l letter
//	m         resources that are left, or a mark of the rows
//	q         color of a square, 0 light, 1 dark; or the next point
//	lim, far  limits of a table; what files beyond need
//	extra     pawns outside the goal column, to promote
//	spare     S less pawns lost so far; lost: pawns taken
//	u, v      variables of rows
//
// Source: the question is that of P. Österlund, texel, doc/proofgame.md (proof kernel,
// extended proof kernel, blocked squares); the method is this project's.
package kernel
