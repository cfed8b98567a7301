package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// read returns a file of deploy/.
func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../deploy/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var (
	// A command line begins with the name of the program and of the command, and ends with the line, its code or a pipe.
	commandLine = regexp.MustCompile("chesscensus ((?:survey )?[a-z]+)([^`|\n]*)")
	flagName    = regexp.MustCompile(`(?:^|[\s+])(--?[a-z][a-z-]*)`)
)

// knownFlags wants every flag of the command lines in a text to be one of that command, and returns how many there are.
func knownFlags(t *testing.T, text string) (n int) {
	t.Helper()
	text = strings.ReplaceAll(text, "`survey ", "`chesscensus survey ") // docs leave the program out where it is clear
	for _, line := range commandLine.FindAllStringSubmatch(text, -1) {
		status, help, _ := invoke("", append([]string{"help"}, strings.Fields(line[1])...)...)
		flags := flagName.FindAllStringSubmatch(line[2], -1)
		if len(flags) == 0 {
			continue // a sentence
		}
		if status != 0 {
			t.Errorf("%q: there is no command %s", line[0], line[1])
			continue
		}
		for _, f := range flags {
			if n++; !regexp.MustCompile(`(?m)(^|[\s,])` + f[1] + `([\s,=\[]|$)`).MatchString(help) {
				t.Errorf("%q: command %s has no flag %s", line[0], line[1], f[1])
			}
		}
	}
	return n
}

// TestCommandsOfDeploy: the commands that deploy/ and docs/OPERATIONS.md name are there, and have the flags that they are given.
func TestCommandsOfDeploy(t *testing.T) {
	testkit.Medium(t)
	for name, least := range map[string]int{"kubernetes.yaml": 3, "nats.conf": 4, "slurm.sh": 7, "../docs/OPERATIONS.md": 5} {
		if n := knownFlags(t, read(t, name)); n < least {
			t.Errorf("%s: %d flags were found, want at least %d", name, n, least)
		}
	}
}
