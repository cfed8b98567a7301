package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/internal/suggest"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
)

// efforts are the names that --effort takes.
var efforts = []string{"static", "kernel", "path", "game", "exhaustive"}

// EffortFlag adds --effort to a command. The default is what dst is, or that of the build if it is none.
func EffortFlag(c *cobra.Command, dst *verdict.Effort) {
	*dst = cmp.Or(*dst, legality.DefaultEffort())
	c.Flags().Var((*effort)(dst), "effort", "how far to judge: "+strings.Join(efforts, ", "))
	_ = c.RegisterFlagCompletionFunc("effort", cobra.FixedCompletions(efforts, cobra.ShellCompDirectiveNoFileComp))
}

// An effort is a flag for one.
type effort verdict.Effort

func (e *effort) Type() string   { return "string" }
func (e *effort) String() string { return verdict.Effort(*e).String() }

func (e *effort) Set(name string) error {
	level, err := verdict.ParseEffort(name)
	if err != nil {
		return fmt.Errorf("%w%s", err, suggest.Question(name, efforts))
	}
	*e = effort(level)
	return nil
}

// ShareFlag adds a flag for a number above 0 and below 1, a level of intervals or a relative size: "0.95" or "95%". Whatever is none is refused; without the flag dst
// stays as it is. With ends 0 and 1 are taken, too.
func ShareFlag(c *cobra.Command, dst *float64, name, usage string, ends bool) {
	c.Flags().Var(&share{dst, ends}, name, usage)
}

// A share is the value of a flag made by [ShareFlag].
type share struct {
	dst  *float64
	ends bool
}

func (s *share) Type() string { return "float" }

func (s *share) String() string {
	if s.dst == nil || *s.dst == 0 {
		return ""
	}
	return strconv.FormatFloat(*s.dst, 'g', -1, 64)
}

func (s *share) Set(text string) error {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		x /= 100
	}
	if err != nil || !(x > 0 && x < 1 || s.ends && x >= 0 && x <= 1) {
		return errors.New("want a number between 0 and 1, such as 0.05 or 5%")
	}
	*s.dst = x
	return nil
}
