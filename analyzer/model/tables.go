// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

// generatorPackages are the libraries that make identifiers.
var generatorPackages = map[string]bool{
	"github.com/google/uuid":     true,
	"github.com/gofrs/uuid":      true,
	"github.com/oklog/ulid":      true,
	"github.com/rs/xid":          true,
	"github.com/segmentio/ksuid": true,
}

// funcs is the table of functions known one by one. The claims about generators
// rest on their source: google/uuid NewUUID is version 1 (time and node), New and
// NewRandom version 4, NewV7 time and 74 random bits; ulid.Make reads a
// process-wide monotonic source seeded from the clock and crypto/rand (80 random
// bits); xid is time, machine, process id and a counter; ksuid time and 128 random bits.
var funcs = map[string]Func{
	"crypto/rand.Text":         {Action: Generate, Unique: Random},
	"crypto/rand.Int":          {Action: Generate, Unique: Random},
	"crypto/rand.Prime":        {Action: Generate, Unique: Random},
	"crypto/rand.Read":         {Action: Fill, Arg: 0},
	"math/rand.Int":            {Action: Generate, Unique: Random},
	"math/rand.Intn":           {Action: Generate, Unique: Random},
	"math/rand.Int31":          {Action: Generate, Unique: Random},
	"math/rand.Int31n":         {Action: Generate, Unique: Random},
	"math/rand.Int63":          {Action: Generate, Unique: Random},
	"math/rand.Int63n":         {Action: Generate, Unique: Random},
	"math/rand.Uint32":         {Action: Generate, Unique: Random},
	"math/rand.Uint64":         {Action: Generate, Unique: Random},
	"math/rand.Float64":        {Action: Generate, Unique: Random},
	"math/rand.Read":           {Action: Fill, Arg: 0},
	"math/rand.Perm":           {Action: Generate, Unique: Random},
	"(*math/rand.Rand).Int":    {Action: Generate, Unique: Random},
	"(*math/rand.Rand).Intn":   {Action: Generate, Unique: Random},
	"(*math/rand.Rand).Int63":  {Action: Generate, Unique: Random},
	"(*math/rand.Rand).Int63n": {Action: Generate, Unique: Random},
	"(*math/rand.Rand).Read":   {Action: Fill, Arg: 1},
	// math/rand/v2 loses its version in Canonical and shares the entries above, but for its own names.
	"math/rand.IntN":          {Action: Generate, Unique: Random},
	"math/rand.Int64":         {Action: Generate, Unique: Random},
	"math/rand.Int64N":        {Action: Generate, Unique: Random},
	"math/rand.Int32N":        {Action: Generate, Unique: Random},
	"math/rand.Uint64N":       {Action: Generate, Unique: Random},
	"math/rand.N":             {Action: Generate, Unique: Random},
	"(*math/rand.Rand).IntN":  {Action: Generate, Unique: Random},
	"(*math/rand.Rand).Int64": {Action: Generate, Unique: Random},
	"time.Now":                {Action: Generate, Unique: Clock},
	"time.Since":              {Action: Generate, Unique: Clock},
	"time.Until":              {Action: Generate, Unique: Clock},
	"os.Getpid":               {Action: Generate, Unique: Process},

	"github.com/google/uuid.New":                   {Action: Generate, Unique: Random},
	"github.com/google/uuid.NewString":             {Action: Generate, Unique: Random},
	"github.com/google/uuid.NewRandom":             {Action: Generate, Unique: Random},
	"github.com/google/uuid.NewRandomFromReader":   {Action: Generate, Unique: Random},
	"github.com/google/uuid.NewV6":                 {Action: Generate, Unique: Random},
	"github.com/google/uuid.NewV7":                 {Action: Generate, Unique: Random},
	"github.com/google/uuid.NewV7FromReader":       {Action: Generate, Unique: Random},
	"github.com/google/uuid.NewUUID":               {Action: Generate, Unique: Random},
	"github.com/google/uuid.NewDCESecurity":        {Action: Generate, Unique: Clock},
	"github.com/gofrs/uuid.NewV1":                  {Action: Generate, Unique: Random},
	"github.com/gofrs/uuid.NewV4":                  {Action: Generate, Unique: Random},
	"github.com/gofrs/uuid.NewV6":                  {Action: Generate, Unique: Random},
	"github.com/gofrs/uuid.NewV7":                  {Action: Generate, Unique: Random},
	"github.com/oklog/ulid.Make":                   {Action: Generate, Unique: Random},
	"github.com/oklog/ulid.New":                    {Action: Generate, Unique: Random},
	"github.com/oklog/ulid.MustNew":                {Action: Generate, Unique: Random},
	"github.com/oklog/ulid.MustNewDefault":         {Action: Generate, Unique: Random},
	"github.com/rs/xid.New":                        {Action: Generate, Unique: Random},
	"github.com/rs/xid.NewWithTime":                {Action: Generate, Unique: Random},
	"github.com/segmentio/ksuid.New":               {Action: Generate, Unique: Random},
	"github.com/segmentio/ksuid.NewRandom":         {Action: Generate, Unique: Random},
	"github.com/segmentio/ksuid.NewRandomWithTime": {Action: Generate, Unique: Random},

	"sort.Strings":          {Action: Sort},
	"sort.Ints":             {Action: Sort},
	"sort.Float64s":         {Action: Sort},
	"sort.Slice":            {Action: Sort},
	"sort.SliceStable":      {Action: Sort},
	"sort.Sort":             {Action: Sort},
	"sort.Stable":           {Action: Sort},
	"slices.Sort":           {Action: Sort},
	"slices.SortFunc":       {Action: Sort},
	"slices.SortStableFunc": {Action: Sort},
	"encoding/json.Marshal": {Action: Derive}, // walks maps in the order of their keys
	"errors.New":            {Action: NonNil},
	"fmt.Errorf":            {Action: NonNil},
	"errors.Is":             {Action: Test},
	"errors.As":             {Action: Test},
	"os.IsTimeout":          {Action: Test},
	"(time.Time).Add":       {Action: Derive},

	"(*strings.Builder).WriteString": {Action: Append},
	"(*strings.Builder).WriteByte":   {Action: Append},
	"(*strings.Builder).WriteRune":   {Action: Append},
	"(*strings.Builder).Write":       {Action: Append},
	"(*strings.Builder).String":      {Action: Content},
	"(*bytes.Buffer).WriteString":    {Action: Append},
	"(*bytes.Buffer).WriteByte":      {Action: Append},
	"(*bytes.Buffer).WriteRune":      {Action: Append},
	"(*bytes.Buffer).Write":          {Action: Append},
	"(*bytes.Buffer).String":         {Action: Content},
	"(*bytes.Buffer).Bytes":          {Action: Content},
	"(io.Writer).Write":              {Action: Append},
	"(hash.Hash).Write":              {Action: Append},
	"(hash.Hash).Sum":                {Action: Content},
	"(hash.Hash32).Sum32":            {Action: Content},
	"(hash.Hash64).Sum64":            {Action: Content},
	"io.WriteString":                 {Action: Append},
	"fmt.Fprint":                     {Action: Append},
	"fmt.Fprintf":                    {Action: Append},
	"fmt.Fprintln":                   {Action: Append},

	"io.LimitReader":          {Action: Derive},
	"io.TeeReader":            {Action: Derive},
	"io.ReadAll":              {Action: Derive},
	"io.NopCloser":            {Action: Derive},
	"bufio.NewReader":         {Action: Derive},
	"net/http.MaxBytesReader": {Action: Derive},
	"strings.Clone":           {Action: Identity},
	"strings.TrimSpace":       {Action: Identity},
	"bytes.Clone":             {Action: Identity},
	"slices.Clone":            {Action: Identity},
	"maps.Clone":              {Action: Identity},
}

