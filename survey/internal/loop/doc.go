// Package loop is the one loop that all surveys run: draw, judge, tally.
//
//	Source --Redraw(h,i)--> candidate --Judge, phase by phase--> Judgement --> Tally
//
// Package survey runs it with one phase and one stratum (the estimate command), package mates with a
// solver behind the judge, package campaign with strata, phases and shards (the survey command). What they
// count differs. The making of draws, the judges, the order and the names of outcomes are the same.
//
// # The contract
//
// A [Source] makes the draws. Draw i of stratum h depends on the source, h and i alone. Strata may come from
// different sets, see sampler.Union.
//
// A phase is a [Judge]. The first phase judges every draw. A draw that a phase leaves undecided is a [Candidate] for
// the next phase, and the [Tally] decides which candidates enter it. It decides in the order of the draws, and may
// look at the candidate but at nothing that a later phase would find: then the candidates that enter are an independent
// sample of all (package stats/design). Only the last phase proves: a draw that an earlier phase finds legal goes on,
// and the last phase will find it legal again.
//
// A Tally counts. It gets every judgement, phase by phase, and may store a note in the candidate. Shares, classes
// and by-products are parts of the tally: a share for every stratum and class is a table of design.SystematicSample.
//
// The order of calls is fixed: draws of a stratum in blocks of [Loop.Block]; in each block phase after phase;
// in each phase candidate after candidate. So the counts do not depend on time or machine, and as long as
// the tally looks at no block, not on the size of the blocks.
//
// # Outcomes
//
// The verdict of an engine on a setup is Legal, Illegal or Unknown (verdict.Outcome). A survey counts a draw as In, Out
// or Open (stats.Outcome). Only [JudgementOf] translates the one into the other.
// Records on disk write "in", "out" and, for Open, "pass", since open draws pass to the next phase. The [Label] of
// a judgement gives the reason.
//
// # Conditional redraw
//
// If most draws are illegal for a reason that depends on one part of the setup, this part is drawn again, given the
// rest, from the possibilities that the reason leaves. The draw then counts level/levels of a draw: its weight is
// multiplied by level, its multiplicity by levels. Its mean contribution is the same ([Redrawer] has the conditions),
// its variance smaller. Reasons of refutation then no longer describe the space; hence every 64th draw is also judged
// as it was before, and passed to [Loop.Plain].
//
// For example, let the kings of a draw have 3000 placements, of which 300 can be legal, and let there be 16 levels. One
// of the 300 is drawn. It should count 1/10 of a draw, which is 1.6/16; so it counts 2/16, and is kept with
// probability 0.8.
//
// # Costs
//
// [Loop.Cost] is processor time by stratum and phase. For true times the goroutine has to be locked to its thread.
//
// Name key: h stratum, i draw in the stratum, k phase from 0, d draw, j judgement.
package loop
