// Package loop is the one loop that all surveys run: draw, judge, tally.
//
//	Source --Redraw(h,i)--> candidate --Judge, phase by phase--> Judgement --> Tally
//
// Package survey runs it with one phase and one stratum (the estimate command), package mates with a
// solver behind the judge, package campaign with strata, phases and shards (the survey command). What they
// count differs; how draws are made, who judges them, in which order and what an outcome is called does not.
//
// # The contract
//
// A [Source] makes the draws. Draw i of stratum h depends on the source, h and i alone. Strata may come from
// different sets, see sampler.Union.
//
// A phase is a [Judge]. The first phase judges every draw. What a phase leaves undecided is a [Candidate] for
// the next one, and the [Tally] says which candidates enter it. It is asked in the order of the draws, and may
// look at the candidate but at nothing that a later phase would find: then those who enter are an independent
// sample of the candidates (package stats/design). Only the last phase proves: what an earlier one finds legal
// goes on, and will be found legal again.
//
// A Tally counts. It is told of every judgement, phase by phase, and may leave a note on the candidate for
// itself. Shares, classes and by-products are its business: a share for every stratum and class is a table
// of design.SystematicSample in the tally.
//
// The order of calls is fixed: draws of a stratum in blocks of [Loop.Block]; in each block phase after phase;
// in each phase candidate after candidate. So the counts do not depend on time or machine, and as long as
// the tally looks at no block, not on the size of the blocks.
//
// # Outcomes
//
// There is one vocabulary. An engine says Legal, Illegal or Unknown (verdict.Outcome): what it knows of a
// setup. A survey counts In, Out or Open (stats.Outcome): what that means for the estimate. [Judged] is the
// only place that translates. Records on disk write "in", "out" and, for Open, "pass", since the word says
// what becomes of the draw in all phases but the last. The [Label] of a judgement says why.
//
// # Conditional redraw
//
// Where most draws are illegal for a reason that depends on a part of the setup alone, this part is drawn
// again, given the rest, from what that reason leaves. The draw then counts level/levels of a draw: its
// weight is multiplied by level, its multiplicity by levels. Its mean contribution is the same (Redrawer
// says what has to be proven for that), its variance smaller. Reasons of refutation then say nothing of the space;
// hence every 64th draw is judged as it was before, too, and passed to [Loop.Plain].
//
// For example, let the kings of a draw have 3000 placements, of which 300 can be legal, and let there be 16 levels. One
// of the 300 is drawn. It should count 1/10 of a draw, which is 1.6/16; so it counts 2/16, and is kept with
// probability 0.8.
//
// # Costs
//
// [Loop.Cost] is processor time by stratum and phase. A goroutine that wants true times is locked to its thread.
//
// Name key: h stratum, i draw in the stratum, k phase from 0, d draw, j judgement.
package loop
