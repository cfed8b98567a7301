package kernelspace

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"chesscensus/internal/safefile"

	"github.com/klauspost/compress/zstd"
)

// version is the version of the file format and of the meaning of the tables. Tables of version 1 lack costs, which a
// pointer into a slice that had moved lost: 2.42e-5 of the space "kernel" and 1.7e-5 of "kernel-5-6" are not in them.
const version = 2

// ErrTables is wrapped by the errors of [Load] about a file without tables that can be trusted.
var ErrTables = errors.New("not to be trusted as kernel tables")

const (
	magic   = "chesscensus kernel tables"
	maxBody = 1 << 29 // largest length in bytes that Load accepts, ten times that of [Default]
)

// header returns the three lines of text at the start of a file: format, parameters, and the checksum of
// these two lines and of the tables as bytes.
func header(p Params, body []byte) string {
	first := head(version, p)
	return first + fmt.Sprintf("sha256 %x bytes %d\n", checksum(first, body), len(body))
}

// head returns the first two lines of a file.
func head(version int, p Params) string {
	return fmt.Sprintf("%s, version %d\ncaptures %d pawns %d clip %d\n", magic, version, p.Captures, p.Pawns, p.BishopCap)
}

// checksum returns the SHA-256 of the first two lines and the tables as bytes.
func checksum(head string, body []byte) []byte {
	h := sha256.New()
	io.WriteString(h, head)
	h.Write(body)
	return h.Sum(nil)
}

// Save writes the tables to a file: three lines of text (version, parameters, checksum) and the
// tables, compressed with zstd. The file is written under another name in the same folder and then
// renamed, so that no program can read half of it. A missing folder is made.
func (t *Tables) Save(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("kernel tables: %w", err)
	}
	f, err := safefile.Create(path, 0o666)
	if err != nil {
		return fmt.Errorf("kernel tables: %w", err)
	}
	defer f.Drop()
	if err := t.write(f); err != nil {
		return fmt.Errorf("kernel tables: %s: %w", path, err)
	}
	if err := f.Commit(); err != nil {
		return fmt.Errorf("kernel tables: %s: %w", path, err)
	}
	return nil
}

// write writes the content of a file and waits until it is on the disk.
func (t *Tables) write(f *safefile.File) error {
	body := t.encode()
	if _, err := io.WriteString(f, header(t.params, body)); err != nil {
		return err
	}
	z, err := zstd.NewWriter(f, zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	if err != nil {
		return err
	}
	if _, err = z.Write(body); err != nil {
		return errors.Join(err, z.Close())
	}
	if err := z.Close(); err != nil {
		return err
	}
	return f.Sync()
}

// Load reads tables for the given parameters from a file. It checks format, version, parameters and
// checksum of the file, and that all numbers fit together.
//
// An error names the file. It wraps the error of the system, such as [fs.ErrNotExist], if the file cannot be read.
// It wraps [ErrTables] if the file is cut, damaged, of another version, for other parameters or of another kind.
func Load(path string, p Params) (*Tables, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("kernel tables: %w", err)
	}
	defer f.Close()
	t, err := readTables(bufio.NewReader(f), p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", path, ErrTables, err)
	}
	return t, nil
}

// readTables reads the content of a file and checks it as Load does.
func readTables(reader *bufio.Reader, params Params) (*Tables, error) {
	first, err := readLine(reader)
	if err != nil || !strings.HasPrefix(first, magic+", version ") {
		return nil, fmt.Errorf("the first line is not %q and a number", magic+", version")
	}
	if first == magic+", version 1" {
		return nil, errors.New("the tables are of version 1, which lacks members of the space (erratum of 2026-11-26): " +
			"delete the file, and they are made again")
	}
	if want := fmt.Sprintf("%s, version %d", magic, version); first != want {
		return nil, fmt.Errorf("the first line is %.60q, this program reads and writes %q", first, want)
	}
	second, err := readLine(reader)
	if err != nil {
		return nil, fmt.Errorf("no second line: %w", err)
	}
	if want := fmt.Sprintf("captures %d pawns %d clip %d", params.Captures, params.Pawns, params.BishopCap); second != want {
		return nil, fmt.Errorf("the tables are for %.60q, want %q", second, want)
	}
	third, err := readLine(reader)
	if err != nil {
		return nil, fmt.Errorf("no third line: %w", err)
	}
	var sum string
	var size int
	if n, err := fmt.Sscanf(third, "sha256 %s bytes %d", &sum, &size); n != 2 || size < 0 || size > maxBody {
		return nil, fmt.Errorf("the third line is %.120q, want \"sha256 SUM bytes N\" (%v)", third, err)
	}
	decompressed, err := zstd.NewReader(reader, zstd.WithDecoderMaxMemory(maxBody))
	if err != nil {
		return nil, err
	}
	defer decompressed.Close()
	body := make([]byte, size)
	if _, err := io.ReadFull(decompressed, body); err != nil {
		return nil, fmt.Errorf("the file is cut or damaged: %w", err)
	}
	if n, err := io.Copy(io.Discard, decompressed); n != 0 || err != nil {
		return nil, fmt.Errorf("something stands behind the tables, or the file is damaged (%d bytes, %v)", n, err)
	}
	if want := header(params, body); want != first+"\n"+second+"\n"+third+"\n" {
		return nil, errors.New("the checksum is not that of the tables")
	}
	return decode(params, body)
}

// readLine reads a line of at most 200 bytes.
func readLine(r *bufio.Reader) (string, error) {
	var s []byte
	for len(s) < 200 {
		c, err := r.ReadByte()
		switch {
		case err == io.EOF:
			return "", io.ErrUnexpectedEOF
		case err != nil:
			return "", err
		case c == '\n':
			return string(s), nil
		}
		s = append(s, c)
	}
	return "", errors.New("a line of more than 200 bytes")
}
