package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	n, _ := strconv.Atoi(os.Args[2])
	if os.Args[1] == "worst" {
		for i, w := range worsts {
			for _, n := range w.sizes {
				write(fmt.Sprintf("/tmp/worst/%d-%d", i, n), map[string]string{"go.mod": "module example.test/m\n\ngo 1.26.0\n", "m.go": w.text(n)})
			}
		}
		return
	}
	if err := keys(os.Args[1], n); err != nil {
		fmt.Println(err)
	}
}
