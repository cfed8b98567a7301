// Package cage proves setups illegal by men that others shut in or out. Its theorems look
// further than those of package rules and cost more: a tenth of a millisecond, and up to a
// second or two for projection searches. [Stage] asks them for setups that nothing cheaper
// refutes and for which no game was found.
//
// # The theorems
//
//	Lemma 1  Deadlocked         of some men none can have arrived last
//	Lemma 2  Finder.Trapped     pawns can never have let this man in
//	Lemma 3  Finder.Barred      who promoted here could not get out
//	Lemma 4  Finder.Full        who promoted here found the place taken
//	Lemma 5  kernel.Barred      what Lemmas 3, 4, 8 and 9 mean for proof kernels
//	Lemma 6  projection         every game gives a path in the projection
//	Lemma 7  kernel.Window      ... at a cost that the other files allow
//	Lemma 8  Projector.Shut,    so a man is shut out, or a promotion square barred,
//	         Projector.Squares  if there is no such path
//	Lemma 9  Projector.Squares  a bishop that stayed at home until it was too late
//
// Lemmas 2 to 4 go backwards from the setup and know only the pawns that it shows. Lemmas 6
// to 9 go forward from the initial position and know all pawns of a few files, those that are
// gone included. Each proof below ends with a setup that the lemma refutes and a neighbor
// with a game. Words are explained in docs/GLOSSARY.md.
//
// # Why pawns that are gone matter
//
// In the setup
//
//	rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -
//
// White has all sixteen men, so Black captured nothing and Black's pawns are on their files.
// White took one man, and White's h-pawn is a queen now. Black's h-pawn stood in its way, so
// it left the h-file by its one capture, and landed behind Black's g-pawn: h6xg7, with
// Black's pawns on g6 and h7. Before g7-g6 the bishop could not enter g8, for f7, g7 and h7
// were at home. After it the only way in was g6-h7-g8, which the pawn on g6 shut. So the
// bishop on g8 cannot be there. None of this can be seen from the pawns of the setup alone:
// h5 goes back to h7, g6 to g7, and the bishop walks out between.
//
// # Files
//
//	deadlock.go    Lemma 1
//	cage.go        Lemmas 2 and 3, with the search in search.go
//	pocket.go      Lemma 4
//	projection.go  Lemmas 6 and 7: configurations and the search for a path, with remaining.go
//	projector.go   Lemmas 8 and 9: the questions
//	stage.go       verdicts
//
// # Names
//
//	x       searcher
//	z       pocketSearch, projection
//	g       Projector
//	c, o    a color and the other one
//	reach   squares where the man can have been, for one configuration
//	region  squares that it reaches among the pawns of the setup
package cage
