// Package report computes from the stored shards of a survey what the survey says. It reads the folder and judges nothing.
//
//	files --merge--> total --stats/design--> Report
//
// [Reader.Report] gives the number of legal positions with its interval and bounds, its variance by phase and stratum, checks against
// what is known otherwise, and the by-products; [Reader.ReportAndTrace] the way to it, shard by shard; [Reader.Export] the counts for other
// programs. [Reader.LastPhase] makes the draws that the last phase has judged again: a sample of the legal positions, on
// which any property can be looked up.
//
// A report depends on the plan and the shards that are done, not on the order or the time of the work.
//
// Name key: h stratum, k phase from 0, p plan, d design, e estimate.
package report
