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

// ConfidenceFlag adds --confidence, of intervals, to a command. Whatever is no level is refused; without the flag dst stays as it is.
func ConfidenceFlag(c *cobra.Command, dst *float64, usage string) {
	c.Flags().Var((*level)(dst), "confidence", usage)
}

// A level is a flag for a number between 0 and 1.
type level float64

func (l *level) Type() string { return "float" }

func (l *level) String() string {
	if *l == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*l), 'g', -1, 64)
}

func (l *level) Set(text string) error {
	x, ok := parseShare(text)
	if !ok {
		return errors.New("want a level between 0 and 1, such as 0.95 or 95%")
	}
	*l = level(x)
	return nil
}

// ParseRelative reads the value of a flag that is a relative size, above 0 and below 1: "0.1%" or "0.001".
func ParseRelative(flag, text string) (float64, error) {
	x, ok := parseShare(strings.TrimSpace(text))
	if !ok {
		return 0, Usagef("--%s %.40q: want a relative half-width or difference such as 0.1%% or 0.001", flag, text)
	}
	return x, nil
}

// parseShare reads a number above 0 and below 1, also in percent.
func parseShare(text string) (x float64, ok bool) {
	number, percent := strings.CutSuffix(text, "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		x /= 100
	}
	return x, err == nil && x > 0 && x < 1
}
