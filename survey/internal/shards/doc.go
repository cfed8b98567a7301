// Package shards defines the contents of a shard of a survey, for package survey/campaign, which makes shards, and package
// survey/report, which reads them: the draws of a shard ([NewSource]), their counts ([PhaseTally]) by properties ([Properties]), the
// conversion of its counts to samples of stats/design ([AddRows]), its list of open draws ([OpenDraw]), and the certificates that
// later move draws from one count to another ([Findings]).
//
// # Properties
//
//	all          every draw
//	verdict      by the reason of the refutation, or Unknown, GaveUp, Legal; in these
//	             rows multiplicities are left out, so they count elements of the space
//	plain        the same for every 64th draw as it was before it was redrawn
//	men          number of men
//	promotions   least number of promoted men, by counting the men, bishops by color of
//	             square (survey.Promotions)
//	bykind       the same with bishops whatever their color (survey.PromotionsByKind)
//	pawns        number of pawns of both sides
//	turn         the side to move: white, black
//	check        whether the side to move is in check: yes, no
//	doublecheck  whether two men or more give check: yes, no
//	end          whether the side to move has no move: mate, stalemate, none
//	castling     castling rights as in FEN
//	enpassant    whether there is an en passant square: yes, no
//	queens       whether a side has more than one queen: several, single
//	diagram      with promoted men or without: promoted, unpromoted
//
// Shards made before November 22, 2026 (the first record) do not count bykind, pawns, turn, doublecheck and end.
//
// Every draw that the first phase does not refute is counted so in every phase that it reaches. So an estimate for such a property
// rests on the draws of all phases, and is ten times as exact as one from the draws of the last phase alone. For rare values the
// latter are too few: mates are one position in some thousands, stalemates one in a million.
//
// # Risk
//
// For two draws in ten thousand the last phase finds no game, although no cheaper phase refutes them. Most of these draws are in few
// classes ([RiskClass]), so a survey that judges a larger share of these classes and a smaller share of the others has the same variance
// for fewer games. The class decides no verdict: it only sets the share of draws that are judged (plan.Plan, Classes). If the risks are
// wrong, the variance is larger than predicted, and the estimate is as unbiased as before.
//
// # Makers
//
// For a survey on many machines [Makers] holds the makers of each shard: which shards several makers have made alike, for which they have
// made different results, and who was wrong once another maker has decided. It is kept in a file beside the manifest, with a line for each shard and maker.
//
// Name key: h stratum, k phase from 0, p plan, s shard.
package shards
