// Package campaign plans a survey and carries it out: it computes shards on a pool of workers, stores their results,
// recomputes some of them as a check, and adds certificates that are found later for draws that stayed undecided.
//
//	Request --pilot--> plan --Worker.Do(shard)--> tallies --record.Folder.Put--> file
//
// Package survey/report computes estimates from the files.
//
// # A shard
//
// A [Worker] is the tally of a loop (package survey/internal/loop). It makes the draws of its shard stratum by stratum. The first
// phase judges each draw by the rules. A share of the undecided draws enters the second phase, proof kernels, and a share of
// those that are still undecided the third, which looks for games.
// Every phase counts its draws by stratum and by property (package survey/internal/shards, record.Row). The counts of a shard depend on
// the plan and the number of the shard alone, so that recomputed shards must be equal byte for byte.
//
// For example, shard 3 of 10 has the draws 300 to 399 of a stratum with 1000 (plan.Span). Package survey/report makes a
// design.Sample of the rows of property "all", adds up the shards and calls Design.Estimate, whose example goes through the
// numbers.
//
// # Conditional redraw
//
// If the space is a loop.Redrawer, kings and side to move are drawn again, given the other men, among the placements that can
// be legal. The draw then counts level/16 or level/32, the part of all placements that can be legal, by its weight and its
// multiplicity (package survey/internal/loop has an example). All estimates of legal positions stay unbiased. But the reasons
// of the first phase then no longer describe the space, and their rows have the value Filtered. So every 64th draw is also
// judged as it was before.
//
// For a sampler.Divided set this is done by package kings, and effort kernel is divided in two
// phases, last moves and kernels; see plan.Phase.
//
// # Diagrams
//
// Several legal positions may share a diagram, and only one of them may count it. The setups of a diagram have an order:
// White to move without rights, Black to move without rights, then the others. A setup stands for its diagram if it is not
// refuted and all setups before it are. So for a share of the draws that enter the second phase (Diagrams in the plan) the
// earlier setups are judged as well, by the effort of that phase. The rows of the property diagram count these draws alone,
// with outcome "pass" for those that stand for their diagram. In phases of more effort a refuted draw counts as undecided
// there, since a later setup may stand for its diagram.
//
// Name key: h stratum, i draw in the stratum, k phase from 0, s shard, d draw.
package campaign
