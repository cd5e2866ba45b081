import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseInSteps } from "./json-in-steps.ts";

const bytesOf = (json: string) => new TextEncoder().encode(json);
const outcome = async (parse: () => unknown) => {
  try {
    return { value: await parse() };
  } catch {
    return "refused";
  }
};

test("any JSON is read as JSON.parse reads it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ stringUnit: "binary" }), fc.constantFrom(0, 1, 2), async (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      const value = await parseInSteps(bytesOf(text));
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 200 },
  );
});

test("any change of a text is read, or refused, as JSON.parse does", async () => {
  const odd = fc.constantFrom(...'"\\,:[]{}0123e.-+ \n\u0001trufalsn\ufeffé'.split(""));
  const start = '{"a":[1,-2.5e3,true,null,"x\\u00e9\\n"],"b":{}, "__proto__": "p"}';
  const at = fc.integer({ min: 0, max: start.length });
  await fc.assert(
    fc.asyncProperty(
      at,
      fc.integer({ min: 0, max: 3 }),
      fc.array(odd, { maxLength: 3 }),
      async (from, cut, put) => {
        const json = start.slice(0, from) + put.join("") + start.slice(from + cut);
        const text = json.replace(/^\ufeff/, "");
        expect(await outcome(() => parseInSteps(bytesOf(json)))).toEqual(
          await outcome(() => JSON.parse(text)),
        );
      },
    ),
    { numRuns: 2000 },
  );
});

test("long texts are whole at each place where a piece of them may end", async () => {
  for (const part of ["\\u0041\\n", "é", "𝒳", "\\ud835\\udcb3", "\ufeff", "\\\\", '\\"', "0123456"])
    for (const shift of ["", "x", "xx", "xxx", "xxxx", "xxxxx"]) {
      const json = `["${shift}${part.repeat(100_000)}", "end"]`;
      expect(await parseInSteps(bytesOf(json))).toEqual(JSON.parse(json));
    }
});

test("very many values, and deep ones, are refused", async () => {
  const many = `[${"[],".repeat(400_000)}1]`;
  await expect(parseInSteps(bytesOf(many))).rejects.toThrow("more than 350000 values");
  await expect(parseInSteps(bytesOf("[".repeat(501)))).rejects.toThrow("deeper than 500 levels");
});
