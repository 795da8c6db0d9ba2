module example.test/dep

go 1.26
