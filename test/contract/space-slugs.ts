import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { object, string } from "./reading.ts";
import { newSpace, uniqueWord } from "./seeding.ts";

const URL_FRIENDLY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Slugs of spaces. */
export function spaceSlugTests(): void {
  describe("space slugs", () => {
    test("decisions/Names and shapes: the slug is the transliterated name in lower case with hyphens", async () => {
      const word = uniqueWord();
      expectMatch(await newSpace({ name: `  Crème Brûlée & Co ${word.toUpperCase()}` }), {
        slug: expect.stringMatching(new RegExp(`^creme-brulee-(and-)?co-${word}$`)),
      });
    });

    test.each(["Straße Łódź Ænima", "Привет мир", "知識庫", "🎉🎉", "--- !!!", "n".repeat(100)])(
      "decisions/Names and shapes: '%s' gets a URL-friendly slug",
      async (name) => {
        const slug = string((await newSpace({ name })).slug);
        expect(slug).toMatch(URL_FRIENDLY);
        expect(slug.length).toBeLessThanOrEqual(100);
      },
    );

    test("decisions/Names and shapes: the same name gets -2, -3", async () => {
      const name = uniqueWord();
      const slugs = [await newSpace({ name }), await newSpace({ name }), await newSpace({ name })];
      expect(slugs.map((space) => space.slug)).toEqual([name, `${name}-2`, `${name}-3`]);
    });

    test("decisions/Names and shapes: repeated names of 100 characters get distinct slugs", async () => {
      const name = `${uniqueWord()}${"n".repeat(100)}`.slice(0, 100);
      const slugs = new Set([(await newSpace({ name })).slug, (await newSpace({ name })).slug]);
      expect(slugs.size).toBe(2);
    });

    test("decisions/Names and shapes: ten concurrent creations of one name get ten slugs", async () => {
      const name = uniqueWord();
      const spaces = await Promise.all(Array.from({ length: 10 }, () => newSpace({ name })));
      expect(new Set(spaces.map((space) => space.slug)).size).toBe(10);
    });

    test("decisions/Names and shapes: a slug may be given, and survives a rename", async () => {
      const slug = `given-${uniqueWord()}`;
      const { id } = await newSpace({ slug });
      const reply = await call("PATCH", `/api/spaces/${String(id)}`, { body: { name: "Something else" } });
      expectStatus(reply, 200);
      expectMatch(reply.json.space, { name: "Something else", slug });
    });

    test("decisions/Names and shapes: a slug stays unique in the organization when it is given twice", async () => {
      const slug = `given-${uniqueWord()}`;
      await newSpace({ slug });
      const reply = await call("POST", "/api/spaces", { body: { name: "Second", slug } });
      if (reply.status === 201) expect(object(reply.json.space).slug).not.toBe(slug);
      else expect([400, 409]).toContain(reply.status);
    });

    test("decisions/Names and shapes: a slug that is not URL-friendly is refused", async () => {
      const name = uniqueWord();
      expectRefused(await call("POST", "/api/spaces", { body: { name, slug: "Not / a slug" } }), "/slug");
      expectRefused(await call("POST", "/api/spaces", { body: { name, slug: "s".repeat(101) } }), "/slug");
    });
  });
}
