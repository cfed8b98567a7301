// Package estimate estimates the number of legal positions in one call. It plans a survey (package survey/campaign), carries it
// out in a folder of its own, reads the report (package survey/report), and removes the folder. The command estimate and the
// function census.Estimate use it.
//
//	Request --campaign.Make--> plan --Run--> shards --report--> Result
//
// A survey judges in phases: every draw by cheap rules, a share of the undecided draws by the search for last moves, a share of
// those that are still undecided by kernels, and a share of the rest by the search for a game. A pilot decides the shares.
//
// # What a result depends on
//
// A result depends on space, seed, processor time, precision, confidence and the version of the engine alone. It does not depend
// on the number of workers or the machine, since processor time is counted in judgements at fixed costs, those of one core of a
// usual machine. A slow or busy machine takes longer.
//
// # Precision
//
// For a requested precision the plan has 1.5 times as many draws as it predicts are needed, in shards that are alike. The run
// does three quarters of the needed shards, then looks at the precision, does a part of the missing ones, and so on, to the end
// of the plan. Mostly it looks once or twice. A run whose variance is underestimated by chance ends early, so these intervals
// might be too narrow. A simulation (TestCoverageOfStopping) does not show this: of 2 000 runs each for three precisions 94.9,
// 94.7 and 94.2 % of the intervals cover the truth, at a level of 95 %, and without looks 94.4 %. Half a per cent is chance.
package estimate
