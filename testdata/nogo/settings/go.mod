module example.test/settings

go 1.26
