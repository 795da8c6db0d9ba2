module example.test/drivers

go 1.26

require example.test/dep v0.0.0

replace example.test/dep => ./dep
