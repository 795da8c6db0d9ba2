// In the form of the SDK's own source. It is parsed; it need not compile.

package endpoints

var defaultPartitions = endpoints.Partitions{
	{
		ID:                "aws",
		RegionRegex:       partitionRegexp.Aws,
		IsRegionalized:    false,
		PartitionEndpoint: "aws-global",
		Endpoints: endpoints.Endpoints{
			endpoints.EndpointKey{
				Region: "aws-global",
			}: endpoints.Endpoint{
				Hostname: "world.amazonaws.com",
			},
		},
	},
	{
		ID:             "aws-cn",
		RegionRegex:    partitionRegexp.AwsCn,
		IsRegionalized: true,
	},
}
