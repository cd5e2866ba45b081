import { describe, expect, test } from "bun:test";
import type { Language } from "../text/languages/language.ts";
import { matchPassage } from "./match-passage.ts";
import { readQuestion } from "./question.ts";

type Case = readonly [language: Language, question: string, passage: string, shown: readonly string[]];

/** Returns the highlighted pieces of a passage. */
function shown(language: Language, question: string, passage: string): string[] {
  const { highlights } = matchPassage(readQuestion(question, language, language), passage);
  return highlights.map(({ start, end }) => passage.slice(start, end));
}

const CASES: readonly Case[] = [
  [
    "en",
    "How do I run the tests?",
    "The tests are run by npm. Running takes a minute.",
    ["tests", "run", "Running"],
  ],
  [
    "en",
    "what is the capital of France",
    "The capital of the region is in the north of France.",
    ["capital", "France"],
  ],
  ["en", "Bank of England notes", "Notes of the Bank of England", ["Notes", "Bank of England"]],
  ["en", "state of the art", "It is the state of the art, of course.", ["state of the art"]],
  [
    "en",
    "to be or not to be",
    "Be quick to ask. To be or not to be is the question.",
    ["To be or not to be"],
  ],
  ["en", "the", "the end of the day", ["the", "the"]],
  ["en", "wellknown facts", "A well-known fact.", ["well-known", "fact"]],
  ["en", "well-known", "It is wellknown and well known.", ["wellknown", "well known"]],
  ["en", "how is recieve spelled", "You receive it.", ["receive"]],
  ["en", "cat", "bat", []],
  ["en", "getusername", "const name = getUserName();", ["getUserName"]],
  ["en", "user name", "const x = getUserName();", ["UserName"]],
  ["en", "HTTP server", "class HTTPServer {}", ["HTTPServer"]],
  ["en", "max file bytes", "Set QUARRY_MAX_FILE_BYTES=1000000.", ["MAX_FILE_BYTES"]],
  ["en", "1000000", "Set QUARRY_MAX to 1,000,000.", ["1,000,000"]],
  ["en", "find office", "We \ufb01nd the of\ufb01ce.", ["\ufb01nd", "of\ufb01ce"]],
  ["en", "ABC 12", "ＡＢＣ and １２", ["ＡＢＣ", "１２"]],
  ["en", "smile 😀", "a 👨‍👩‍👧 smile 😀", ["smile"]],
  ["en", "cafe", "The cafe\u0301 is open", ["cafe\u0301"]],
  ["de", "Wo stehen die Haeuser und Häuser?", "Das Haus steht am Ende der Straße.", ["Haus", "steht"]],
  ["de", "STRASSE", "am Ende der Straße", ["Straße"]],
  ["de", "E-Mail Adresse", "Die EMail-Adresse", ["EMail-Adresse"]],
  ["fr", "l'eau est-elle potable ?", "Il boit de l’eau dans la rue.", ["l’eau"]],
  ["fr", "de l'eau", "Une goutte d’eau.", ["eau"]],
  [
    "fr",
    "élèves étudiants",
    "L'élève étudiait; une E\u0301LE\u0300VE",
    ["élève étudiait", "E\u0301LE\u0300VE"],
  ],
  ["ar", "ما هو الكتاب", "قرأ كِتَاباً في البيت", ["كِتَاباً"]],
  ["he", "מה זה שלום", "הוא אמר שָׁלוֹם לכולם", ["שָׁלוֹם"]],
  ["zh", "北京的天气怎么样", "今天北京天气很好，北方的天空。", ["北京天气"]],
  ["zh", "猫喜欢鱼吗", "我的猫喜欢睡觉。", ["猫喜欢"]],
  ["zh", "天气", "天空", ["天"]],
  [
    "ja",
    "東京タワーの高さは",
    "東京にあるタワーはとても高い。東京タワー",
    ["東京", "タワー", "高", "東京タワー"],
  ],
  ["th", "ภาษาไทย", "ฉันเรียนภาษาไทยทุกวัน", ["ภาษาไทย"]],
  ["th", "ตาก", "นั่งตากลมเย็น", ["ตาก"]],
  ["vi", "Thủ đô của Việt Nam là gì?", "Hà Nội là thủ đô của Việt Nam, đo và nắm.", ["thủ đô của Việt Nam"]],
  ["ru", "Где лежат книги?", "На столе лежала книга с ёлкой.", ["лежала книга"]],
  ["tr", "İstanbul nerede", "Istanbul ve İSTANBUL'da", ["Istanbul", "İSTANBUL'da"]],
  ["ko", "한국어 책", "한국어 책을 읽다", ["한국어"]],
  ["en", "covid19 in 2020", "In 2020 there were 19 cases of covid.", ["2020", "covid"]],
  ["en", "covid-19", "Covid19 and COVID 19", ["Covid19", "COVID 19"]],
  ["en", "w20e4d2", "4 of 20 are w20e4d2, e 2", ["w20e4d2"]],
  ["en", "!?", "Anything.", []],
  ["en", "anything", "", []],
];

describe("highlights words of the question", () => {
  test.each(CASES.map((each) => [...each] as const))(
    "%s: %s in: %s",
    (language, question, passage, expected) => {
      expect(shown(language, question, passage)).toEqual([...expected]);
    },
  );
});

describe("the kind of a match", () => {
  const kinds = (question: string, passage: string, language: Language = "en") => {
    const read = readQuestion(question, language, language);
    const { units } = matchPassage(read, passage);
    return read.units.filter(({ counts }) => counts).map((unit) => [unit.text, units.get(unit)]);
  };

  test("is exact, a typo, joined with neighbors, or absent", () => {
    expect(
      kinds("recieve a wellknown lamp in Berlin", "Received: the well-known lamps, lamps and Lamp."),
    ).toEqual([
      ["recieve", { how: "typo", texts: ["Received"] }],
      ["wellknown", { how: "joined", texts: ["well-known"] }],
      ["lamp", { how: "word", texts: ["lamps", "Lamp"] }],
      ["Berlin", undefined],
    ]);
  });

  test("does not treat a function word as a typo of another word", () => {
    expect(kinds("form", "It is from here.")).toEqual([["form", undefined]]);
  });

  test("accepts parts of a long Japanese word", () => {
    expect(kinds("東京タワーの高さ", "東京にあるタワー", "ja")).toEqual([
      ["東京タワー", { how: "word", texts: ["東京", "タワー"] }],
      ["高", undefined],
    ]);
  });
});
