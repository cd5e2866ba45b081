import type { Random } from "../mutate.ts";
import { below, pick } from "./choice.ts";
import { type Wire, wireBytes, withHeader, without } from "./wire.ts";

type Change = (wire: Wire, random: Random) => Wire;

const CHUNK_SIZES = ["zz", "-1", "", "ffffffffffffffffff", "7fffffff", "0x5", "5;a=b", " 5", "5 "];
const LENGTHS = ["-1", "1e3", "0x10", "", "99999999999999999999", "5, 5", "+5", "5 5", "NaN"];
const VERSIONS = ["HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "HTTP/1.1 x", "http/1.1", "HTTP/1", "", "XXXX"];
const METHODS = [
  "get",
  "PUT",
  "PATCH",
  "DELETE",
  "POST",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "PROPFIND",
  "X",
  "GET\t",
  "",
];
const HOSTS = [
  "",
  "a b",
  "localhost:99999",
  "[::1",
  "a@b",
  "evil.example",
  "a/b",
  "\u00e9.example",
  "x".repeat(5000),
  "%00",
  "127.0.0.1:abc",
];

/** Headers that some part of a server reads. */
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  [
    "Content-Type",
    [
      "",
      "application/json; charset=utf-16",
      "text/plain",
      "multipart/form-data",
      "multipart/form-data; boundary=",
      'multipart/form-data; boundary="a b"; boundary=c',
      "application/x-www-form-urlencoded",
      "a",
      "application/json;;;",
      `application/json; ${"a=b;".repeat(1000)}`,
    ],
  ],
  ["Content-Encoding", ["gzip", "br", "identity", "x", "gzip, gzip"]],
  ["Accept", ["", "*/*;q=x", "text/event-stream", "application/json", "x".repeat(5000)]],
  ["Accept-Encoding", ["gzip;q=9", "*", "zstd"]],
  [
    "Range",
    [
      "bytes=0-",
      "bytes=-1",
      "bytes=5-1",
      "bytes=99999999999999999999-",
      "bytes=0-0,1-1",
      "bytes=a",
      "lines=1",
      "bytes=--1",
    ],
  ],
  ["If-None-Match", ["*", '"a"', "W/", "x".repeat(5000)]],
  ["Last-Event-ID", ["", "0", "-1", "evt_x", "9".repeat(400), "\u0080", "a\tb"]],
  ["Idempotency-Key", ["", "a", "x".repeat(201), "caf\u00e9", "a\tb", " "]],
  ["Origin", ["null", "http://evil.example", "", "http://127.0.0.1", "x:y:z"]],
  [
    "Cookie",
    [
      "",
      "quarry.session_token=a",
      "quarry.session_token=%zz",
      "=;=;",
      `a=${"b".repeat(7000)}`,
      "__proto__=1",
      "a=b; ".repeat(500),
    ],
  ],
  [
    "Authorization",
    [
      "",
      "Bearer",
      "Bearer  ",
      "Basic YTpi",
      "Bearer \u00e9",
      `Bearer ${"x".repeat(7000)}`,
      "Bearer a b c",
      "Bearer qry_",
      "Bearer eyJhbGciOiJub25lIn0.e30.",
    ],
  ],
  ["Svc-Api-Key", ["", " ", "qry_\u00ff", "x".repeat(7000), "a, b"]],
  ["Quarry-Organization", ["", "org_x", "a\tb", "\u00e9", "'", "x".repeat(5000)]],
  ["X-Forwarded-For", ["a", "::1", "1.2.3.4, \u00e9", "x".repeat(5000)]],
  ["X-Forwarded-Host", ["evil.example", "a b"]],
  ["X-Forwarded-Proto", ["https", "x"]],
  ["X-HTTP-Method-Override", ["DELETE"]],
  ["X-Request-Id", ["a", "x".repeat(5000), "\u0001", "a\tb"]],
  ["Traceparent", ["00-0-0-0", "x", `00-${"f".repeat(32)}-${"f".repeat(16)}-01`]],
  ["Expect", ["100-continue", "x"]],
  ["Upgrade", ["websocket", "h2c", "x"]],
  ["MCP-Protocol-Version", ["1", "2025-06-18", "x".repeat(500)]],
  ["Mcp-Session-Id", ["a", "\u00e9"]],
  ["Access-Control-Request-Method", ["X", "PUT"]],
  ["Sec-Fetch-Site", ["cross-site", "x"]],
];

/** Changes of a header's value: the request stays well-formed. */
export function oddHeader(wire: Wire, random: Random): Wire {
  const [name, values] = pick(random, HEADERS);
  return withHeader(wire, name, pick(random, values));
}

/** Changes of the method. The runtime closes the connection at methods that it does not know. */
export function oddMethod(wire: Wire, random: Random): Wire {
  const method = pick(random, METHODS);
  return { ...wire, method, isBroken: !/^(?:PUT|PATCH|DELETE|POST|HEAD|OPTIONS)$/.test(method) };
}

/** Changes of how a request is framed. */
export function oddFrame(wire: Wire, random: Random): Wire {
  return { ...pick(random, FRAMES)(wire, random), isBroken: true };
}

