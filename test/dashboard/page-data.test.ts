import { expect, test } from "bun:test";
import { dashboardFiles } from "../../server/src/platform/http/dashboard-files.ts";
import { HOSTILE_STRINGS } from "./hostile/hostile-strings.ts";

/** Patterns of replacements in JavaScript, and what changes how a browser reads a script. */
const SPECIAL = [
  "$&",
  "$'",
  "$`",
  "$<name>",
  "$1",
  "<!--",
  "<!--<script>",
  "</SCRIPT >",
  "\u2028\u2029",
  "\0",
];

test("the page holds the person, also one with a hostile name, and nothing else changes", async () => {
  for (const name of [...SPECIAL, ...HOSTILE_STRINGS]) {
    const person = { name, organization: { name } };
    const { json, scripts, places } = await read(dashboardFiles().page({ language: "en", person }));
    expect(JSON.parse(unescaped(json))).toEqual(person);
    expect([name, scripts, places]).toEqual([name, ["module"], 1]);
  }
});

/** `HTMLRewriter` gives attributes as they are written. */
function unescaped(attribute: string): string {
  return attribute.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

/** What a browser reads in a page: the data, the types of the scripts, and the places for the application. */
async function read(page: string) {
  const [json, scripts, places]: [string[], (string | null)[], string[]] = [[], [], []];
  const rewriter = new HTMLRewriter()
    .on("script", { element: (script) => void scripts.push(script.getAttribute("type")) })
    .on("meta[name=person]", { element: (meta) => void json.push(meta.getAttribute("content") ?? "") })
    .on("body > div#app", { element: ({ tagName }) => void places.push(tagName) });
  await rewriter.transform(new Response(page)).text();
  return { json: json.join(""), scripts, places: places.length };
}
