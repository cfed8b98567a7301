// Package report computes the results of a survey from its stored shards. It reads the folder and judges nothing.
//
//	files --merge--> total --stats/design--> Report
//
// [Reader.Report] returns the number of legal positions with its interval and bounds, its variance by phase and stratum, comparisons with
// other estimates, and the by-products. [Reader.ReportAndTrace] also returns the estimates after each shard. [Reader.Export] writes the
// counts for other programs. [Reader.LastPhase] makes the draws that the last phase has judged again: a sample of the legal
// positions, of which any property can be estimated.
//
// A report depends on the plan and the shards that are done, not on the order or the time of the work.
//
// Name key: h stratum, k phase from 0, p plan, d design, e estimate.
package report
