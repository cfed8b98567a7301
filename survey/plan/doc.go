// Package plan is the plan of a survey: everything that decides which draws are
// made, which of them are judged how far, and how the work is cut in shards. A plan
// is a JSON file that people read, edit and commit; the record of a survey names
// the plan that it was made with by its hash.
//
// # Phases
//
// A draw passes through phases. The first judges every draw, at little cost; each
// later one judges a part of the draws that the phase before could not refute, at
// more cost and with more effect. Which ones is decided in every shard by their
// order alone, see design.SystematicSample: a fixed share, and never fewer than two.
//
// # Strata
//
// The space is cut into strata of exactly known sizes, written as decimal strings
// since they exceed every number type of JSON readers. They add up to the size of
// the space. Each has its own number of draws and its own fractions.
//
// A plan may name classes. Then the draws that the phase before the last leaves enter the last one with a share for every
// stratum and class, so that those likely to come to nothing are judged more often than others. No estimate
// depends on whether they are likely to.
//
// # Shards
//
// Shard s of S has the draws [Span] of every stratum, one part in S of each, so
// that every shard is a small survey of its own and any set of shards can be
// evaluated. A shard depends on the plan and its number alone.
//
// Name key: h stratum, i draw inside a stratum, k phase from 0, s shard from 0,
// f fraction, n1 draws of a stratum in all shards.
package plan
