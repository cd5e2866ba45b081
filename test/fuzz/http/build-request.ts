import { seededRandom } from "../../support/seeded-random.ts";
import { hash } from "../broken-files.ts";
import { mutate, type Random } from "../mutate.ts";
import type { Aim } from "./aims.ts";
import { bodyBytes, MEDIA_TYPES } from "./body-bytes.ts";
import { below, pick } from "./choice.ts";
import { oddFrame, oddHeader, oddMethod } from "./frames.ts";
import { oddAddressText, oddJson, oddValue } from "./odd-values.ts";
import type { BodyFormat } from "./operations.ts";
import { type Sampling, sample, sampleInPath, sampleText } from "./sample.ts";
import { withValue } from "./schema.ts";
import type { FuzzIds, Tenant, Tenants } from "./tenants.ts";
import type { Wire } from "./wire.ts";

/** A request that may be broken. */
export interface FuzzRequest {
  /** `1:17`: the seed and the number. It names the request for ever; only ids and keys differ between runs. */
  readonly name: string;
  /** What it calls and what is broken, for reports. */
  readonly what: string;
  /** The organizations whose data the answer may show. */
  readonly callers: readonly Tenant[];
  readonly wire: Wire;
}

/** Returns one request. The aims are tried in turn. */
export function buildRequest(
  aims: readonly Aim[],
  tenants: Tenants,
  seed: number,
  number: number,
): FuzzRequest {
  const random = seededRandom(hash(`http:${seed}:${number}`));
  const aim = aims[number % aims.length] as Aim;
  const [caller, other] = random() < 0.5 ? tenants.both : tenants.both.toReversed();
  if (!caller || !other) throw new Error("there must be two tenants");
  const sampling = {
    random,
    orgId: caller.orgId,
    ids: mixedIds(random, caller.ids, other.ids, tenants.missing),
  };
  const [what, wire] = wireOf(aim, sampling, caller, tenants.host);
  return { name: `${seed}:${number}`, what, callers: [caller], wire: changed(aim, wire, random, other) };
}

/** Mostly the caller's own resources. */
function mixedIds(random: Random, own: FuzzIds, foreign: FuzzIds, missing: FuzzIds): FuzzIds {
  const from = (Object.keys(own) as (keyof FuzzIds)[]).map((thing) => {
    const kind = random();
    return [thing, (kind < 0.9 ? own : kind < 0.97 ? foreign : missing)[thing]] as const;
  });
  return Object.fromEntries(from) as FuzzIds;
}

function wireOf(aim: Aim, sampling: Sampling, caller: Tenant, host: string): [what: string, wire: Wire] {
  const { operation } = aim;
  const { random } = sampling;
  const formats = [...operation.bodies.keys()];
  const format = "format" in aim ? aim.format : formats.length > 0 ? pick(random, formats) : undefined;
  const body = format === undefined ? new Uint8Array() : bodyOf(aim, format, sampling);
  const place = "path" in aim ? aim.path.join("/") : "parameter" in aim ? aim.parameter.name : "";
  const headers: [string, string][] = [
    ["Host", host],
    ["Connection", "close"],
    // So that the limits on attempts of an address are not reached.
    ["X-Client-Address", `10.${below(random, 250)}.${below(random, 250)}.${below(random, 250)}`],
    ...credentialsOf(aim, caller, random, host),
    ...(operation.path === "/mcp"
      ? [["Accept", "application/json, text/event-stream"] as [string, string]]
      : []),
    ...(format === undefined
      ? []
      : [
          ["Content-Type", MEDIA_TYPES[format]] as [string, string],
          ["Content-Length", String(body.byteLength)] as [string, string],
        ]),
  ];
  return [
    `${operation.id}: ${aim.kind} ${place}`.trim(),
    {
      method: operation.method,
      target: targetOf(aim, sampling),
      version: "HTTP/1.1",
      headers,
      body,
      isBroken: false,
    },
  ];
}

function bodyOf(aim: Aim, format: BodyFormat, sampling: Sampling): Uint8Array {
  const { random } = sampling;
  let value = sample(aim.operation.bodies.get(format) ?? {}, "", sampling);
  if (aim.kind === "field") value = withValue(value, aim.path, oddValue(random, aim.schema));
  const bytes = bodyBytes(format, value);
  if (aim.kind !== "bytes") return bytes;
  if (format !== "json" || random() < 0.2) return mutate(bytes, random);
  const text = oddJson(random, Buffer.from(bytes).toString());
  return random() < 0.05 ? Buffer.from(text, "utf16le") : Buffer.from(text);
}

