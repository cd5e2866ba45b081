import { describe, expect, test } from "bun:test";
import { ar } from "../../packages/dashboard/src/text/ar.ts";
import { de } from "../../packages/dashboard/src/text/de.ts";
import { type Catalogue, en } from "../../packages/dashboard/src/text/en.ts";
import { chooseLanguage, chooseLocale } from "../../packages/dashboard/src/text/language.ts";
import { zh } from "../../packages/dashboard/src/text/zh.ts";
import { textsOf } from "../support/texts-of.ts";

/** Names and abbreviations, which are the same in each language. */
const NAMES = [
  "app.name",
  "assistants.clients.claudeCode",
  "assistants.clients.vsCode",
  "bulk.kinds.pdf",
  "documents.unit.bytes",
  "evaluations.metric.mrr",
  "evaluations.metric.ndcg",
  "evaluations.result",
  "questions.noTime",
];

/** Words that German writes like English. */
const GERMAN = [
  "app.comma",
  "assistants.inOrganization",
  "documents.stage.embedding",
  "documents.statusFilter",
  "evaluations.metric.recall",
  "evaluations.name",
  "evaluations.saveTo",
  "keys.name",
  "nav.playground",
  "nav.webhooks",
  "operator.version",
  "people.makeRole.admin",
  "people.roles.admin",
  "playground.filter.title",
  "spaces.form.name",
  "start.accountDone",
  "usage.tiers.developer",
  "usage.tiers.enterprise",
  "usage.tiers.pro",
  "usage.tiers.sandbox",
  "webhooks.title",
  "webhooks.toList",
];

/** Without sentences of the server, which English does not translate: reading-texts.test.ts. */
const withoutReading = ({ reading, ...catalogue }: Catalogue) => catalogue;

const english = new Map(textsOf(withoutReading(en)).map(([path, kind, text]) => [path, { kind, text }]));

describe.each([
  ["German", de, [...NAMES, ...GERMAN]],
  ["Chinese", zh, NAMES],
  ["Arabic", ar, NAMES],
] as const)("the texts in %s", (_name, catalogue, same) => {
  const texts = textsOf(withoutReading(catalogue));

  test("have the shape of the English ones", () => {
    expect(texts.map(([path, kind]) => `${path} ${kind}`).sort()).toEqual(
      [...english].map(([path, { kind }]) => `${path} ${kind}`).sort(),
    );
    for (const [path, , text] of texts) {
      expect(`${path}: ${text}`).not.toMatch(/undefined|\[object|NaN/);
      if (text.trim() === "") expect(`${path} has no text`).toBe("documents.unit.bytes has no text");
    }
  });

  test("differ from them, except for names", () => {
    const equal = texts.filter(([path, , text]) => english.get(path)?.text === text).map(([path]) => path);
    expect(equal.sort()).toEqual([...same].sort());
  });
});

test("Arabic counts in six forms", () => {
  const numbers = [0, 1, 2, 3, 11, 100];
  const counted = numbers.map((n) => ar.spaces.documents(n).replace(/^\d+ /, ""));
  expect(counted).toEqual(["لا مستندات", "مستند واحد", "مستندان", "مستندات", "مستندًا", "مستند"]);
  expect([103, 111].map(ar.spaces.documents)).toEqual(["103 مستندات", "111 مستندًا"]);
});

test("the saved choice comes before the languages of the browser, and English after them", () => {
  expect(chooseLanguage("zh", ["de"])).toBe("zh");
  expect(chooseLanguage(null, ["fr-FR", "ar-EG", "de"])).toBe("ar");
  expect(chooseLanguage("tlh", ["DE-at"])).toBe("de");
  expect(chooseLanguage(null, ["fr", "constructor"])).toBe("en");
  expect(chooseLocale("en", ["fr", "en-GB"])).toBe("en-GB");
  expect(chooseLocale("zh", ["zh-TW"])).toBe("zh-Hans");
  expect(chooseLocale("ar", ["en-GB"])).toBe("ar");
});
