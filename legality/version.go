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
//	3  the first pass of effort game takes moves back, too, before it goes on planning, so that some
//	   positions are decided in it that a second pass decided; games of hard positions are others
//	4  efforts path and game ask for cages, with a small limit, as soon as the first tries at a game have failed
//	5  moves are taken back from goals whose men stand close together, few or many, before games are planned; castling
//	   goals have named kernels; kernels are paid from the budget of games; theorems Deadlock and TrappedMan know of
//	   checks, and are asked of setups before the last moves; theorem PromotedMen; projections know that officers
//	   taken beyond those missing were promoted again (Lemma 14 of package kernel)
//	6  goals of at most 24 men are disentangled at length in a first pass, by searches that leave local minima, and with rights to castle
//	   that were lost counted; guessed kernels know bishops that pawns keep at home, promotions on other files, and promoted victims
//	7  theorem TakenAtHome; Deadlock knows where castling puts men, and is asked before quiet last moves; kernels that the budget does not
//	   reach are counted (Lemma 15 of package kernel)
//	8  disentangling goes by who has to leave before whom, asks whether there is a last move, and spends less on kernels that answer nothing;
//	   kernels are computed where a guess fails; goals of 25 and 26 men are disentangled at length, too, and those
//	   in which hardly any move can have been the last one
//	9  two of three tries to disentangle such goals extract men: they go by how far men are from the open alone; they have five budgets (three)
//	10 what pawns become beside a king that never moves is counted (Lemma 16 of package kernel); the last look at last moves
//	   asks all theorems of package cage of the setups before captures and pawn moves; no pawn promotes where the man of a projection stands
//	   (Lemma 6 of package cage); in later passes officers and kings go where pawns will shut them in long before these do
//	11 disentangling asks kernels at length before a setup is planned for, and leaves a setup that they refute, or whose first kernel is not
//	   found; officers in the way of men without room are looked at one by one, in one of three ways to go back; dense goals have seven
//	   budgets (five), and more and shorter tries; crowded goals without promoted men are disentangled once more where the first pass fails;
//	   in later passes a few men are followed at once in projections, and kings among them do not stay in check (Lemma 14 of package cage);
//	   kernels know what bishops that still stand at home keep from rooks and from pawns that promote (Lemmas 17 and 18 of package kernel);
//	   later passes change rows of captures where a man has no way
//	12 kernels count rooks and queens that men who never moved shut in at home (Lemma 19 of package kernel);
//	   who must have been promoted on a square left it before the man came that is there now (Lemma 15 of package cage);
//	   a bishop that a pawn must have taken is followed until then (Lemma 16 of package cage);
//	   pawns wait for victims whose way in they would shut, from the 41st restart on and in later passes; a setup with moves taken back
//	   is left when no kernel has fitted it in 64 restarts, and less is spent on kernels there that come after guesses; men are led out by what
//	   it takes to have promoted them where they were, and on from where that comes to
//	13 package parity knows of queens and bishops captured at home
//	14 kernels are named where pawns take more officers than there were, so that some have promoted (package named)
//	15 with [proofgame.Options] Long, moves are taken back one by one where few can have been the last, and games looked for to what was
//	   before (stage backward); all else is as in 14
//	16 stage backward looks for more and shorter games, passes through setups that are still locked, goes on from setups with more last
//	   moves, and takes those for alike that differ in where the man came from; all else is as in 15
//	17 with Long, goals of few men are unraveled where all else has failed: moves are taken back until pawns are on files of their own, and
//	   no capture is given back that pawns need; all else is as in 16
//	18 with Long, games are looked for again to where retreats have come to in vain, with the whole of a first pass; all else is as in 17
//	19 with Long, the ways to take moves back from goals of few men take turns, of budgets that double; the stage backward is one of them, with
//	   shorter looks; guessed kernels know pawns that come to where they fall by captures of their own, in other efforts, too; where kernels
//	   are hard to find and are guessed, setups are left to which none is
const Version = 19
