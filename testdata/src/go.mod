module example.test/corpus

go 1.26.0