function targetOf(aim: Aim, sampling: Sampling): string {
  const { random } = sampling;
  const { path, parameters } = aim.operation;
  const broken = aim.kind === "parameter" ? aim.parameter : undefined;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    broken?.name === name && broken.place === "path"
      ? oddAddressText(random)
      : encodeURIComponent(sampleInPath(path, name, sampling)),
  );
  const pairs = parameters.flatMap(({ name, place, schema }) => {
    if (place !== "query") return [];
    if (broken?.name === name)
      return Array.from({ length: 1 + below(random, 2) }, () => `${name}=${oddAddressText(random)}`);
    if (random() < 0.4 && name !== "spaceId") return [];
    const value =
      Object.keys(schema).length > 0 ? sample(schema, name, sampling) : sampleText(name, sampling);
    return [`${name}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`];
  });
  const target = pairs.length > 0 ? `${filled}?${pairs.join("&")}` : filled;
  // Each route is served with and without the prefix.
  return random() < 0.2 && !path.startsWith("/api/auth") ? target.replace(/^\/api(?=\/)/, "") : target;
}

function credentialsOf(aim: Aim, caller: Tenant, random: Random, host: string): [string, string][] {
  const isForPeople = /^\/(?:app|api\/auth)/.test(aim.operation.path);
  if (isForPeople || random() < 0.05)
    return random() < 0.1
      ? []
      : [
          ["Cookie", caller.cookie],
          ["Origin", `http://${host}`],
        ];
  const kind = random();
  if (kind < 0.7) return [["Svc-Api-Key", caller.key]];
  return [["Authorization", `Bearer ${kind < 0.9 ? caller.key : caller.readerKey}`]];
}

function changed(aim: Aim, wire: Wire, random: Random, other: Tenant): Wire {
  switch (aim.kind) {
    case "header":
      return random() < 0.5 ? oddHeader(wire, random) : oddHeader(oddHeader(wire, random), random);
    case "method":
      return oddMethod(wire, random);
    case "frame":
      return oddFrame(wire, random);
    case "caller":
      return withoutCredentials(wire, random);
    case "path":
      return { ...wire, target: oddPath(wire.target, random) };
    case "query":
      return { ...wire, target: oddQuery(wire.target, random, other) };
    default:
      return wire;
  }
}

function withoutCredentials(wire: Wire, random: Random): Wire {
  const headers = wire.headers.filter(([name]) => !/^(?:svc-api-key|authorization|cookie)$/i.test(name));
  const wrong = pick(random, [
    [],
    [["Svc-Api-Key", `qry_${"x".repeat(43)}`]],
    [["Cookie", "quarry.session_token=x.y"]],
  ] as const);
  return { ...wire, headers: [...headers, ...wrong] };
}

function oddPath(target: string, random: Random): string {
  const [path = "", query] = target.split("?");
  const parts = path.split("/");
  const at = below(random, parts.length);
  const odd = parts.with(
    at,
    pick(random, [
      () => oddAddressText(random),
      () => `${parts[at]}/`,
      () => `${parts[at]?.toUpperCase()}`,
      () => `${parts[at]};a=b`,
    ])(),
  );
  return `/${odd.join("/").replace(/^\//, "")}${query === undefined ? "" : `?${query}`}`.replaceAll(
    " ",
    "%20",
  );
}

function oddQuery(target: string, random: Random, other: Tenant): string {
  const extra = pick(random, [
    ...[
      "a=b",
      "&&&",
      "=",
      "%zz=1",
      "page=1&page=2",
      "pageSize=1e2",
      "page=99999999999999999999",
      "__proto__=1",
      "a[]=1&a[]=2",
      "a.b=1",
      "metadata=%7B%22a%22",
      "metadata=[]",
      "metadata=null",
    ],
    ...[
      `spaceId=${other.ids.space}`,
      `organizationId=${other.orgId}`,
      "purge=yes",
      "page=-1",
      "page=0.5",
      "status=X",
      `x=${"y".repeat(7000)}`,
      "a=%00",
      "lastEventId=%ff",
    ],
  ]);
  return `${target}${target.includes("?") ? "&" : "?"}${extra}`;
}
