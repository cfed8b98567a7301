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

// exclusiveGroups is cobra's annotation of a flag with the groups of mutually exclusive flags that it belongs to.
const exclusiveGroups = "cobra_annotation_mutually_exclusive"

// MarkExclusive declares that a flag of a command cannot be combined with any of the others.
func MarkExclusive(c *cobra.Command, name string, others ...string) {
	for _, other := range others {
		c.MarkFlagsMutuallyExclusive(name, other)
	}
}

// CheckExclusive returns a usage error if two flags of a command are set that exclude each other. A flag that is switched off, as by
// --json=false, does not count as set.
func CheckExclusive(c *cobra.Command) error {
	for _, f := range collect(c.Flags().Visit) {
		if f.Annotations[exclusiveGroups] != nil && f.Value.Type() == "bool" && f.Value.String() == "false" {
			f.Changed = false
		}
	}
	err := c.ValidateFlagGroups()
	if err == nil {
		return nil
	}
	_, set, _ := strings.Cut(err.Error(), "; [") // cobra's message ends in "; [json pgn] were all set"
	set, _, _ = strings.Cut(set, "]")
	return Usagef("--%s exclude each other (see %s)", strings.Join(strings.Fields(set), " and --"), helpFor(c))
}

// RefuseEmpty makes existing text flags of a command refuse an empty text, such as that of an unset variable of the shell, which would be
// taken for the default.
func RefuseEmpty(c *cobra.Command, names ...string) {
	for _, name := range names {
		f := c.Flag(name)
		f.Value = nonemptyText{f.Value}
	}
}

// A nonemptyText is the value of a flag that refuses an empty text.
type nonemptyText struct{ pflagValue }

func (n nonemptyText) Set(text string) error {
	if text == "" {
		return errors.New("it is empty")
	}
	return n.pflagValue.Set(text)
}

// EffortFlag adds --effort to a command. The default is *dst, or that of the build if *dst is zero.
func EffortFlag(c *cobra.Command, dst *verdict.Effort) {
	*dst = cmp.Or(*dst, legality.DefaultEffort())
	efforts := []string{"static", "kernel", "path", "game", "exhaustive"}
	WordFlag(c, dst, "effort", "", "how far to judge: "+strings.Join(efforts, ", "), efforts, verdict.ParseEffort)
}

// WordFlag adds a flag for a value that has a name, which parse parses. The default is *dst. Shell completion offers the words; each may be
// followed by a tab and a description.
func WordFlag[T any](c *cobra.Command, dst *T, name, shorthand, usage string, words []string, parse func(string) (T, error)) {
	c.Flags().VarP(&wordValue[T]{dst, withoutDescriptions(words), parse}, name, shorthand, usage)
	_ = c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// ChoiceFlag is [WordFlag] for a value that is one of the words itself.
func ChoiceFlag(c *cobra.Command, dst *string, name, usage string, words ...string) {
	WordFlag(c, dst, name, "", usage, words, func(text string) (string, error) {
		for _, w := range withoutDescriptions(words) {
			if strings.EqualFold(w, text) {
				return w, nil
			}
		}
		return "", errors.New("unknown word")
	})
}

// withoutDescriptions returns the part of each word before its first tab.
func withoutDescriptions(words []string) (list []string) {
	for _, w := range words {
		w, _, _ = strings.Cut(w, "\t")
		list = append(list, w)
	}
	return list
}

// A wordValue is the value of a flag that [WordFlag] has added.
type wordValue[T any] struct {
	dst   *T
	words []string
	parse func(string) (T, error)
}

func (w *wordValue[T]) Type() string   { return "string" }
func (w *wordValue[T]) String() string { return fmt.Sprint(*w.dst) }

func (w *wordValue[T]) Set(text string) error {
	if text == w.String() {
		return nil // the default need not be one of the words
	}
	x, err := w.parse(text)
	if err != nil {
		return fmt.Errorf("want %s%s", strings.Join(w.words, ", "), suggest.Question(text, w.words))
	}
	*w.dst = x
	return nil
}

// ShareFlag adds a flag for a number between 0 and 1, such as the level of intervals: "0.95" or "95%". 0 and 1 themselves are allowed
// if inclusive is set. Without the flag *dst does not change.
func ShareFlag(c *cobra.Command, dst *float64, name, usage string, inclusive bool) {
	c.Flags().Var(&shareValue{dst, inclusive}, name, usage)
}

// A shareValue is the value of a flag that [ShareFlag] has added.
type shareValue struct {
	dst       *float64
	inclusive bool
}

func (s *shareValue) Type() string { return "float" }

func (s *shareValue) String() string {
	if s.dst == nil || *s.dst == 0 {
		return ""
	}
	return strconv.FormatFloat(*s.dst, 'g', -1, 64)
}

func (s *shareValue) Set(text string) error {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		x /= 100
	}
	inRange := x > 0 && x < 1 || s.inclusive && (x == 0 || x == 1)
	lacksPercent := !percent && x > 1 && x < 100
	switch {
	case err == nil && inRange:
		*s.dst = x
		return nil
	case err == nil && lacksPercent:
		return fmt.Errorf("want a number between 0 and 1, such as %g or %g%%", x/100, x)
	}
	return errors.New("want a number between 0 and 1, such as 0.05 or 5%")
}
