import { describe, expect, test } from "bun:test";
import { readEvents } from "../support/event-reader.ts";
import { call, contractServer } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { string, TIMESTAMP } from "./reading.ts";
import { newKey, newSpaceId, processed, putDocument } from "./seeding.ts";

async function open(query: string, headers: Record<string, string> = {}) {
  const { baseUrl, rootKey } = contractServer();
  const address = `${baseUrl}/api/events?${query}`;
  const reader = readEvents(await fetch(address, { headers: { "Svc-Api-Key": rootKey, ...headers } }));
  await reader.begun();
  return reader;
}

/** The live stream. */
export function eventTests(): void {
  describe("events", () => {
    test("decisions/Events: the stream sends changes as server-sent events", async () => {
      const spaceId = await newSpaceId();
      const reader = await open(`spaceId=${spaceId}`);
      expect(reader.response.status).toBe(200);
      expect(reader.response.headers.get("content-type")).toStartWith("text/event-stream");
      expect(reader.response.headers.get("x-ratelimit-limit")).not.toBeNull();
      const uploaded = await call("POST", `/api/spaces/${spaceId}/documents`, {
        body: { filename: "a.txt", content: "some text" },
      });
      const id = string(uploaded.json.id);
      await processed(spaceId, id);
      expectStatus(await call("DELETE", `/api/spaces/${spaceId}/documents/${id}`), 200);
      await reader.saw("document.deleted");
      await reader.close();
      expect(reader.events.map(({ type }) => type).filter((type) => type !== "document.progress")).toEqual([
        ...(["document.created", "document.processing", "document.completed", "document.deleted"] as const),
      ]);
      for (const event of reader.events) {
        expectMatch(event, {
          createdAt: expect.stringMatching(TIMESTAMP),
          spaceId,
          data: { document: { id } },
        });
        expect(reader.text).toContain(`id: ${event.id}\nevent: ${event.type}\ndata: {`);
      }
    });

    test("decisions/Events: Last-Event-ID resumes the stream", async () => {
      const spaceId = await newSpaceId();
      const first = await open(`spaceId=${spaceId}`);
      await putDocument(spaceId, "a.txt", "some text");
      const seen = await first.saw("document.completed");
      await first.close();
      await putDocument(spaceId, "b.txt", "other text");
      await putDocument(spaceId, "b.txt", "and again");
      const types = ["document.created", "document.completed", "document.updated", "document.completed"];
      for (const again of [
        await open(`spaceId=${spaceId}`, { "Last-Event-ID": seen.id }),
        await open(`spaceId=${spaceId}&lastEventId=${seen.id}`),
      ]) {
        await again.saw("document.completed", 2);
        expect(again.events.map(({ type }): string => type)).toEqual(types);
        await again.close();
      }
    });

    test("decisions/Events: documentId streams the history of one document", async () => {
      const spaceId = await newSpaceId();
      const id = string((await putDocument(spaceId, "a.txt", "some text")).id);
      await putDocument(spaceId, "b.txt", "other text");
      const reader = await open(`documentId=${id}&lastEventId=0`);
      await reader.saw("document.completed");
      await reader.close();
      for (const event of reader.events)
        if (event.type !== "reset") expectMatch(event, { data: { document: { id } } });
      expectError(await call("GET", "/api/events?documentId=doc_missing"), 404);
    });

    test.each(["types=document.eaten", "types=document.completed,", "types=reset", "types="])(
      "decisions/Events: %s is refused by name",
      async (query) => expectRefused(await call("GET", `/api/events?${query}`), "/types"),
    );

    test("§5.1 permissions: a stream needs permission to read at least one of its event types", async () => {
      const { key } = await newKey({ permissions: ["queries:read"] });
      expect(expectError(await call("GET", "/api/events", { key }), 403)).toContain("documents:read");
      const spaces = await newKey({ permissions: ["spaces:read"] });
      const named = await call("GET", "/api/events?types=apikey.created", { key: spaces.key });
      expect(expectError(named, 403)).toContain("apikeys:read");
    });
  });
}
