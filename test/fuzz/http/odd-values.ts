import type { Random } from "../mutate.ts";
import { below, pick } from "./choice.ts";
import type { Schema } from "./schema.ts";

const LONG = 100_000;
const DISTINCT_WORDS = 1600;

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Texts that break programs that read them. */
export const ODD_TEXTS: readonly (() => string)[] = [
  ...["", " ", "\t\r\n", "\0", "a\0b", "\ud83d", "\ude00b", "\ufeff", "\u202e", "\u2028", "\x7f", "\x1b[31m"],
  ...["__proto__", "constructor", "toString", "null", "undefined", "NaN", "-1", "1e999", "0x10", "true"],
  ...[
    "../../etc/passwd",
    "..\\..\\a",
    "/",
    "%00",
    "%zz",
    "%2e%2e%2f",
    "'",
    '"',
    "';--",
    "\\",
    "`",
    "$1",
    "{}",
    "[]",
  ],
  ...[
    "<script>alert(1)</script>",
    "a\r\nSet-Cookie: a=b",
    "{{7*7}}",
    "\u0301".repeat(50),
    "\ufdfa",
    "İ",
    "ß",
    "ﬃ",
  ],
  ...[
    "9999-12-31T23:59:59-23:59",
    "0000-01-01T00:00:00Z",
    "2026-02-30",
    "infinity",
    "epoch",
    "٣",
    "2026-13-01",
  ],
  ...[
    "file:///etc/passwd",
    "javascript:alert(1)",
    "http://[::1",
    "http://127.0.0.1:99999",
    "http://a b",
    "//x",
    "ftp://x",
  ],
  ...[
    "a@",
    "@b",
    "a@b",
    '"a b"@example.com',
    "spc_",
    "doc_\0",
    "org_1",
    "chk_x",
    "key_",
    "*",
    "?",
    "#",
    "&a=b",
    ";",
  ],
]
  .map((text) => () => text)
  .concat([
    () => "x".repeat(256),
    () => "x".repeat(10_001),
    () => "x".repeat(LONG),
    () => "\ufdfa".repeat(10_000),
    () => "e\u0301".repeat(5000),
    () => "👩‍👩‍👧".repeat(600),
    () => Array.from({ length: DISTINCT_WORDS }, (_, at) => `w${at.toString(36)}`).join(" "),
    () => "的".repeat(10_000),
    () => "a-".repeat(5000),
    () => `${" ".repeat(9999)}!`,
    () => "[".repeat(LONG),
  ]);

/** Values of other types. */
const ODD_VALUES: readonly (() => unknown)[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, 101, 1001],
  ...[[], {}, [null], [[]], [{}], [1, "a", null], { a: null }, { toString: 1 }, { valueOf: 1, toString: {} }],
  ...[{ length: 1e9 }, { toJSON: 1 }, { $ne: null }, { $gte: "" }, { $in: {} }, { $or: [] }, { $not: [] }],
  ...[{ "": 1 }, { " ": 1 }, { "a.b": 1 }, { "\0": 1 }, { constructor: { prototype: { a: 1 } } }],
]
  .map((value) => () => value as unknown)
  .concat([
    () => JSON.parse('{"__proto__":{"a":1}}') as unknown,
    () => JSON.parse('{"then":1}') as unknown,
    () => nested(33),
    () => nested(499),
    () => nested(600),
    () => Array.from({ length: 1001 }, () => "a"),
    () => Array.from({ length: 20_000 }, () => 0),
    () => Array.from({ length: 5000 }, () => ({})),
    () => Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at])),
    () => ({ $or: Array.from({ length: 2000 }, (_, at) => ({ a: at })) }),
    () => ({ $not: nestedNot(30) }),
  ]);

function nestedNot(depth: number): unknown {
  return depth === 0 ? { a: 1 } : { $not: nestedNot(depth - 1) };
}

/** A value that a field of the schema may not expect; undefined to leave it out. */
export function oddValue(random: Random, schema: Schema): unknown {
  const kind = random();
  if (kind < 0.05) return undefined;
  if (kind < 0.25) return pick(random, [...bounds(schema), null]);
  return kind < 0.6 ? pick(random, ODD_TEXTS)() : pick(random, ODD_VALUES)();
}

/** Values at the bounds of a schema, on both sides. */
function bounds({ minimum, maximum, minLength, maxLength, maxItems, items }: Schema): unknown[] {
  const values: unknown[] = [];
  if (minimum !== undefined) values.push(minimum, minimum - 1, minimum + 0.5);
  if (maximum !== undefined) values.push(maximum, maximum + 1, String(maximum));
  if (minLength !== undefined) values.push("a".repeat(minLength), "a".repeat(Math.max(0, minLength - 1)));
  if (maxLength !== undefined && maxLength <= LONG)
    values.push("é".repeat(maxLength), "a".repeat(maxLength + 1), "👍".repeat(maxLength / 2));
  if (maxItems !== undefined && items)
    values.push(Array.from({ length: Math.min(maxItems, 2000) + 1 }, () => "a"));
  return values;
}

/** An odd text, percent-encoded or not, for a path or a query string. */
export function oddAddressText(random: Random): string {
  const text = pick(random, ODD_TEXTS)().slice(0, 5000);
  const raw = [
    "%",
    "%zz",
    "%c3%28",
    "%ED%A0%BD",
    "%00",
    "..",
    ".",
    "%2e%2e",
    "%2F",
    "a;b=c",
    "a,b",
    "+",
    "%252e",
    "%F0%9F",
  ];
  if (random() < 0.4) return pick(random, raw);
  return Array.from(text.toWellFormed(), (character) => encodeURIComponent(character)).join("");
}

/** Text of JSON that is broken, or unusual. */
export function oddJson(random: Random, json: string): string {
  const at = below(random, json.length + 1);
  const changes: readonly (() => string)[] = [
    () => json.slice(0, at),
    () => json.slice(at),
    () =>
      `${json.slice(0, at)}${pick(random, ['"', "{", "}", "[", "]", ",", ":", "\\", "\0", "\u2028", "//", "NaN"])}${json.slice(at)}`,
    () => json.replace("{", '{"query":1,"query":"a","name":"a","name":2,"spaceId":"x","spaceId":[],'),
    () => json.replace("{", '{"__proto__":{"isAdmin":true},"constructor":null,'),
    () => `\ufeff${json}`,
    () => `${json}${json}`,
    () => json.replaceAll(/[a-z](?=[^"]*":)/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
    () =>
      json.replaceAll(
        /\d+/g,
        pick(random, ["1e999", "-0", "00", "1.", ".5", "0x1", "1e-999", "123456789012345678901234567890"]),
      ),
    () => "[".repeat(LONG),
    () => `${'{"a":'.repeat(600)}1${"}".repeat(600)}`,
    () => pick(random, ["null", "true", "1", '"a"', "[]", "{}", "[{}]", "", " ", "undefined", "{'a':1}"]),
    () => `{${Array.from({ length: 20_000 }, (_, key) => `"k${key % 3}":${key}`).join(",")}}`,
    () => `${" ".repeat(LONG)}${json}`,
  ];
  return pick(random, changes)();
}