// derives are packages whose functions depend on nothing but their arguments.
var derives = map[string]bool{
	"fmt": true, "strings": true, "strconv": true, "bytes": true, "unicode": true, "unicode/utf8": true,
	"encoding/hex": true, "encoding/base64": true, "encoding/base32": true, "encoding/binary": true, "encoding/json": true,
	"crypto/sha1": true, "crypto/sha256": true, "crypto/sha512": true, "crypto/sha3": true, "crypto/md5": true, "crypto/hmac": true,
	"hash/fnv": true, "hash/crc32": true, "hash/crc64": true, "hash/adler32": true,
	"math": true, "math/big": true, "math/bits": true, "path": true, "path/filepath": true, "net/url": true, "net/netip": true,
	"slices": true, "maps": true, "sort": true, "time": true, "net": true, "cmp": true, "html": true, "regexp": true, "text/template": true,
	"github.com/google/uuid": true, "github.com/gofrs/uuid": true, "github.com/oklog/ulid": true,
	"github.com/rs/xid": true, "github.com/segmentio/ksuid": true,
	"golang.org/x/crypto/blake2b": true, "golang.org/x/crypto/sha3": true, "github.com/cespare/xxhash": true,
}

// pointerHelpers are packages with functions that turn a value into a pointer to
// it, or back, and into collections of such.
var pointerHelpers = map[string]bool{
	"github.com/aws/aws-sdk-go-v2/aws":                    true,
	"github.com/aws/aws-sdk-go/aws":                       true,
	"github.com/aws/smithy-go/ptr":                        true,
	"github.com/stripe/stripe-go":                         true,
	"github.com/alibabacloud-go/tea/tea":                  true,
	"github.com/oracle/oci-go-sdk/common":                 true,
	"github.com/samber/lo":                                true,
	"k8s.io/utils/ptr":                                    true,
	"k8s.io/utils/pointer":                                true,
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to":     true,
	"github.com/AlekSi/pointer":                           true,
	"google.golang.org/protobuf/proto":                    true,
	"github.com/gogo/protobuf/proto":                      true,
	"github.com/aliyun/alibaba-cloud-sdk-go/sdk/requests": true,
	"github.com/openlyinc/pointy":                         true,
	"go.openly.dev/pointy":                                true,
	"github.com/hashicorp/go-azure-helpers/lang/pointer":  true,
}

func pointerHelperName(fn string) bool {
	switch fn {
	case "String", "StringValue", "ToString", "To", "Ptr", "ToPtr", "FromPtr", "Of", "From", "Deref", "StringPtr", "Pointer",
		"Int", "Int32", "Int64", "Bool", "ToStringPtr", "Value", "ToInt64", "Int64Value", "BoolValue", "NewString", "PointerValue":
		return true
	}
	return false
}
