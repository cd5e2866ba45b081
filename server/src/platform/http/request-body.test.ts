import { describe, expect, test } from "bun:test";
import { QuarryError } from "@quarry/core";
import { mediaType, readJsonBody } from "./request-body.ts";

const JSON_TYPE = { "content-type": "application/json" };
const request = (body: RequestInit["body"], headers: Record<string, string> = JSON_TYPE) =>
  new Request("http://quarry.test/api", { method: "POST", body, headers });
const read = (text: string) => readJsonBody(request(text), 1_000_000);

async function refusal(reading: Promise<unknown>): Promise<QuarryError> {
  const error = await reading.catch((reason: unknown) => reason);
  if (!(error instanceof QuarryError)) throw new Error(`not refused: ${JSON.stringify(error)}`);
  return error;
}

describe("a JSON body", () => {
  test("is read, with any of JSON's media types", async () => {
    for (const type of [
      "application/json",
      "Application/JSON; charset=utf-8",
      "application/merge-patch+json",
    ])
      expect(await readJsonBody(request('{"a":["é",1]}', { "content-type": type }), 100)).toEqual({
        a: ["é", 1],
      });
  });

  test("is null when there is none", async () => {
    expect(await readJsonBody(request(null, {}), 100)).toBeNull();
    expect(await readJsonBody(request("", { "content-length": "0" }), 100)).toBeNull();
  });

  test("of another media type is refused", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "json"])
      expect((await refusal(readJsonBody(request("{}", { "content-type": type }), 100))).status).toBe(415);
  });

  test("may nest 500 levels, and brackets inside strings are none", async () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    await read(nested(500));
    expect((await refusal(read(nested(501)))).message).toContain("deeper than 500 levels");
    expect((await refusal(read(`${'{"a":'.repeat(501)}1${"}".repeat(501)}`))).message).toContain("deeper");
    expect((await refusal(read("[".repeat(900_000)))).message).toContain("deeper");
    expect(await read(JSON.stringify(Array(2000).fill([])))).toHaveLength(2000);
  });

  test("may hold any string, with quotes, backslashes and brackets", async () => {
    const deep = "[{".repeat(600);
    for (const text of [
      deep,
      `"${deep}`,
      `\\"${deep}`,
      `\\\\${deep}\\`,
      `"\\`.repeat(9) + deep,
      "]}".repeat(600),
    ])
      for (const value of [text, [text, text], { [text]: [text] }])
        expect(await read(JSON.stringify(value))).toEqual(value);
    // A string that ends in a backslash does not hide what follows it.
    expect((await refusal(read(`["\\\\",${deep}`))).message).toContain("deeper");
    expect((await refusal(read(`["${deep}`))).message).not.toContain("deeper");
  });

  test("of many quotes and backslashes takes no long time", async () => {
    const text = `${'\\"'.repeat(1_000_000)}${"\\".repeat(2_000_000)}`;
    const start = performance.now();
    expect(await readJsonBody(request(JSON.stringify(text)), 20_000_000)).toBe(text);
    expect(performance.now() - start).toBeLessThan(3000);
  });

  test("must be valid UTF-8; a byte order mark is no matter", async () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xc3, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0xff, 0xfe, 0x31, 0],
    ])
      expect((await refusal(readJsonBody(request(Uint8Array.from(bytes)), 100))).message).toContain("UTF-8");
    expect(await read("\ufeff[1]")).toEqual([1]);
  });

  test("that is malformed is refused with a cause, and nothing of it is repeated", async () => {
    const secret = "hunter2";
    const texts = ["{", "[1,", secret, `'${secret}'`, `{"a":${secret}}`, `{"a" ${secret}}`, `{${secret}:1}`];
    texts.push(
      `["${secret}`,
      `["${secret}\n"]`,
      `["\\u00${secret}"]`,
      `[1]${secret}`,
      `-${secret}`,
      `"\\${secret}"`,
    );
    texts.push(
      `{"a":1,}`,
      `"\\§"`,
      `\u0001`,
      `"\u0001"`,
      `[1 "${secret}"]`,
      `nul${secret}`,
      `(${secret})`,
      "01",
      "1.e",
    );
    for (const text of texts) {
      const error = await refusal(read(text));
      expect(error.code).toBe("invalid_request");
      expect(error.message).toMatch(/^The body is not valid JSON: [A-Za-z -]*[a-zA-Z]\.$/);
      expect(`${error.message} ${JSON.stringify(error.details)}`).not.toMatch(/hunter|unter2|§|character h/);
    }
  });
});

test("a media type is lower case and without parameters", () => {
  expect(mediaType(request("x", { "content-type": " Text/HTML ; charset=x" }))).toBe("text/html");
  expect(mediaType(request(null, {}))).toBe("");
});
