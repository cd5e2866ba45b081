import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ar } from "../../server/src/modules/accounts/pages/text/ar.ts";
import { de } from "../../server/src/modules/accounts/pages/text/de.ts";
import { en } from "../../server/src/modules/accounts/pages/text/en.ts";
import { zh } from "../../server/src/modules/accounts/pages/text/zh.ts";
import { string } from "../contract/reading.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import { textsOf } from "../support/texts-of.ts";
import { type Browser, openBrowser, signUp, startPeopleApp } from "./browser-session.ts";

const SAME_IN_GERMAN = [
  "account.assistant",
  "account.dashboard",
  "account.organization",
  "direction",
  "field.name",
];
const SAME = ["direction"];
const LANGUAGES = [
  ["German", de, "de-AT, en;q=0.8", SAME_IN_GERMAN],
  ["Chinese", zh, "fr, zh-CN;q=0.9, de;q=0.2", SAME],
  ["Arabic", ar, "AR-eg", []],
] as const;

let app: InProcessApp;
let person: Browser;

beforeAll(async () => {
  app = await startPeopleApp();
  person = await signUp(app, "reader@example.com");
}, 120_000);
afterAll(() => app.stop());

test("pages without script have the dashboard's icon, which their policy allows", async () => {
  const { text, headers } = await openBrowser(app).get("/app/sign-in");
  expect(text).toContain('<link rel="icon" href="data:image/svg+xml,');
  expect(headers.get("content-security-policy")).toContain("img-src data:;");
});

/** Texts that a page could show, as they stand in its source. */
const sources = (catalogue: unknown) =>
  textsOf(catalogue)
    .map(([, , text]) => text)
    .filter((text) => text.length > 3 && !text.includes("7"));

async function openPages(headers: Record<string, string>) {
  const sending = { headers };
  const stranger = openBrowser(app);
  const invitation = await person.post("/api/auth/organization/invite-member", {
    ...{ email: `${crypto.randomUUID()}@example.com`, role: "member" },
  });
  return Promise.all([
    stranger.get("/app/sign-in", sending),
    stranger.get("/app/sign-up", sending),
    stranger.get("/app/forgot-password", sending),
    stranger.submit("/app/forgot-password", { email: "stranger@example.com" }, sending),
    stranger.get("/app/reset-password?token=x", sending),
    stranger.submit("/app/reset-password", { token: "x", password: "1" }, sending),
    stranger.get("/app/set-up?token=x", sending),
    stranger.get("/app/invitation?id=x", sending),
    stranger.get("/app/problem?error=invalid_client", sending),
    stranger.get("/app/problem?error=_", sending),
    stranger.submit("/app/sign-in", { email: "stranger@example.com", password: "wrong password" }, sending),
    person.get("/app/account", sending),
    person.get(`/app/invitation?id=${string(invitation.json.id)}`, sending),
    person.get("/app/consent?client_id=unknown", sending),
    person.submit("/app/consent", { accept: "true", organizationId: "other" }, sending),
  ]);
}

describe.each(LANGUAGES)("the pages without script, in %s", (_name, text, accepted, same) => {
  test("have the shape of the English texts, and differ from them", () => {
    const [texts, english] = [textsOf(text), textsOf(en)];
    expect(texts.map(([path, kind]) => `${path} ${kind}`).sort()).toEqual(
      english.map(([path, kind]) => `${path} ${kind}`).sort(),
    );
    for (const [path, , words] of texts)
      expect(`${path}: ${words}`).not.toMatch(/undefined|\[object|NaN|: $/);
    const original = new Map(english.map(([path, , words]) => [path, words]));
    const equal = texts.filter(([path, , words]) => original.get(path) === words).map(([path]) => path);
    expect(equal.sort()).toEqual([...same]);
  });

  test("are shown to browsers that prefer it", async () => {
    const own = new Set(sources(text));
    const english = sources(en).filter((words) => !own.has(words));
    for (const page of await openPages({ "accept-language": accepted })) {
      expect(page.text).toContain(`<html lang="${text.tag}" dir="${text.direction}">`);
      const shown = page.text.replaceAll(/<[^>]*>/g, "\n").split("\n");
      expect(shown.filter((line) => english.includes(line.trim()))).toEqual([]);
    }
  });
});

test("a page is in English for other browsers, and the language that was chosen in the dashboard comes first", async () => {
  const languageOf = async (headers: Record<string, string>) =>
    string(/<html lang="([^"]+)"/.exec((await openBrowser(app).get("/app/sign-in", { headers })).text)?.[1]);
  for (const accepted of ["", "fr-FR, tlh", "*", "de;q=0", "constructor", ";;q=,", "en, de", "de;q=x, en"])
    expect([accepted, await languageOf({ "accept-language": accepted })]).toEqual([accepted, "en"]);
  expect(await languageOf({ "accept-language": "en;q=0.5, de;q=0.7" })).toBe("de");
  expect(await languageOf({ "accept-language": "de", cookie: "a=b; quarry.language=ar" })).toBe("ar");
  expect(await languageOf({ "accept-language": "de", cookie: "quarry.language=tlh" })).toBe("de");
  expect(await languageOf({ cookie: "quarry.language=xx; quarry.language=zh" })).toBe("en");
});
