// Package campaign plans a survey and carries it out: it computes shards on a pool of workers, stores their results,
// recomputes some of them as a check, and adds what is found out later about draws that stayed undecided.
//
//	Request --pilot--> plan --Worker.Do(shard)--> tallies --record.Folder.Put--> file
//
// What the files say is computed by package survey/report.
//
// # A shard
//
// A [Worker] is the tally of a loop (package survey/internal/loop). It takes the draws of its shard stratum by stratum. The first phase judges
// each by the rules. A share of the draws that it leaves undecided goes to the second phase,
// proof kernels, and a share of those left then to the third, which looks for games.
// Every phase counts its draws by stratum and by property (package survey/internal/shards, record.Row). The counts of a shard depend on
// the plan and the number of the shard alone, so that recomputed shards must be equal byte for byte.
//
// Shard 3 of 10 has the draws 300 to 399 of a stratum with 1000 (plan.Span). Package survey/report makes a design.Sample of the rows of property "all", adds up the shards and asks Design.Estimate, whose example goes through the numbers.
//
// # Conditional redraw
//
// Where the space is a loop.Redrawer, kings and side to move are drawn again, given
// the other men, among what can be legal. The draw then counts level/16 or level/32, the part of all placements
// that can be legal, by way of its weight and its multiplicity (package survey/internal/loop has an example). Everything that counts what may be legal stays
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
