import { describe, expect, test } from "bun:test";
import type { Language } from "../languages/language.ts";
import { locateTerms } from "./locate-terms.ts";

const placed = (text: string, language: Language = "en") => {
  const { words, joined } = locateTerms(text, language);
  const shown = ({ term, start, end }: (typeof words)[number]) => [term, text.slice(start, end)];
  return { words: words.map(shown), joined: joined.map(shown) };
};

describe("locates words", () => {
  test.each<[text: string, language: Language, words: string[][]]>([
    [
      "The running dogs' houses",
      "en",
      [
        ["the", "The"],
        ["run", "running"],
        ["dog", "dogs"],
        ["hous", "houses"],
      ],
    ],
    [
      "Die Häuser",
      "de",
      [
        ["die", "Die"],
        ["haus", "Häuser"],
      ],
    ],
    [
      "de l’eau",
      "fr",
      [
        ["de", "de"],
        ["l", "l"],
        ["eau", "eau"],
      ],
    ],
    [
      "ein \ufb01ndiger Fuchs",
      "de",
      [
        ["ein", "ein"],
        ["findig", "\ufb01ndiger"],
        ["fuch", "Fuchs"],
      ],
    ],
    [
      "e\u0301te\u0301 cafe\u0301",
      "fr",
      [
        ["ete", "e\u0301te\u0301"],
        ["caf", "cafe\u0301"],
      ],
    ],
    [
      "ＡＢＣ　１２",
      "en",
      [
        ["abc", "ＡＢＣ"],
        ["12", "１２"],
      ],
    ],
    [
      "getUserName(x)",
      "en",
      [
        ["get", "get"],
        ["user", "User"],
        ["name", "Name"],
        ["x", "x"],
      ],
    ],
    [
      "1,000,000 km² dog's",
      "en",
      [
        ["1000000", "1,000,000"],
        ["km", "km"],
        ["2", "²"],
        ["dog", "dog"],
      ],
    ],
    ["co\u00adoperate", "en", [["cooper", "co\u00adoperate"]]],
    ["مُحَمَّد", "ar", [["محمد", "مُحَمَّد"]]],
    [
      "東京都",
      "ja",
      [
        ["東", "東"],
        ["京", "京"],
        ["都", "都"],
      ],
    ],
    [
      "น้ำแข็ง",
      "th",
      [
        ["น้ํา", "น้ำ"],
        ["แข็ง", "แข็ง"],
      ],
    ],
    [
      "ﾎﾞﾙﾄ",
      "ja",
      [
        ["ボ", "ﾎﾞ"],
        ["ル", "ﾙ"],
        ["ト", "ﾄ"],
      ],
    ],
    ["\uffbe\uffc2\uffa4", "ko", [["하ᄂ", "\uffbe\uffc2\uffa4"]]],
    [
      "㍿",
      "ja",
      [
        ["株", "㍿"],
        ["式", "㍿"],
        ["会", "㍿"],
        ["社", "㍿"],
      ],
    ],
    ["😀 smile 👨‍👩‍👧", "en", [["smile", "smile"]]],
    ["", "en", []],
  ])("%s", (text, language, words) => {
    expect(placed(text, language).words).toEqual(words);
  });

  test("and joined forms", () => {
    expect(placed("a well-known fact").joined).toEqual([["wellknown", "well-known"]]);
    expect(placed("call getUserName").joined).toEqual([["getusernam", "getUserName"]]);
    expect(placed("version 1.2.3, covid19").joined).toEqual([
      ["1.2.3", "1.2.3"],
      ["covid19", "covid19"],
    ]);
  });
});
