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
// CHANGELOG.md says what each version changed, and in detail the history of this file.
const Version = 21
