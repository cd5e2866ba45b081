import fc from "fast-check";

const WORDS =
  "the running houses Häuser Straße l'eau élève été книгами ёлками الكتاب مُحَمَّد שָׁלוֹם 東京タワー 天气 猫 ภาษาไทย น้ำแข็ง Việt đẹp İstanbul ılık 한국어 हिन्दी λόγος getUserName HTTPServer snake_case_id covid19 wi-fi don't dog’s 1,000,000 3.14 1.2.3 3.5mg ٢٠٢٠ ﬁnd ＡＢＣ ﾎﾞﾙﾄ ﾅﾆ ㍿ ½ ² e\u0301te\u0301 co\u00adoperate 👨‍👩‍👧 😀 🇩🇪 1️⃣ 葛\u{e0100} 𠀋𠂉 \uffbe\uffc2\uffa4 ㅎㅏㄴ".split(
    " ",
  );
const GAPS = ["", " ", " ", " ", ", ", ". ", "-", "'", "_", "\n", "**", "\u0301", "\u200d", "。", "、"];

/** Generates texts in many scripts: words, unusual separators, and arbitrary characters. */
export function anyText(): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 4 }) },
  );
  return fc
    .array(fc.tuple(piece, fc.constantFrom(...GAPS)), { maxLength: 12 })
    .map((pairs) => pairs.flat().join(""));
}
