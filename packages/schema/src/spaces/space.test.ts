import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { LIMITS } from "../primitives/limits.ts";
import { CreateSpaceBody, ICON_NAMES, Icon, ListSpacesParameters, UpdateSpaceBody } from "./space.ts";

const isIcon = (value: unknown) => Value.Check(Icon, value);
const isNew = (fields: object) => Value.Check(CreateSpaceBody, { name: "Birds", ...fields });

describe("an icon", () => {
  test("can be one of ten names", () => {
    expect(ICON_NAMES).toHaveLength(10);
    for (const name of ICON_NAMES) expect(isIcon(name)).toBe(true);
  });

  test("can be one emoji of any number of code points", () => {
    for (const emoji of [
      "📚",
      "🎉",
      "❤️",
      "☎️",
      "🇩🇪",
      "🇨🇭",
      "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
      "👍🏽",
      "👩🏾‍🔬",
      "👩‍👩‍👧‍👦",
      "🏳️‍🌈",
      "1️⃣",
      "#️⃣",
      "🧑‍🤝‍🧑",
    ])
      expect([emoji, isIcon(emoji)]).toEqual([emoji, true]);
  });

  test("cannot be anything else", () => {
    for (const value of [
      ...["", " ", "a", "Folder", "folder ", "folders", "house", "1", "#", "12", "é", "知", "™"],
      ...["📚📚", "📚 ", " 📚", "📚a", "folder📚", "🇩", "🇩🇪🇨", "\u200d", "\ufe0f", "🏽🏽", "<b>"],
      ...[1, null, true, ["📚"], "📚".repeat(40)],
    ])
      expect([value, isIcon(value)]).toEqual([value, false]);
  });
});

describe("the body of a space", () => {
  test("allows the known fields only", () => {
    const all = {
      description: "Of the sea",
      slug: "sea-birds-2",
      icon: "book",
      isArchived: false,
      archivedAt: null,
      metadata: { a: 1 },
    };
    expect(isNew(all)).toBe(true);
    expect(Value.Check(UpdateSpaceBody, all)).toBe(true);
    expect(isNew({ id: "spc_1" })).toBe(false);
    expect(Value.Check(UpdateSpaceBody, { orgId: "x" })).toBe(false);
  });

  test("requires a name for creation and nothing for an update", () => {
    expect(Value.Check(CreateSpaceBody, {})).toBe(false);
    expect(Value.Check(UpdateSpaceBody, {})).toBe(true);
    for (const name of ["", "x".repeat(LIMITS.spaceNameMaxChars + 1), "a\u0000", null, 1]) {
      expect(Value.Check(CreateSpaceBody, { name })).toBe(false);
      expect(Value.Check(UpdateSpaceBody, { name })).toBe(false);
    }
    expect(isNew({ name: "x".repeat(LIMITS.spaceNameMaxChars) })).toBe(true);
  });

  test("allows slugs of lower-case words and single hyphens", () => {
    for (const slug of ["a", "0", "a-b", "2024-q1", "x".repeat(LIMITS.spaceSlugMaxChars)])
      expect(isNew({ slug })).toBe(true);
    for (const slug of ["", "-", "a-", "-a", "a--b", "A", "ä", "a b", "a_b", "a/b", "a\n", "x".repeat(101)])
      expect([slug, isNew({ slug })]).toEqual([slug, false]);
  });
});

test("the list of spaces accepts a status and ignores unknown parameters", () => {
  for (const status of ["active", "archived", "all"])
    expect(Value.Check(ListSpacesParameters, { status, other: "1" })).toBe(true);
  for (const status of ["", "ACTIVE", "deleted", 1])
    expect(Value.Check(ListSpacesParameters, { status })).toBe(false);
});
