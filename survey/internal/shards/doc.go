// Package shards says what a shard of a survey holds, for those that make shards (survey/campaign) and those that read them
// (survey/report): which draws it has ([NewSource]), under which properties it counts them ([Properties]), how its counts become
// samples of stats/design ([AddRows]), what its list of open draws says ([OpenDraw]), and how what is found out later moves
// draws from one count to another ([Findings]).
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
// Every draw that the first phase leaves is counted so in every phase that it reaches. So a figure of such a property
// rests on the draws of all phases, ten times as exact as one that is looked up on the draws of the last phase alone; what the
// list of these cannot give well are rare values: mates are one position in some thousands, stalemates one in a million.
//
// # Risk
//
// The last phase is likely to lose some draws: candidates, not refuted by all cheaper phases, for which it finds no game. They are few, two in
// ten thousand, and they are alike ([RiskClass]), so that a survey that asks more of them and fewer of the others has the same variance for
// fewer games. This decides nothing of a setup. Its class only says with which share of its like it is judged (plan.Plan, Classes), and the
// risks only where a plan spends its time: if they are wrong the variance is larger than predicted, and the estimate as unbiased as before.
//
// # Makers
//
// For a survey on many machines [Makers] holds who has made which shard, which shards several makers have made alike, and on which they differ. It
// is kept in a file beside the manifest, a line a shard and maker.
//
// Name key: h stratum, k phase from 0, p plan, s shard.
package shards
