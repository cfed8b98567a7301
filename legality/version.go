package legality

// Version is the version of the engine's verdicts. It increases with every change after which some setup has
// another verdict, reason or stage with the same Options, also if only the order or the default budget of stages
// changes. It stays when only times, memory, or the words of an evidence change.
//
// Reports, plans of surveys and "chesscensus version" show it. Shards of a survey can be recomputed by a program of
// the same version; for others the record names the commit that made it (package survey/campaign, Audit).
//
// CHANGELOG.md lists the changes of each version; the history of this file has the details.
const Version = 21
