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

// maxLine is the length of a line of moves, in bytes: the export format of the PGN standard asks for lines of fewer than 80 characters.
const maxLine = 79

// WriteWords writes words with a blank between them, in lines of at most maxLine bytes. A longer word has a line of its own.
func WriteWords(b *bytes.Buffer, words []string) {
	line := ""
	for _, word := range words {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) > maxLine:
			b.WriteString(line + "\n")
			line = word
		default:
			line += " " + word
		}
	}
	b.WriteString(line + "\n")
}
