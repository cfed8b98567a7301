package recheck_test

import (
	"errors"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
	"chesscensus/recheck/internal/board"
)

// positions returns the setups after each move of a game.
func positions(t *testing.T, game string) (list []board.Setup) {
	t.Helper()
	s := board.Start
	for word := range strings.FieldsSeq(game) {
		if word[0] >= '0' && word[0] <= '9' {
			continue
		}
		m := testkit.Must(s.ParseSAN(word))(t)
		s = s.Play(m)
		list = append(list, s)
	}
	return list
}

// locked is a game in which men are shut in and out by pawns, promoted, and let out again. It is that of Lemma 9 of package legality/cage.
const locked = `1. c4 a5 2. b4 axb4 3. e3 d6 4. Na3 Kd7 5. Nb5 Kc6 6. Nxc7 d5 7. e4 d4 8. Nb5 f5 9. Nc3 dxc3 10. g4 fxe4
	11. Ba3 b3 12. Be2 e6 13. Bxf8 h5 14. Qc2 hxg4 15. a4 e5 16. a5 g3 17. a6 e3 18. h3 g6 19. Bg4 e2 20. Qf5 e4 21. f4 g2
	22. Kf2 b2 23. Ke3 g5 24. a7 e1=Q+ 25. Be2 g4 26. Qh5 Nd7 27. Kd4 Rb8 28. f5 c2 29. a8=R b1=N 30. f6 e3 31. f7 g3
	32. Bb4 Nh6 33. f8=B Nf6+ 34. Bfd6 Qf2 35. Nf3 g1=Q 36. Ba5 g2 37. Kd3 Be6 38. Bf1 e2 39. Nh2 Bd5 40. Bg3 Kd7 41. Nf3 e1=Q
	42. Nd4 Na3 43. Nc6 Ne4 44. Qe5 Nc3 45. Rc1 Ne2 46. Ra1 Nb5 47. Qg7+ Qf7 48. Qe5 Qgb6 49. Rc1 g1=R 50. Nd4 Qdc7 51. Bg2 Rbg8
	52. Rb1 Qbe6 53. Nc6 Bf3 54. Re8 Nf5 55. Qe4 Nbd4 56. Ra8 Nh4 57. Rb5 Qc8 58. Bb4 Rg4 59. Nb8+ Kd8 60. Rg5 Qfd7 61. Qd5 Re8
	62. Bbd6 Nc1+ 63. Kc3 Q1e4 64. Kb4 Nce2 65. Ka5 Rd1 66. Kb6 Rf1 67. Ka7 Rf2 68. Rb1 Ng1 69. Rb6 Rf1 70. Bb4 Rb1`

// TestGamesAreNeverRefuted checks that no theorem refutes a position of some games: every third one, or every seventh in a brief test, every
// eleventh with a long stride, and all with CHESSCENSUS_TESTS=2.
func TestGamesAreNeverRefuted(t *testing.T) {
	testkit.Medium(t)
	games := []string{locked}
	for _, e := range examples(t) {
		games = append(games, e.game)
	}
	every, from, states := 3, 0, int64(60_000)
	if testkit.Size(1, 1) > 1 {
		every = 1
	}
	if testkit.Brief() {
		every, states = 7, 15_000
	} else if testkit.Stride() > 3 {
		every, from = 11, 1 // others than the short form takes
	}
	asked, limit := 0, 0
	for _, game := range games {
		for i, s := range positions(t, game) {
			if i%every != from {
				continue
			}
			for _, name := range theoremNames {
				c := claim(s.String(), name)
				_, _, err := recheck.Checker{States: states}.Check(t.Context(), line(t, &c))
				if asked++; errors.Is(err, recheck.ErrLimit) {
					limit++
				}
				if err == nil {
					t.Errorf("%v of a game is refuted by %s", s, name)
				}
			}
		}
	}
	t.Logf("%d questions, %d too large", asked, limit)
	if limit > asked/10 {
		t.Errorf("%d of %d questions were too large to be a test", limit, asked)
	}
}
