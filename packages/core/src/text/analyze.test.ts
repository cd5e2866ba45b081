import { describe, expect, test } from "bun:test";
import { analyze } from "./analyze.ts";

const words = (text: string, language?: Parameters<typeof analyze>[1]) => analyze(text, language).sequence;

describe("words", () => {
  test.each([
    ["en", "The running dogs' houses", ["the", "run", "dog", "hous"]],
    ["de", "Die Häuser der Straße", ["die", "haus", "der", "strass"]],
    ["fr", "Les élèves étudiaient", ["le", "elev", "etudi"]],
    ["es", "Las canciones españolas", ["las", "cancion", "espanol"]],
    ["ru", "ёлками книги", ["елк", "книг"]],
    ["el", "Ὁδός λόγος λόγοι", ["οδ", "λογ", "λογ"]],
    ["ar", "مُحَمَّد الكتاب", ["محمد", "كتاب"]],
    ["he", "שָׁלוֹם", ["שלום"]],
    ["hi", "हिन्दी किताबें किताब", ["हिन्द", "किताब", "किताब"]],
    ["vi", "Việt đẹp", ["việt", "đẹp"]],
    ["ko", "한국어 책", ["한국어", "책"]],
    ["pl", "Łódź", ["lodz"]],
  ] as const)("%s: %s", (language, text, expected) => {
    expect(words(text, language)).toEqual([...expected]);
  });

  test("stems a word in another script by that script's language", () => {
    expect(words("книгами running", "de")).toEqual(["книг", "running"]);
    expect(words("книгами running", "zh")).toEqual(["книг", "run"]);
  });

  test("composed, decomposed and full-width forms give the same terms", () => {
    expect(words("e\u0301te\u0301", "fr")).toEqual(words("été", "fr"));
    expect(words("ＡＢＣ１２")).toEqual(words("ABC12"));
    expect(words("co\u00adoperate")).toEqual(words("cooperate"));
  });
});

describe("compounds", () => {
  test.each([
    ["wi-fi", ["wi", "fi"], ["wifi"]],
    ["getUserName", ["get", "user", "name"], ["getusernam"]],
    ["HTTPServer", ["http", "server"], ["httpserver"]],
    ["snake_case_id", ["snake", "case", "id"], ["snakecaseid"]],
    ["covid19", ["covid", "19"], ["covid19"]],
    ["dog's", ["dog"], []],
    ["dog’s", ["dog"], []],
    ["don't", ["don", "t"], ["dont"]],
    ["3.14", ["3.14"], []],
    ["1,000,000", ["1000000"], []],
    ["1.2.3", ["1", "2", "3"], ["1.2.3"]],
    ["3.5mg", ["3.5", "mg"], ["3.5mg"]],
    ["٢٠٢٠", ["2020"], []],
    ["१२", ["12"], []],
    ["a, b--c ...d", ["a", "b", "c", "d"], []],
  ])("%s", (text, sequence, joined) => {
    const analysis = analyze(text);
    expect(analysis.sequence).toEqual(sequence);
    expect(analysis.joined).toEqual(joined);
  });
});

describe("scripts without spaces", () => {
  test("splits Japanese into characters and bigrams", () => {
    const { sequence, joined, grams } = analyze("東京タワー", "ja");
    expect(sequence).toEqual(["東", "京", "タ", "ワ", "ー"]);
    expect(joined).toEqual(["東京", "京タ", "タワ", "ワー"]);
    expect(grams).toEqual(joined);
  });

  test("keeps characters outside the basic plane whole", () => {
    expect(words("𠀋𠂉", "zh")).toEqual(["𠀋", "𠂉"]);
  });

  test("splits Thai into words, bigrams and trigrams", () => {
    const { sequence, joined, grams } = analyze("ภาษาไทย", "th");
    expect(sequence).toEqual(["ภาษา", "ไทย"]);
    expect(joined).toHaveLength(6);
    expect(grams).toHaveLength(5);
  });
});

describe("grams", () => {
  test("come from folded, unstemmed words with boundary marks, with repetitions", () => {
    expect(analyze("Häuser", "de").grams).toEqual(["_hau", "haus", "ause", "user", "ser_"]);
    expect(analyze("a an").grams).toEqual(["_a_", "_an_"]);
    expect(analyze("cats cats").grams).toHaveLength(6);
  });
});

describe("any input", () => {
  test.each([
    ["one word of 10 MB", "a".repeat(1e7)],
    ["2 million dashes between letters", "a-".repeat(2e6)],
    ["2 million camels", "aB".repeat(2e6)],
    ["emoji", "😀👨‍👩‍👧".repeat(2e5)],
    ["a letter under a million accents", `e${"\u0301".repeat(1e6)}`],
    ["digits and commas", "1,".repeat(1e6)],
    ["lone surrogates", "\ud800a\udc00".repeat(1e5)],
    ["Thai without a space", "ภาษาไทย".repeat(5e4)],
    ["nothing", ""],
  ])("%s", (_name, text) => {
    const { sequence, joined, grams } = analyze(text);
    for (const terms of [sequence, joined, grams])
      expect(terms.every((term) => term.length > 0 && term.length <= 128)).toBe(true);
  });

  test("accepts random code units", () => {
    let state = 7;
    const codes = Array.from({ length: 200_000 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state >> 15;
    });
    let text = "";
    for (const code of codes) text += String.fromCharCode(code);
    expect(analyze(text).sequence.length).toBeGreaterThan(1000);
    expect(analyze(text)).toEqual(analyze(text));
  });

  test("a text has the terms of its lines, however long they are", () => {
    const pieces = [
      "heron",
      "Häfen",
      "книга",
      "日本語の本",
      "ภาษาไทย",
      "wi-fi",
      "3.14",
      "—",
      "한국어",
      "𠮷野家",
    ];
    let state = 11;
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >> 8) % below;
    };
    for (let round = 0; round < 50; round++) {
      const lines = Array.from({ length: 1 + random(6) }, () =>
        Array.from({ length: random(150) }, () => pieces[random(pieces.length)]).join(" "),
      );
      const each = lines.map((line) => analyze(line));
      expect(analyze(lines.join("\n"))).toEqual({
        sequence: each.flatMap(({ sequence }) => sequence),
        joined: each.flatMap(({ joined }) => joined),
        grams: each.flatMap(({ grams }) => grams),
      });
    }
  });

  test("caches per language", () => {
    expect(words("houses", "en")).toEqual(["hous"]);
    expect(words("houses", "und")).toEqual(["houses"]);
    expect(words("houses", "en")).toEqual(["hous"]);
  });
});
