// Package kernelspace is the space of setups with an abstract kernel: those whose men and columns of
// pawns captures and promotions can have made from the initial ones. Every legal setup of a
// region that counts describe is among them, each once, and few that are illegal for their
// captures.
//
// # The region
//
// A setup is in the region if it has no castling rights and no en passant square, one king and at
// most 16 men and 8 pawns a side, no pawn on row 1 or 8, at most P pawns, and at most C men
// missing, both colors together ([Params]). C is 6 and P is 8 for the space "kernel". Kings are
// men like others: they may touch, and be in check.
//
// # The condition
//
// The word of a file is its pawns by color from row 1 up; at the start each is White below Black.
// A capture of a pawn that does not promote changes two words or one:
//
//   - A pawn takes a man on a neighboring file. It leaves its word and crosses a boundary. It takes
//     the place of an enemy pawn in the other word, or is inserted anywhere in it.
//   - An officer takes a pawn, which falls: it leaves its word.
//
// A course of a file is a sequence of such events from the word at the start to one of the form
//
//	black pawns, the word of the setup, white pawns
//
// of which the outer pawns, called extra, promote. A chain is eight courses that agree on what
// crosses each boundary: the same colors in the same directions in the same order. Write, for a
// chain and a color c,
//
//	k(c)    captures by c: crossings of its pawns, and falls of the other color's
//	l(c)    pawns of c that were lost: that fell, or whose place was taken
//	s(c,q)  extra pawns of c on files where a step promotes on a square of color q
//
// and for the men of a setup
//
//	K(c)    captures that c has made: men of the other color that are missing
//	n(c,q)  bishops of c on squares of color q beyond the one that started there; at most Clip are asked for
//	D(c)    promotions: bishops as counted (not clipped), and knights, rooks and queens beyond those at the start
//	S(c)    8 - pawns of c - D(c): spare pawns, that need not promote
//
// The setup has an abstract kernel if there is a chain to its words with, for both colors,
//
//	l(c) <= S(c)  and  k(c) + max(0, n(c,light) - s(c,light)) + max(0, n(c,dark) - s(c,dark)) <= K(c)
//
// The two maxima are extra pawns that promote by capture, which is on the other color of square.
//
// # No legal setup of the region is missing
//
// Take a game that leads to the setup. Let the virtual column of a file be: a black pawn for each
// black pawn that stood there when it promoted; above them the pawns that stand there; above them
// a white pawn for each white one that promoted from there.
//
// Lemma 1. A promotion changes no virtual column, by a step or by capture. A pawn that promotes
// stands on the last row but one, and none of its file stands beyond it, since no pawn stands on
// the last row. So it goes from one end of the pawns to the inner end of the promoted ones of its
// color, which look alike. What it captures on the last row is no pawn.
//
// Lemma 2. Every other move changes the virtual columns as an event above, or not at all. Moves
// without capture keep pawns in their files, and there in order, since none jumps. Captures of
// officers by officers touch no pawn. A pawn that takes an officer comes in somewhere among the
// pawns, so somewhere in the virtual column. A pawn that takes a pawn stands where it stood; if
// en passant, one row beyond, with nothing between the two. Promoted men are officers.
//
// Lemma 3. The game makes a chain. Give to each file the events that touch it, in the order of
// the game. It starts with the initial word and ends with the form above, by lemmas 1 and 2. Both
// files at a boundary have the same crossings in the same order. In the chain k(c) counts
// captures by pawns that do not promote, and of pawns by officers; l(c) counts the pawns of c
// that are taken; the extra pawns are those that promote.
//
// Lemma 4. l(c) <= S(c). Each of 8 pawns stands on the board, was taken as a pawn or promoted. So
// 8 - pawns - l(c) promoted. At least D(c) did: no man but a promoted pawn adds to the men of a
// kind, and a bishop keeps its color of square.
//
// Lemma 5. The second condition holds. Let t(c,q) count promotions by capture on squares of color
// q. These captures are not in k(c), and all captures number K(c): so k(c) + t(c,light) +
// t(c,dark) <= K(c). A capture promotes on the color on which a step from its file does not. So
// at most s(c,q) + t(c,q) pawns promote on color q. At least n(c,q) do; so n(c,q) - s(c,q) <=
// t(c,q).
//
// Theorem. Every legal setup of the region has an abstract kernel. This is lemmas 3 to 5. A clip
// asks for less.
//
// So the space needs no multiplicities and no test of legality to hold all that is legal, each
// setup once. See [Space.Contains] for an example on either side.
//
// # What the tables leave out
//
// The tables do not hold chains but, for each words, what they cost. Of two chains to the same
// words with the same crossings so far, one that makes no more captures of either color, loses no
// more pawns and has no fewer extra pawns on either color of square, is as good in every
// continuation: sums and the condition are monotone. So the other is dropped. In one file fewer
// lost means more extra, as a pawn of a color is lost, extra, or in the word. Numbers of extra
// pawns are kept up to the clip only, as are needs. A chain with more than C captures is of no
// use in the region, since K(white) + K(black) <= C.
//
// Looked at in a mirror, or from the other side, a chain is a chain, and costs change places. So
// one of up to four words is kept.
//
// # Size and ranks
//
// The elements are, in this order: number of pawns and of men missing (the strata), numbers by
// color, means (K and S), lengths of words, the set of needs that words accept, words, the number
// of pawns on dark squares, their rows, needs, bishops by color of square, and what is the same
// number for all that is chosen so far: other men, squares, side to move. Bishops stand on free
// squares of their color, all others on any free square. Every number of elements is an integer
// below 2^192, and no floating point number is used at all. Lookup is by prefix sums
// ([Space.Unrank], [Space.Rank], [Space.Contains]); [Space.Sample] goes the same way down to the
// bishops and then tries random squares.
//
// # Reading the code
//
//	word.go       pawns of a file and of the board, and the ways to look at them
//	crossings.go  what crosses a boundary
//	file.go       what can happen in one file
//	state.go      what it costs
//	half.go       four files
//	means.go      the condition, for all armies at once
//	build.go      all words: halves joined
//	store.go      files of tables; code.go, their bytes; cache.go, where they are
//	army.go       armies: bishops and others
//	rows.go       rows of the pawns
//	weight.go     how many placements there are
//	dictionary.go the words of the tables by what they are
//	catalogue.go  groups of words
//	space.go      cells, sizes, strata
//	unrank.go     rank to setup; sample.go, drawing; men.go, the squares
//	rank.go       setup to rank, and membership
//
// # Names
//
//	word, words   pawns of a file; of the board
//	means         K and S of both colors: what men leave to their pawns
//	needs         n of a color, or of both, clipped
//	crew          a side's bishops by color of square, with the number of its other men
//	cell          setups with the same numbers of pawns and means
//	group         words of a cell that are alike in all that is counted
//	view          as it is, mirrored, from the other side, or both
//	orbit         how many views of words differ
//	dark          1 for dark squares where light ones are 0; or the number of pawns on them
//
// The package is larger than the limit of docs/DESIGN.md: making the tables (words to build) is half of it, and ranks the other;
// both count by the same words, means and needs, and the tests of a table are ranks.
//
// Package legality/proofkernel asks the same question of one setup, and more than that: rows, bishops
// taken at home, pawns that never moved. The two share no code, and the tests compare them.
package kernelspace
