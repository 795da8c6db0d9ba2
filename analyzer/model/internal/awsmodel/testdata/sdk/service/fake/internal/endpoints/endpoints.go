// In the form of the SDK's own source. It is parsed; it need not compile.

package endpoints

var defaultPartitions = endpoints.Partitions{
	{
		ID: "aws",
		Defaults: map[endpoints.DefaultKey]endpoints.Endpoint{
			{
				Variant: 0,
			}: {
				Hostname:  "fake.{region}.amazonaws.com",
				Protocols: []string{"https"},
			},
		},
		RegionRegex:       partitionRegexp.Aws,
		IsRegionalized:    true,
		PartitionEndpoint: "aws-global",
	},
	{
		ID:                "aws-iso",
		RegionRegex:       partitionRegexp.AwsIso,
		IsRegionalized:    false,
		PartitionEndpoint: "aws-iso-global",
	},
}
