import type { FuzzRequest } from "./build-request.ts";
import type { Exchange } from "./exchange.ts";
import type { Tenant, Tenants } from "./tenants.ts";
import { wireBytes } from "./wire.ts";

/** Limits of one call. */
export const CALL_LIMITS = { ms: 10_000, smallMs: 2000, smallBytes: 300_000 } as const;

/** Statuses of the service's own trouble that a caller may see: it is away or overloaded, or its disk is full. */
const ALLOWED = new Set([503, 507]);

/** The runtime's own answer to a request line that is not HTTP/1.1. */
const UNKNOWN_VERSION = 505;

/** What no answer may show: stacks, statements, paths and messages of the program's own errors. */
const INTERNAL: readonly (readonly [string, RegExp])[] = [
  ["a stack", /\n\s+at (?:async )?\S+[^\n]*[:(]|node_modules|\.[cm]?[jt]s:\d+/],
  [
    "SQL",
    /Failed query|relation "|syntax error at or near|duplicate key value|violates [a-z-]+ constraint|invalid byte sequence|PostgresError|insert into "|select "\w+"|select .{1,200} from "/i,
  ],
  [
    "an error of the program",
    /\b(?:TypeError|ReferenceError|RangeError|SyntaxError)\b|is not a function|Cannot read propert|undefined is not|null is not an object/,
  ],
];

/**
 * What is wrong with an answer; undefined when nothing is.
 * @param paths Of the machine, which no answer may name.
 */
export function faultOf(
  { callers, wire }: FuzzRequest,
  { statuses, text, ms, end }: Exchange,
  tenants: readonly Tenants[],
  paths: readonly string[],
): string | undefined {
  if (end === "refused") return "the connection was refused";
  if (!wire.isBroken && (end === "silent" || statuses.length === 0))
    return `no whole answer: ${end} after ${ms.toFixed(0)} ms`;
  const failure = statuses.find(
    (status) => status >= 500 && !ALLOWED.has(status) && !(wire.isBroken && status === UNKNOWN_VERSION),
  );
  if (failure !== undefined) return `answered ${failure}: ${excerpt(text)}`;
  if (!wire.isBroken && ms > CALL_LIMITS.ms) return `took ${ms.toFixed(0)} ms`;
  const path = paths.find((each) => text.includes(each));
  if (path !== undefined) return `shows the path ${path}`;
  if (statuses.some((status) => status >= 400))
    for (const [what, pattern] of INTERNAL)
      if (pattern.test(text))
        return `shows ${what}: ${excerpt(text.slice(Math.max(0, text.search(pattern) - 100)))}`;
  return foreignIn(text, wireBytes(wire), callers, tenants);
}

/** What of another organization an answer shows. */
function foreignIn(
  text: string,
  sent: Uint8Array,
  callers: readonly Tenant[],
  tenants: readonly Tenants[],
): string | undefined {
  // The parts of a chunked body may end within an id.
  const request = Buffer.from(sent)
    .toString("latin1")
    .replace(/\r\n[0-9a-f]+\r\n/gi, "");
  for (const tenant of tenants.flatMap(({ both }) => both)) {
    if (callers.includes(tenant)) continue;
    if (text.includes(tenant.secret)) return `shows a text of another organization: ${excerpt(text)}`;
    for (const id of [tenant.orgId, tenant.key, ...Object.values(tenant.ids)])
      if (text.includes(id) && !request.includes(id)) return `shows an id of another organization: ${id}`;
  }
  return undefined;
}

/** True when a call of a small request took longer than it may. It is repeated alone, because the machine may be busy. */
export function isSlow({ wire }: FuzzRequest, { ms }: Exchange): boolean {
  return !wire.isBroken && ms > CALL_LIMITS.smallMs && wireBytes(wire).byteLength < CALL_LIMITS.smallBytes;
}

function excerpt(text: string): string {
  return JSON.stringify(text.slice(text.indexOf("\r\n\r\n") + 4, 400 + text.indexOf("\r\n\r\n")));
}
