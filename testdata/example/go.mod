module example.test/payments

go 1.26.0
