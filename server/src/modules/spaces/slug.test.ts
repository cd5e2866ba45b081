import { describe, expect, test } from "bun:test";
import { LIMITS } from "@quarry/schema";
import { freeSlug, slugify } from "./slug.ts";

const SHAPE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

describe("slugify", () => {
  const CASES: readonly (readonly [name: string, slug: string])[] = [
    ["Sea Birds", "sea-birds"],
    ["  Q1/2024 -- Report_v2.0 ", "q1-2024-report-v2-0"],
    ["Größe & Maß", "grosse-mass"],
    ["Ärger über Öl", "arger-uber-ol"],
    ["Ελληνικά κείμενα", "ellinika-keimena"],
    ["Привет, мир!", "privet-mir"],
    ["知识库", "zhishiku"],
    ["مرحبا", "mrhb"],
    ["Tiếng Việt đẹp", "tieng-viet-dep"],
    ["日本語 docs", "ribenyu-docs"],
    ["한국어", "hangugeo"],
    ["Ann's “big” list", "anns-big-list"],
    ["Ann’s list", "anns-list"],
    ["🎉", "tada"],
    ["😀🎉", "grinning-tada"],
    ["Résumé — naïve café", "resume-naive-cafe"],
    ["Resume\u0301", "resume"],
    ["𝟙𝟚 ﬁle Ⅳ", "12-file-iv"],
    ["---", "space"],
    ["?!", "space"],
    ["", "space"],
    ["\u200d\u0301", "space"],
  ];
  for (const [name, slug] of CASES) test(JSON.stringify(name), () => expect(slugify(name)).toBe(slug));

  test("leaves room for a number and does not end with a hyphen when truncated", () => {
    const most = LIMITS.spaceSlugMaxChars - 10;
    expect(slugify("x".repeat(500))).toBe("x".repeat(most));
    expect(slugify(`${"x".repeat(most - 1)} and more`)).toBe("x".repeat(most - 1));
    expect(slugify("知".repeat(100)).length).toBeLessThanOrEqual(most);
  });

  test("produces a valid slug for any name", () => {
    let state = 7;
    const below = (limit: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    };
    for (let round = 0; round < 3000; round += 1) {
      const name = String.fromCodePoint(
        ...Array.from({ length: below(12) }, () => {
          const point = below(round % 2 ? 0x3000 : 0x20000);
          return point >= 0xd800 && point < 0xe000 ? 45 : point;
        }),
      );
      const slug = slugify(name);
      expect([name, SHAPE.test(slug)]).toEqual([name, true]);
      expect(slugify(slug)).toBe(slug);
    }
  });
});

describe("freeSlug", () => {
  test("returns the slug, or the slug with the first free number", () => {
    expect(freeSlug("a", new Set())).toBe("a");
    expect(freeSlug("a", new Set(["a-2", "b"]))).toBe("a");
    expect(freeSlug("a", new Set(["a"]))).toBe("a-2");
    expect(freeSlug("a", new Set(["a", "a-2", "a-4"]))).toBe("a-3");
  });

  test("stays within the limit for the longest slug", () => {
    const slug = slugify("x".repeat(500));
    const taken = new Set([slug, ...Array.from({ length: 20_000 }, (_, at) => `${slug}-${at + 2}`)]);
    expect(freeSlug(slug, taken).length).toBeLessThanOrEqual(LIMITS.spaceSlugMaxChars);
  });
});
