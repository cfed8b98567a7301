package plots

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"chesscensus/internal/testing/testkit"
)

var update = flag.Bool("update", false, "rewrite the golden pictures in testdata; then look at them")

// golden maps the pictures in testdata to their format. Figures are small PNG files, boards SVG.
var golden = map[string]string{
	"histogram": "png", "histogram-log": "png", "cascade": "png", "convergence": "png",
	"convergence-open": "png", "survival": "png", "survival-log": "png", "distribution": "png",
	"dots": "png", "dots-log": "png", "shares": "png",
	"board": "svg", "gallery": "svg",
}

// TestPicturesMatchGolden compares SVG byte by byte and PNG by pixels: at most one in a thousand may differ visibly, as floating point may
// be fused on other machines.
func TestPicturesMatchGolden(t *testing.T) {
	testkit.Medium(t)
	pictures := testPictures()
	for name, format := range golden {
		path := filepath.Join("testdata", name+"."+format)
		var b bytes.Buffer
		testkit.OK(t, pictures[name].Encode(&b, format))
		if *update {
			testkit.OK(t, os.WriteFile(path, b.Bytes(), 0o644))
			continue
		}
		want := testkit.Must(os.ReadFile(path))(t)
		if format == "svg" && !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s differs from %s; if that is meant, run with -update and look", name, path)
		}
		if format == "png" && !samePixels(t, b.Bytes(), want) {
			t.Errorf("%s differs visibly from %s; if that is meant, run with -update and look", name, path)
		}
	}
}

// samePixels reports whether at most one pixel in a thousand differs by more than 16 of 255 in any color.
func samePixels(t *testing.T, a, b []byte) bool {
	t.Helper()
	var im [2]image.Image
	for i, data := range [][]byte{a, b} {
		im[i] = testkit.Must(png.Decode(bytes.NewReader(data)))(t)
	}
	if im[0].Bounds() != im[1].Bounds() {
		return false
	}
	bad, r := 0, im[0].Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			r1, g1, b1, _ := im[0].At(x, y).RGBA()
			r2, g2, b2, _ := im[1].At(x, y).RGBA()
			for _, d := range [3]int{int(r1) - int(r2), int(g1) - int(g2), int(b1) - int(b2)} {
				if d > 16<<8 || d < -16<<8 {
					bad++
					break
				}
			}
		}
	}
	return 1000*bad <= r.Dx()*r.Dy()
}

// TestEncodeIsDeterministic builds every picture twice and compares the bytes of every format, whose first bytes must be the format's own.
// With -short it takes one figure and one board.
func TestEncodeIsDeterministic(t *testing.T) {
	testkit.Medium(t)
	first, second := testPictures(), testPictures()
	for name := range first {
		if testing.Short() && name != "convergence" && name != "gallery" {
			continue
		}
		for format, magic := range map[string]string{"png": "\x89PNG", "svg": "<", "pdf": "%PDF-"} {
			var a, b bytes.Buffer
			testkit.OK(t, first[name].Encode(&a, format))
			testkit.OK(t, second[name].Encode(&b, format))
			if !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("%s as %s differs from run to run", name, format)
			}
			if !bytes.HasPrefix(a.Bytes(), []byte(magic)) {
				t.Errorf("%s as %s starts with %q, want %q", name, format, a.Bytes()[:8], magic)
			}
			if limit := 300 << 10; a.Len() > limit {
				t.Errorf("%s as %s takes %d bytes, more than a notebook should store", name, format, a.Len())
			}
		}
	}
}
