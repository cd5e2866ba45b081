import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, string, TIMESTAMP } from "./reading.ts";
import { newSpace, uniqueWord } from "./seeding.ts";

const ICONS = "folder book file-text database package archive briefcase inbox layers box".split(" ");
const create = (body: Json) => call("POST", "/api/spaces", { body });

/** A space's record: its fields, defaults and bounds. */
export function spaceFieldTests(): void {
  describe("space fields", () => {
    test("§4.8 create space: 201 with the full record in 'space'", async () => {
      const sent = {
        name: uniqueWord(),
        description: "About things",
        icon: "book",
        metadata: { a: { b: [1] } },
      };
      const reply = await create(sent);
      expectStatus(reply, 201);
      expectMatch(reply.json.space, {
        ...sent,
        id: expect.stringMatching(/^spc_/),
        orgId: expect.stringMatching(/^org_/),
        slug: expect.any(String),
        isArchived: false,
        archivedAt: null,
        createdAt: expect.stringMatching(TIMESTAMP),
        updatedAt: expect.stringMatching(TIMESTAMP),
      });
    });

    test("decisions/Names and shapes: only the name is required; description = name, icon = folder", async () => {
      const name = uniqueWord();
      expectMatch(await newSpace({ name }), {
        name,
        description: name,
        icon: "folder",
        metadata: {},
      });
    });

    test("§8 limits: a space name of 1 and of 100 characters is accepted, 0 and 101 are refused", async () => {
      expectMatch(await newSpace({ name: "n" }), { name: "n" });
      expectMatch(await newSpace({ name: "n".repeat(100) }), { name: "n".repeat(100) });
      expectRefused(await create({ name: "" }), "/name");
      expectRefused(await create({ name: "n".repeat(101) }), "/name");
      expectRefused(await create({}), "/name");
      expectRefused(await create({ name: 7 }), "/name");
    });

    test("§8 limits: a description of 1 and of 500 characters is accepted, 0 and 501 are refused", async () => {
      const name = uniqueWord();
      expectMatch(await newSpace({ name, description: "d" }), { description: "d" });
      expectMatch(await newSpace({ name, description: "d".repeat(500) }), {
        description: "d".repeat(500),
      });
      expectRefused(await create({ name, description: "" }), "/description");
      expectRefused(await create({ name, description: "d".repeat(501) }), "/description");
    });

    test("§2.1 space: each of the ten icon names is accepted", async () => {
      for (const icon of ICONS) expectMatch(await newSpace({ icon }), { icon });
    });

    test.each(["📚", "❤️", "👩‍🔬", "🇩🇪", "👍🏽"])(
      "decisions/Names and shapes: the emoji %s is an icon",
      async (icon) => {
        expectMatch(await newSpace({ icon }), { icon });
      },
    );

    test.each(["rocket", "", "a", "Folder!", "📚📚", "📚 x", "7"])(
      "decisions/Names and shapes: '%s' is no icon",
      async (icon) => {
        expectRefused(await create({ name: uniqueWord(), icon }), "/icon");
      },
    );

    test("§4.8 create space: isArchived and archivedAt are body fields", async () => {
      const archivedAt = "2024-05-06T07:08:09.000Z";
      expectMatch(await newSpace({ isArchived: true, archivedAt }), { isArchived: true });
      expectMatch(await newSpace({ isArchived: false }), { isArchived: false, archivedAt: null });
      const archived = await newSpace({ isArchived: true });
      expect(string(archived.archivedAt)).toMatch(TIMESTAMP);
    });

    test("§4.1 update space: PATCH changes only the given fields", async () => {
      const space = await newSpace({ description: "old", icon: "box", metadata: { a: 1 } });
      const reply = await call("PATCH", `/api/spaces/${String(space.id)}`, {
        body: { name: "Renamed", metadata: { b: 2 } },
      });
      expectStatus(reply, 200);
      expectMatch(reply.json.space, {
        id: space.id,
        slug: space.slug,
        name: "Renamed",
        description: "old",
        icon: "box",
        metadata: { b: 2 },
        createdAt: space.createdAt,
      });
      const again = await call("GET", `/api/spaces/${String(space.id)}`);
      expect(again.json).toEqual(reply.json);
    });

    test("§4.1 update space: PATCH has the same bounds as creation", async () => {
      const { id } = await newSpace();
      const patch = (body: Json) => call("PATCH", `/api/spaces/${String(id)}`, { body });
      expectRefused(await patch({ name: "" }), "/name");
      expectRefused(await patch({ name: "n".repeat(101), description: "" }), "/name", "/description");
      expectRefused(await patch({ icon: "rocket" }), "/icon");
      expectRefused(await patch({ metadata: [1] }), "/metadata");
    });

    test("§7 errors: an unknown space is 404", async () => {
      expectError(await call("GET", "/api/spaces/spc_unknown"), 404);
      expectError(await call("PATCH", "/api/spaces/spc_unknown", { body: { name: "x" } }), 404);
      expectError(await call("DELETE", "/api/spaces/spc_unknown"), 404);
      expectError(await call("DELETE", "/api/spaces/spc_unknown?purge=true"), 404);
    });
  });
}
