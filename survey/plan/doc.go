// Package plan has the plan of a survey: everything that decides which draws are
// made, which of them enter which phase, and how the work is cut into shards. A plan
// is a JSON file that people read, edit and commit. The record of a survey contains
// the hash of its plan.
//
// # Phases
//
// A draw passes through phases. The first judges every draw, at little cost. Each
// later phase judges a share of the draws that the phase before could not refute, at
// more cost and with more effect. Every shard chooses this share by the order of the
// draws alone, see design.SystematicSample, and never fewer than two draws.
//
// # Strata
//
// The space is cut into strata of exactly known sizes, written as decimal strings
// since they exceed every number type of JSON readers. They add up to the size of
// the space. Each has its own number of draws and its own fractions.
//
// A plan may name classes. Then every stratum and class has its own share of draws that enter the last phase, so that classes
// in which the last phase often finds no game have a larger share. Estimates are unbiased for any shares.
//
// # Shards
//
// Shard s of S has the draws [Plan.Span] of every stratum, one part in S of each, so
// that every shard is a small survey of its own and any set of shards can be
// evaluated. A shard depends on the plan and its number alone.
//
// Name key: h stratum, i draw inside a stratum, k phase from 0, s shard from 0,
// f fraction, n1 draws of a stratum in all shards.
package plan
