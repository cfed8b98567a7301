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

// exclusiveGroups is the annotation of cobra that says which groups of flags, of which one at most may be set, a flag is in.
const exclusiveGroups = "cobra_annotation_mutually_exclusive"

// Excludes has a flag of a command go without each of others.
func Excludes(c *cobra.Command, name string, others ...string) {
	for _, other := range others {
		c.MarkFlagsMutuallyExclusive(name, other)
	}
}

// Exclusive returns a usage error if flags of a command are set that exclude each other. One that is switched off, as by --json=false, is not set.
func Exclusive(c *cobra.Command) error {
	for _, f := range collected(c.Flags().Visit) {
		if f.Annotations[exclusiveGroups] != nil && f.Value.Type() == "bool" && f.Value.String() == "false" {
			f.Changed = false
		}
	}
	err := c.ValidateFlagGroups()
	if err == nil {
		return nil
	}
	_, set, _ := strings.Cut(err.Error(), "; [")
	set, _, _ = strings.Cut(set, "]")
	return Usagef("--%s exclude each other (see chesscensus help %s)", strings.Join(strings.Fields(set), " and --"), topic(c))
}

// EffortFlag adds --effort to a command. The default is what dst is, or that of the build if it is none.
func EffortFlag(c *cobra.Command, dst *verdict.Effort) {
	*dst = cmp.Or(*dst, legality.DefaultEffort())
	efforts := []string{"static", "kernel", "path", "game", "exhaustive"}
	WordFlag(c, dst, "effort", "", "how far to judge: "+strings.Join(efforts, ", "), efforts, verdict.ParseEffort)
}

// WordFlag adds a flag for a value that has a name, which read reads. Completions offer some words; behind each may stand a tab and what it is. The default is what dst is.
func WordFlag[T any](c *cobra.Command, dst *T, name, shorthand, usage string, words []string, read func(string) (T, error)) {
	c.Flags().VarP(&word[T]{dst, bare(words), read}, name, shorthand, usage)
	_ = c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// ChoiceFlag is [WordFlag] for one of some words.
func ChoiceFlag(c *cobra.Command, dst *string, name, usage string, words ...string) {
	WordFlag(c, dst, name, "", usage, words, func(text string) (string, error) {
		for _, w := range bare(words) {
			if strings.EqualFold(w, text) {
				return w, nil
			}
		}
		return "", errors.New("unknown word")
	})
}

// bare are words without what is said of them.
func bare(words []string) (list []string) {
	for _, w := range words {
		w, _, _ = strings.Cut(w, "\t")
		list = append(list, w)
	}
	return list
}

// A word is the value of a flag made by [WordFlag].
type word[T any] struct {
	dst   *T
	words []string
	read  func(string) (T, error)
}

func (w *word[T]) Type() string   { return "string" }
func (w *word[T]) String() string { return fmt.Sprint(*w.dst) }

func (w *word[T]) Set(text string) error {
	if text == w.String() {
		return nil // the default need not be one of the words
	}
	x, err := w.read(text)
	if err != nil {
		return fmt.Errorf("want %s%s", strings.Join(w.words, ", "), suggest.Question(text, w.words))
	}
	*w.dst = x
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
		if err == nil && !percent && x > 1 && x < 100 {
			return fmt.Errorf("want a number between 0 and 1, such as %g or %g%%", x/100, x)
		}
		return errors.New("want a number between 0 and 1, such as 0.05 or 5%")
	}
	*s.dst = x
	return nil
}
