package legality

// Version is the version of the engine: what it answers. It goes up with every change after
// which some setup has another verdict, reason or stage, or is decided where it was open,
// with the same Options; also if only the order or the default budget of stages changes. It
// stays when only times, memory, or the words of an evidence change.
//
// Reports, plans of surveys and "chesscensus version" show it. Shards of a survey can be
// recomputed by a program of the same version; for others the record names the commit that
// made it (package survey/campaign, Audit).
//
//	1  until November 2026: the first pass of effort game did without cages, which were asked
//	   in later passes alone
//	2  effort game asks for cages, effort exhaustive makes passes for single positions; what
//	   a line of input holds switches nothing; package cage has reasons of its own;
//	   package parity
const Version = 2
