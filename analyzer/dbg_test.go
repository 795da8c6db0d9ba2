package analyzer

import (
	"os"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

func TestDbg(t *testing.T) {
	if p := os.Getenv("IDEMSCOPE_DUMP"); p != "" {
		analysistest.Run(t, os.Getenv("DBGDIR"), Analyzer, p)
	}
}