const FRAMES: readonly Change[] = [
  (wire, random) => chunked(wire, random),
  (wire, random) => chunked(wire, random, pick(random, CHUNK_SIZES)),
  (wire, random) => truncated(chunked(wire, random), random),
  (wire, random) => truncated(wire, random),
  (wire, random) => withHeader(wire, "Content-Length", pick(random, LENGTHS)),
  (wire) => withHeader(wire, "Content-Length", String(wire.body.byteLength + 10)),
  (wire) => withHeader(wire, "Content-Length", String(Math.max(0, wire.body.byteLength - 3))),
  (wire) => without(wire, "Content-Length"),
  (wire) => ({ ...wire, headers: [...wire.headers, ["Content-Length", "1"], ["Content-Length", "7"]] }),
  (wire) => ({ ...wire, headers: [...wire.headers, ["Transfer-Encoding", "chunked"]] }),
  (wire, random) =>
    withHeader(
      wire,
      "Transfer-Encoding",
      pick(random, ["gzip, chunked", "chunked, chunked", "x", "", "Chunked "]),
    ),
  (wire, random) => ({ ...wire, version: pick(random, VERSIONS) }),
  (wire, random) => withHeader(wire, "Host", pick(random, HOSTS)),
  (wire) => without(wire, "Host"),
  (wire) => ({ ...wire, headers: [["Host", "a"], ...wire.headers] }),
  (wire, random) => ({ ...wire, target: pick(random, targets(wire.target)) }),
  (wire) => ({ ...wire, headers: [...wire.headers, ["X-Long", "x".repeat(100_000)]] }),
  (wire) => ({
    ...wire,
    headers: [...wire.headers, ...Array.from({ length: 1000 }, (_, at) => [`X-${at}`, "a"] as const)],
  }),
  (wire, random) =>
    withLine(
      wire,
      pick(random, [
        "X: a\nY: b",
        "X: a\rb",
        "X: a\0b",
        "X : a",
        " folded",
        "no colon",
        ": a",
        "X\u00e9: a",
        "X: \u00ff",
      ]),
    ),
  (wire) => ({
    ...wire,
    raw: Buffer.from(Buffer.from(wireBytes(wire)).toString("latin1").replaceAll("\r\n", "\n"), "latin1"),
  }),
  (wire) => ({ ...wire, raw: Buffer.concat([wireBytes(wire), wireBytes(wire), wireBytes(wire)]) }),
  (wire) => ({
    ...wire,
    raw: Buffer.concat([wireBytes(wire), Buffer.from("\0\xff garbage\r\n\r\n", "latin1")]),
  }),
  (wire) => ({ ...wire, raw: Buffer.concat([Buffer.from("\r\n\r\n"), wireBytes(wire)]) }),
  (wire, random) =>
    withHeader(wire, "Connection", pick(random, ["upgrade", "close, keep-alive", "x", "Content-Length"])),
  (wire, random) => flipped(wire, random),
];

function chunked(wire: Wire, random: Random, size?: string): Wire {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < wire.body.byteLength; ) {
    const piece = wire.body.subarray(at, at + 1 + below(random, 200));
    pieces.push(Buffer.from(`${piece.byteLength.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
    at += piece.byteLength;
  }
  if (size !== undefined) pieces.splice(below(random, pieces.length + 1), 0, Buffer.from(`${size}\r\n`));
  const end = pick(random, ["0\r\n\r\n", "0\r\nX-Trailer: a\r\n\r\n", "000\r\n\r\n"]);
  const body = Buffer.concat([...pieces, Buffer.from(end)]);
  return { ...withHeader(without(wire, "Content-Length"), "Transfer-Encoding", "chunked"), body };
}

function truncated(wire: Wire, random: Random): Wire {
  const bytes = wireBytes(wire);
  return { ...wire, raw: bytes.subarray(0, below(random, bytes.byteLength)) };
}

/** Flips bits anywhere in the request. */
function flipped(wire: Wire, random: Random): Wire {
  const bytes = Uint8Array.from(wireBytes(wire));
  for (let left = 1 + below(random, 5); left > 0; left -= 1) {
    const at = below(random, bytes.byteLength);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(random, 8));
  }
  return { ...wire, raw: bytes };
}

function targets(target: string): string[] {
  return [
    ...[
      `http://evil.example${target}`,
      `https://127.0.0.1:1${target}`,
      `//evil.example${target}`,
      `${target}#a`,
    ],
    ...[
      "*",
      "",
      " ",
      "/..",
      "/%",
      "/\0",
      `/${"a".repeat(70_000)}`,
      `/${"../".repeat(2000)}`,
      "127.0.0.1:80",
      "?",
      "/?",
    ],
    ...[
      `${target}\u00e9`,
      `${target} x`,
      target.replaceAll("/", "//"),
      target.slice(1),
      `${target}?${"a=b&".repeat(5000)}`,
    ],
  ];
}

/** Adds a line as it is to the head of the request. */
function withLine(wire: Wire, line: string): Wire {
  const bytes = Buffer.from(wireBytes(wire));
  const at = bytes.indexOf("\r\n") + 2;
  return {
    ...wire,
    raw: Buffer.concat([bytes.subarray(0, at), Buffer.from(`${line}\r\n`), bytes.subarray(at)]),
  };
}
