// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package gcp sends request IDs to services of Google Cloud.
package gcp

import (
	"context"
	"fmt"
	"time"

	alloydb "cloud.google.com/go/alloydb/apiv1"
	"cloud.google.com/go/alloydb/apiv1/alloydbpb"
	dataproc "cloud.google.com/go/dataproc/v2/apiv1"
	"cloud.google.com/go/dataproc/v2/apiv1/dataprocpb"
	"github.com/google/uuid"
	"google.golang.org/api/option"
)

// Fresh makes an ID for each attempt.
func Fresh(ctx context.Context, c *alloydb.AlloyDBAdminClient, parent, name string) (err error) {
	for range 3 {
		_, err = c.CreateCluster(ctx, &alloydbpb.CreateClusterRequest{
			Parent:    parent,
			ClusterId: name,
			RequestId: uuid.NewString(), // want "fresh-key: "
		})
		if err == nil {
			return nil
		}
	}
	return err
}

// Before makes it before, and waits for the operation.
func Before(ctx context.Context, c *alloydb.AlloyDBAdminClient, parent, name string) error {
	req := &alloydbpb.CreateClusterRequest{Parent: parent, ClusterId: name, RequestId: uuid.NewString()}
	for i := range 3 {
		op, err := c.CreateCluster(ctx, req)
		if err == nil {
			_, err = op.Wait(ctx)
			return err
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return fmt.Errorf("%s cannot be created", name)
}

// Whole makes a cluster and its instance, under one ID.
func Whole(ctx context.Context, c *alloydb.AlloyDBAdminClient, parent, name string) error {
	id := uuid.NewString()
	op, err := c.CreateCluster(ctx, &alloydbpb.CreateClusterRequest{Parent: parent, ClusterId: name, RequestId: id})
	if err != nil {
		return err
	}
	if _, err = op.Wait(ctx); err != nil {
		return err
	}
	_, err = c.CreateInstance(ctx, &alloydbpb.CreateInstanceRequest{Parent: parent + "/clusters/" + name, InstanceId: "primary", RequestId: id}) // want "reuse: "
	return err
}

// Apart has an ID for each.
func Apart(ctx context.Context, c *alloydb.AlloyDBAdminClient, parent, name string) error {
	op, err := c.CreateCluster(ctx, &alloydbpb.CreateClusterRequest{Parent: parent, ClusterId: name, RequestId: uuid.NewString()})
	if err != nil {
		return err
	}
	if _, err = op.Wait(ctx); err != nil {
		return err
	}
	_, err = c.CreateInstance(ctx, &alloydbpb.CreateInstanceRequest{Parent: parent + "/clusters/" + name, InstanceId: "primary", RequestId: uuid.NewString()})
	return err
}

func job(project, region, id string) *dataprocpb.SubmitJobRequest {
	return &dataprocpb.SubmitJobRequest{ProjectId: project, Region: region, Job: &dataprocpb.Job{}, RequestId: id}
}

// Regions submits a job where there is room for it.
func Regions(ctx context.Context, project string) error {
	id := uuid.NewString()
	us, err := dataproc.NewJobControllerClient(ctx, option.WithEndpoint("us-central1-dataproc.googleapis.com:443"))
	if err != nil {
		return err
	}
	if _, err = us.SubmitJob(ctx, job(project, "us-central1", id)); err == nil {
		return nil
	}
	eu, err := dataproc.NewJobControllerClient(ctx, option.WithEndpoint("europe-west1-dataproc.googleapis.com:443"))
	if err != nil {
		return err
	}
	_, err = eu.SubmitJob(ctx, job(project, "europe-west1", id)) // want "undeclared: "
	return err
}

// Each region in turn.
func Each(ctx context.Context, project, id string, regions []string) (err error) {
	for _, r := range regions {
		c, err := dataproc.NewJobControllerClient(ctx, option.WithEndpoint(r+"-dataproc.googleapis.com:443"))
		if err != nil {
			return err
		}
		if _, err = c.SubmitJob(ctx, job(project, r, id)); err == nil { // want "undeclared: "
			return nil
		}
	}
	return err
}

// Region connects again, to the same one.
func Region(ctx context.Context, project, region string) (err error) {
	id := uuid.NewString()
	for range 3 {
		c, err := dataproc.NewJobControllerClient(ctx, option.WithEndpoint(region+"-dataproc.googleapis.com:443"))
		if err != nil {
			continue
		}
		_, err = c.SubmitJob(ctx, job(project, region, id))
		c.Close()
		if err == nil {
			return nil
		}
	}
	return err
}

// Lookups have IDs in what they answer alone.
func Lookups(ctx context.Context, c *dataproc.JobControllerClient, project, region, id string) (j *dataprocpb.Job, err error) {
	for range 3 {
		j, err = c.GetJob(ctx, &dataprocpb.GetJobRequest{ProjectId: project, Region: region, JobId: id})
		if err == nil {
			return j, nil
		}
	}
	return nil, err
}

// Jobs are separate pieces of work.
func Jobs(ctx context.Context, c *dataproc.JobControllerClient, project, region string, n int) error {
	for range n {
		if _, err := c.SubmitJob(ctx, job(project, region, uuid.NewString())); err != nil {
			return err
		}
	}
	return nil
}
