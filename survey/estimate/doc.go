// Package estimate answers the main question in one go: how many positions are legal? It plans a survey (package
// survey/campaign), carries it out in a folder of its own, reads the report (package survey/report), and removes the
// folder. The command estimate and the door Estimate of the root package are this.
//
//	Request --campaign.Make--> plan --Run--> shards --report--> Result
//
// A survey judges in phases: every draw by cheap rules, a share of what these leave by the search for last moves, a share
// of that by kernels, and a share of the rest by the search for a game. A pilot decides the shares.
//
// # What a result depends on
//
// A result depends on space, seed, processor time, precision, confidence and the version of the engine, and on nothing
// else: not on the number of workers, and not on the machine. For that, processor time is counted in judgements at fixed
// costs, those of one core of a usual machine; a slow or busy one takes longer.
//
// # A precision to reach
//
// If a precision is asked for, the plan is made for half as many draws again as it predicts are needed, in shards
// that are alike. Three quarters of those that should do are done, then as many more as it takes by what they have shown, and so on, to
// the end of the plan. So an end is decided by looks at the result, mostly one or two. A run whose variance is underestimated by
// chance ends early, so one would think that these intervals are too narrow. A simulation (TestCoverageOfStopping) shows nothing of
// it: of 2 000 runs each for three precisions 94.9, 94.7 and 94.2 % of the intervals cover the truth, at a level of 95 %; without
// looks 94.4 % do. Half a per cent is chance.
package estimate
