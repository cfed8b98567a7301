# chesscensus: how many chess positions are legal?
#
# Two commands matter: `make run` needs Go alone, `make test` sets up everything.
# Set-up is remembered in .stamps and repeated when go.mod or requirements.txt
# change. All paths are relative, so the project may lie in a folder with spaces.

GO       ?= go
PYTHON   ?= python3
N        ?= 1000000
SEED     ?= 1
FUZZTIME ?= 20s
BENCH    ?= .
TESTFLAGS ?=
LABFLAGS ?=

# No version-control stamps: git may refuse to read a clone owned by another user.
export GOFLAGS := $(strip $(shell $(GO) env GOFLAGS 2>/dev/null | sed 's/-buildvcs=[a-z]*//') -buildvcs=false)

MAKEFLAGS += --no-print-directory
.DELETE_ON_ERROR:
.PHONY: help run build test race lab notebooks kernel venv bench fuzz lint tidy generate clean

help: ## show this list
	@echo "chesscensus: how many chess positions are legal?"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

run: build ## estimate from a million draws and write figures/ (needs only Go)
	bin/chesscensus estimate -n $(N) --seed $(SEED) --figures figures

build: .stamps/go ## build bin/chesscensus
	@mkdir -p bin
	@$(GO) build -o bin/chesscensus ./cmd/chesscensus

test: kernel ## set everything up and run all tests, the notebooks included
	$(GO) test -timeout 30m $(TESTFLAGS) ./...

race: .stamps/go ## run the short tests under the race detector (needs a C compiler)
	$(GO) test -race -short -timeout 30m ./...

lab: kernel ## open JupyterLab on notebooks/
	@mkdir -p notebooks
	JUPYTER_PATH="$(CURDIR)/.jupyter" .venv/bin/python -m jupyterlab --notebook-dir notebooks \
		--MultiKernelManager.default_kernel_name=chesscensus $(if $(filter 0,$(shell id -u)),--allow-root) $(LABFLAGS)

notebooks: kernel ## execute notebooks/*.ipynb again, in place
	bin/chesscensus notebook run notebooks/*.ipynb

kernel: build .stamps/venv ## install the notebook kernel, for this project only
	@bin/chesscensus notebook install

venv: .stamps/venv ## make the Python environment .venv (JupyterLab)

bench: .stamps/go ## run the benchmarks (BENCH=regexp)
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem ./...

fuzz: .stamps/go ## run every fuzz target for a while (FUZZTIME=20s)
	@for pkg in $$($(GO) list ./...); do \
		targets=$$($(GO) test -list '^Fuzz' "$$pkg") || { echo "$$targets"; exit 1; }; \
		for target in $$(echo "$$targets" | grep '^Fuzz'); do \
			echo "$$pkg $$target"; \
			fuzz="$(GO) test -run ^$$ -fuzz ^$$target\$$ -fuzztime $(FUZZTIME) $$pkg"; \
			log=$$($$fuzz 2>&1) && { echo "$$log"; continue; }; \
			echo "$$log"; \
			echo "$$log" | grep -q '^    context deadline exceeded$$' || exit 1; \
			echo "$$log" | grep -q 'Failing input' && exit 1; \
			echo "$$target: no failing input, but the coordinator missed its own deadline (go.dev/issue/75804): once more"; \
			$$fuzz || exit 1; \
		done; \
	done

lint: .stamps/go ## gofmt, go vet, staticcheck
	@out=$$(gofmt -l .); if [ -n "$$out" ]; then echo "not formatted (run gofmt -w):"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

tidy: .stamps/go ## go mod tidy
	$(GO) mod tidy

generate: .stamps/go ## rebuild generated files
	$(GO) generate ./...

clean: ## remove everything that make made
	rm -rf bin figures .stamps .venv .jupyter

.stamps/go:
	@command -v $(GO) >/dev/null || { echo "make: the go tool is not on PATH; install Go 1.26 or later (https://go.dev/dl)" >&2; exit 1; }
	@mkdir -p .stamps && touch $@

# An interrupted installation leaves no stamp and is simply done again.
.stamps/venv: requirements.txt
	@command -v $(PYTHON) >/dev/null || { echo "make: $(PYTHON) is not on PATH; notebooks need Python 3.10 or later (PYTHON=... chooses one)" >&2; exit 1; }
	@echo "setting up Python in .venv (about half a minute)"
	@$(PYTHON) -m venv .venv || { echo "make: $(PYTHON) cannot make a virtual environment (on Debian: apt-get install python3-venv)" >&2; exit 1; }
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@mkdir -p .stamps && touch $@
