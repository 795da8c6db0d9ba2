// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package producers hands a message to a producer again: to the producer it is another
// message, with a number of its own.
package producers

import (
	"context"

	"github.com/IBM/sarama"
	"github.com/apache/pulsar-client-go/pulsar"
	"github.com/twmb/franz-go/pkg/kgo"
	"go.temporal.io/sdk/client"
)

// Kafka repeats what the producer has repeated already.
func Kafka(p sarama.SyncProducer, msg *sarama.ProducerMessage) error {
	var err error
	for range 3 {
		if _, _, err = p.SendMessage(msg); err == nil { // want "fresh-key: no key is given, and the SDK makes a new one"
			return nil
		}
	}
	return err
}

// KafkaOnce leaves it to the producer.
func KafkaOnce(p sarama.SyncProducer, msgs []*sarama.ProducerMessage) error {
	for _, msg := range msgs {
		if _, _, err := p.SendMessage(msg); err != nil {
			return err
		}
	}
	return nil
}

// Franz asks the results what became of it.
func Franz(ctx context.Context, client *kgo.Client, record *kgo.Record) error {
	var err error
	for range 3 {
		if err = client.ProduceSync(ctx, record).FirstErr(); err == nil { // want "fresh-key: "
			return nil
		}
	}
	return err
}

// FranzFirst asks for the record, too.
func FranzFirst(ctx context.Context, client *kgo.Client, record *kgo.Record) (*kgo.Record, error) {
	got, err := client.ProduceSync(ctx, record).First()
	if err != nil {
		got, err = client.ProduceSync(ctx, record).First() // want "fresh-key: "
	}
	return got, err
}

// FranzOnce leaves it to the client.
func FranzOnce(ctx context.Context, client *kgo.Client, records []*kgo.Record) error {
	for _, record := range records {
		if err := client.ProduceSync(ctx, record).FirstErr(); err != nil {
			return err
		}
	}
	return nil
}

// Pulsar does so as well.
func Pulsar(ctx context.Context, p pulsar.Producer, payload []byte) error {
	_, err := p.Send(ctx, &pulsar.ProducerMessage{Payload: payload})
	if err != nil {
		_, err = p.Send(ctx, &pulsar.ProducerMessage{Payload: payload}) // want "fresh-key: "
	}
	return err
}

// PulsarNumbered says which number the message has.
func PulsarNumbered(ctx context.Context, p pulsar.Producer, payload []byte, id int64) error {
	_, err := p.Send(ctx, &pulsar.ProducerMessage{Payload: payload, SequenceID: &id})
	if err != nil {
		_, err = p.Send(ctx, &pulsar.ProducerMessage{Payload: payload, SequenceID: &id})
	}
	return err
}

// Nameless numbers what it sends, but what counts with the broker is the producer's name
// beside the number, and the client makes up a new one at each start.
func Nameless(ctx context.Context, client pulsar.Client, rows map[int64][]byte) error {
	p, err := client.CreateProducer(pulsar.ProducerOptions{Topic: "orders"})
	if err != nil {
		return err
	}
	defer p.Close()
	for id, row := range rows {
		if _, err := p.Send(ctx, &pulsar.ProducerMessage{Payload: row, SequenceID: &id}); err != nil { // want "scope: .*no Name is set"
			return err
		}
	}
	return nil
}

// NamelessBelow hands such a producer to a function that sends.
func NamelessBelow(ctx context.Context, client pulsar.Client, id int64, row []byte) error {
	p, err := client.CreateProducer(pulsar.ProducerOptions{Topic: "orders"})
	if err != nil {
		return err
	}
	return numbered(ctx, p, id, row) // want "scope: .*no Name is set"
}

// Named has a name that stays.
func Named(ctx context.Context, client pulsar.Client, id int64, row []byte) error {
	p, err := client.CreateProducer(pulsar.ProducerOptions{Topic: "orders", Name: "billing"})
	if err != nil {
		return err
	}
	return numbered(ctx, p, id, row)
}

// NamedBy is told the name.
func NamedBy(ctx context.Context, client pulsar.Client, name string, id int64, row []byte) error {
	opts := pulsar.ProducerOptions{Topic: "orders"}
	if name != "" {
		opts.Name = name
	}
	p, err := client.CreateProducer(opts)
	if err != nil {
		return err
	}
	return numbered(ctx, p, id, row)
}

// Unnumbered leaves the numbers to the producer, too.
func Unnumbered(ctx context.Context, client pulsar.Client, row []byte) error {
	p, err := client.CreateProducer(pulsar.ProducerOptions{Topic: "orders"})
	if err != nil {
		return err
	}
	_, err = p.Send(ctx, &pulsar.ProducerMessage{Payload: row})
	return err
}

func numbered(ctx context.Context, p pulsar.Producer, id int64, row []byte) error {
	_, err := p.Send(ctx, &pulsar.ProducerMessage{Payload: row, SequenceID: &id})
	return err
}

// Signal signals twice if the first answer is lost.
func Signal(ctx context.Context, c client.Client, id string) error {
	var err error
	for range 3 {
		if err = c.SignalWorkflow(ctx, id, "", "paid", nil); err == nil { // want "fresh-key: "
			return nil
		}
	}
	return err
}
