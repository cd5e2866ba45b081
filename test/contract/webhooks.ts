import { describe, expect, test } from "bun:test";
import { startReceiver } from "../support/webhook-receiver.ts";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { object, objects, string, TIMESTAMP } from "./reading.ts";
import { newSpace, newSpaceId, newWebhook } from "./seeding.ts";

/** Webhooks: records and deliveries. */
export function webhookTests(): void {
  describe("webhooks", () => {
    test("decisions/Events: creation returns the secret once, with the record", async () => {
      const space = await newSpace();
      const { webhook, secret } = await newWebhook({ description: "CI", spaceIds: [space.slug] });
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
      expectMatch(webhook, {
        id: expect.stringMatching(/^whk_/),
        orgId: space.orgId,
        url: "http://127.0.0.1:1/",
        description: "CI",
        events: ["space.purged"],
        spaceIds: [space.id],
        enabled: true,
        disabledReason: null,
        createdAt: expect.stringMatching(TIMESTAMP),
      });
      const got = await call("GET", `/api/webhooks/${string(webhook.id)}`);
      expect(got.json).toEqual({ webhook });
      const listed = await call("GET", "/api/webhooks?pageSize=1");
      expectMatch(listed.json, { data: [{ id: webhook.id }], pagination: { page: 1, pageSize: 1 } });
      expect(got.text + listed.text).not.toContain(secret);
    });

    test("decisions/Events: a webhook is changed, disabled and deleted", async () => {
      const { webhook } = await newWebhook({});
      const path = `/api/webhooks/${string(webhook.id)}`;
      const changes = { url: "http://127.0.0.1:2/", events: null, description: "B", enabled: false };
      const changed = await call("PATCH", path, { body: changes });
      expectStatus(changed, 200);
      expectMatch(changed.json, { webhook: { id: webhook.id, ...changes } });
      expect((await call("DELETE", path)).json).toEqual({ deleted: true, id: webhook.id });
      expectError(await call("GET", path), 404);
      expectError(await call("DELETE", path), 404);
    });

    test("decisions/Events: events are delivered, listed, tested and replayed", async () => {
      const receiver = startReceiver();
      const spaceId = await newSpaceId();
      const fields = { url: receiver.url, events: ["space.updated"], spaceIds: [spaceId] };
      const path = `/api/webhooks/${string((await newWebhook(fields)).webhook.id)}`;
      await call("PATCH", `/api/spaces/${spaceId}`, { body: { description: "sent" } });
      const { id, headers, body } = await receiver.got("space.updated");
      expect(Object.keys(headers)).toEqual(
        expect.arrayContaining(["webhook-id", "webhook-timestamp", "webhook-signature"]),
      );
      expectMatch(JSON.parse(body), {
        type: "space.updated",
        timestamp: expect.stringMatching(TIMESTAMP),
        data: { space: { id: spaceId, description: "sent" } },
      });
      const tried = await call("POST", `${path}/test`);
      expectMatch(tried.json, { delivered: true, status: 200, answer: "thanks", problem: null });
      const [delivery] = objects((await call("GET", `${path}/deliveries`)).json.data);
      expectMatch(delivery, {
        messageId: id,
        type: "space.updated",
        eventId: expect.stringMatching(/^\d+$/),
      });
      const again = await call("POST", `${path}/replay`, { body: { eventId: delivery?.eventId } });
      expect(again.json).toEqual({ replayed: 1 });
      expect((await receiver.got("space.updated", 2)).id).toBe(id);
      const rotated = await call("POST", `${path}/rotate`);
      expect(string(rotated.json.secret)).toStartWith("whsec_");
      await call("DELETE", path);
      receiver.stop();
    });

    test("§7 errors: an invalid webhook body is refused with each offending field", async () => {
      const body = { url: 5, events: ["document.eaten"], spaceIds: [], extra: 1 };
      const reply = await call("POST", "/api/webhooks", { body });
      expectRefused(reply, "/url", "/events", "/spaceIds", "/extra");
      for (const url of ["ftp://example.com/", "http://user:password@example.com/", "nonsense"])
        expectRefused(await call("POST", "/api/webhooks", { body: { url } }), "/url");
      const foreign = { url: "http://127.0.0.1:1/", spaceIds: ["spc_missing"] };
      expectError(await call("POST", "/api/webhooks", { body: foreign }), 404);
      expect(object(reply.json)).not.toHaveProperty("webhook");
    });
  });
}
