package pgntext

import "bytes"

// WriteTag writes a tag pair as a line, with quotes and backslashes escaped.
func WriteTag(b *bytes.Buffer, name, value string) {
	b.WriteString("[" + name + ` "`)
	for i := range len(value) {
		if c := value[i]; c == '"' || c == '\\' {
			b.WriteByte('\\')
		}
		b.WriteByte(value[i])
	}
	b.WriteString("\"]\n")
}

// WriteWords writes numbered moves and the result in lines of at most 79 characters.
func WriteWords(b *bytes.Buffer, words []string) {
	line := ""
	for _, word := range words {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) > 79:
			b.WriteString(line + "\n")
			line = word
		default:
			line += " " + word
		}
	}
	b.WriteString(line + "\n")
}
