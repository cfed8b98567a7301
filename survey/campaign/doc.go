// Package campaign carries out the plan of a survey: it does shards on a pool of
// workers, keeps their record, checks it, and computes from it what the survey says.
//
//	plan --Worker.Do(shard)--> tallies --record.Folder.Put--> file
//	files --merge--> Record --stats/design--> Report
//
// # A shard
//
// A [Worker] is the tally of a loop (package survey/loop). It takes the draws of its shard stratum by stratum. The first phase judges
// each by the rules. Of the draws that are left it takes a share to the second phase,
// which asks the kernels, of those left a share to the third, which looks for games.
// Every phase counts what it sees, see record.Row. The counts of a shard depend on
// the plan and the number of the shard alone, so their bytes can be compared.
//
// # Properties
//
//	all          every draw
//	verdict      by the reason of the refutation, or Unknown, GaveUp, Legal; in these
//	             rows multiplicities are left out, so they count elements of the space
//	plain        the same for every 64th draw as it was before it was redrawn
//	men          number of men
//	promotions   least number of promoted men, by counting the men, bishops by color of
//	             square (survey.Promotions)
//	check        whether the side to move is in check: yes, no
//	castling     castling rights as in FEN
//	enpassant    whether there is an en passant square: yes, no
//	queens       whether a side has more than one queen: several, single
//	diagram      with promoted men or without: promoted, unpromoted
//
// # Conditional redraw
//
// Where the space is a sampler.Redrawer, kings and side to move are drawn again, given
// the other men, among what can be legal; the draw then counts level/16 or level/32, which stands in
// the weight and the multiplicity. Everything that counts what may be legal stays
// unbiased. But the reasons of the first phase then say nothing of the space (their rows
// have the value Filtered), so that every 64th draw is judged plainly besides.
//
// For a sampler.Divided set this is done by package kings, and effort kernel is divided in two
// phases, last moves and kernels; see plan.Phase.
//
// # Diagrams
//
// Several legal positions may share a diagram. To count diagrams, one of them is to
// count and the others are not. The setups of a diagram have an order: White to move
// without rights, Black to move without rights, then the others. A setup stands for
// its diagram if it is not refuted and all before it are. So for a share of the draws
// that enter the second phase (Diagrams in the plan) the earlier setups are judged as
// well, by the effort of that phase; the rows of the property diagram count these
// draws alone, with outcome "pass" for those that stand for their diagram. In the
// phases of more effort a refutation makes no diagram disappear, as a later setup might take
// its place: it counts as undecided.
//
// Name key: h stratum, i draw in the stratum, k phase from 0, s shard, d draw.
package campaign
