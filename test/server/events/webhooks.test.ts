import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { CreateWebhookBody, WebhookDelivery } from "@quarry/schema";
import { verifyWebhook, WebhookVerificationError } from "@quarry/sdk";
import { Webhook as ReferenceVerifier } from "standardwebhooks";
import { expectError, expectMatch, expectRefused } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { startReceiver, type WebhookReceiver } from "../../support/webhook-receiver.ts";
import { addTenant } from "../other-tenant.ts";
import { runSql } from "../rows.ts";

const RETRIES = "50,100";
let app: InProcessApp;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = startReceiver();
  app = await startApp({
    env: {
      QUARRY_WEBHOOK_ALLOW_PRIVATE: "true",
      QUARRY_WEBHOOK_RETRY_MS: RETRIES,
      QUARRY_WEBHOOK_TIMEOUT_MS: "1000",
    },
  });
}, 120_000);
afterEach(async () => {
  for await (const { id } of app.quarry.webhooks.list()) await app.quarry.webhooks.delete({ id });
  receiver.stop();
  receiver = startReceiver();
});
afterAll(async () => {
  receiver.stop();
  await app.stop();
});

const hook = (body: Partial<CreateWebhookBody> = {}) =>
  app.quarry.webhooks.create({ url: receiver.url, ...body });
const newSpace = async (name = "Space") => (await app.quarry.spaces.create({ name })).space;

/** Waits until a webhook's newest delivery satisfies the condition. */
const delivery = (id: string, condition: (delivery: WebhookDelivery) => boolean): Promise<WebhookDelivery> =>
  until("a delivery", async () => {
    const [newest] = (await app.quarry.webhooks.deliveries({ id })).data;
    return newest && condition(newest) ? newest : undefined;
  });

describe("a message", () => {
  test("is signed according to Standard Webhooks; the SDK refuses altered and old messages", async () => {
    const { secret } = await hook();
    const space = await newSpace();
    const { body, headers, id } = await receiver.got("space.created");
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new ReferenceVerifier(secret).verify(body, headers)).toEqual(JSON.parse(body));
    const message = await verifyWebhook({ payload: body, headers, secret });
    expect(message as unknown).toEqual({
      type: "space.created",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { space },
    });
    expect(
      await verifyWebhook({ payload: Buffer.from(body), headers: new Headers(headers), secret }),
    ).toEqual(message);
    const old = String(Math.floor(Date.now() / 1000) - 301);
    const other = (await hook()).secret;
    for (const wrong of [
      { payload: `${body} `, headers, secret },
      { payload: body, headers: { ...headers, "webhook-id": `${id}x` }, secret },
      { payload: body, headers: { ...headers, "webhook-timestamp": old }, secret },
      { payload: body, headers: { ...headers, "webhook-signature": "v1,AAAA v2,BBBB" }, secret },
      { payload: body, headers: {}, secret },
      { payload: body, headers, secret: other },
    ]) {
      const error = await verifyWebhook(wrong).catch((problem: unknown) => problem);
      expect(WebhookVerificationError.isInstance(error)).toBe(true);
    }
  });

  test("matches the webhook's types and spaces; progress is sent only if named", async () => {
    const [one, two] = [await newSpace(), await newSpace()];
    await hook({ events: ["document.completed", "document.progress"], spaceIds: [one.slug] });
    const all = startReceiver();
    await hook({ url: all.url });
    for (const spaceId of [two.id, one.id])
      await app.quarry.documents.upsert({ spaceId, filename: "a.md", content: "Some text." });
    await runSql(
      app.deps,
      `with head as (update event_logs set last_id = last_id + 1 where org_id = '${app.orgId}' returning last_id)
       insert into events select '${app.orgId}', last_id, 'document.progress', '${one.id}', '{}', now() from head`,
    );
    await app.quarry.spaces.archive(two.id);
    await receiver.got("document.progress");
    await all.got("space.archived");
    const completed = await receiver.got("document.completed");
    expect(receiver.received.map(({ type }) => type).sort()).toEqual([
      "document.completed",
      "document.progress",
    ]);
    expectMatch(JSON.parse(completed.body), { data: { document: { spaceId: one.id } } });
    expect(all.received.map(({ type }) => type)).not.toContain("document.progress");
    all.stop();
  });

  test("that fails is retried with the same id until it succeeds", async () => {
    let attempts = 0;
    receiver.answer = () => {
      attempts += 1;
      return attempts < 3 ? new Response("not now", { status: 500 }) : new Response("accepted");
    };
    const { webhook } = await hook({ events: ["space.created"] });
    await newSpace();
    const last = await receiver.got("space.created", 3);
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([last.id]));
    const done = await delivery(webhook.id, ({ state }) => state === "delivered");
    expectMatch(done, { messageId: last.id, attempts: 3, lastStatus: 200, lastAnswer: "accepted" });
    expect(done.nextAttemptAt).toBeNull();
  });

  test("fails after the last attempt, and the delivery shows the receiver's response", async () => {
    receiver.answer = () => new Response("never", { status: 503 });
    const { webhook } = await hook({ events: ["space.created"] });
    await newSpace();
    const failed = await delivery(webhook.id, ({ state }) => state === "failed");
    expectMatch(failed, { attempts: 3, lastStatus: 503, lastAnswer: "never", lastProblem: null });
    expect(receiver.received).toHaveLength(3);
  });

  test("does not follow redirects", async () => {
    const elsewhere = startReceiver();
    receiver.answer = () => Response.redirect(elsewhere.url, 307);
    const { webhook } = await hook({ events: ["space.created"] });
    await newSpace();
    expectMatch(await delivery(webhook.id, ({ attempts }) => attempts > 0), { lastStatus: 307 });
    expect(elsewhere.received).toEqual([]);
    elsewhere.stop();
  });

  test("fails when the receiver is too slow or unreachable", async () => {
    receiver.answer = () => new Promise(() => undefined);
    const slow = await hook({ events: ["space.created"] });
    const nowhere = await hook({ url: "http://127.0.0.1:1/", events: ["space.created"] });
    await newSpace();
    const late = await delivery(slow.webhook.id, ({ attempts }) => attempts > 0);
    expectMatch(late, { lastStatus: null, lastProblem: expect.stringContaining("1000 ms") });
    const refused = await delivery(nowhere.webhook.id, ({ attempts }) => attempts > 0);
    expectMatch(refused, { lastStatus: null, lastProblem: expect.stringContaining("could not be reached") });
  });

  test("is not delayed by another receiver that is slow", async () => {
    receiver.answer = () => new Promise(() => undefined);
    await hook({ events: ["space.created"] });
    const quick = startReceiver();
    await hook({ url: quick.url, events: ["space.created"] });
    for (let count = 0; count < 20; count += 1) await newSpace();
    await quick.got("space.created", 20);
    expect(new Set(quick.received.map(({ id }) => id)).size).toBe(20);
    quick.stop();
  });

  test("sent as a test returns the receiver's response", async () => {
    const { webhook, secret } = await hook();
    receiver.answer = () => new Response("x".repeat(2000), { status: 202 });
    const tried = await app.quarry.webhooks.test({ id: webhook.id });
    expect(tried).toEqual({ delivered: true, status: 202, answer: "x".repeat(500), problem: null });
    const { body, headers } = await receiver.got("webhook.test");
    const message = await verifyWebhook({ payload: body, headers, secret });
    expect(message.data as unknown).toEqual({ webhookId: webhook.id });
  });
});

describe("a webhook", () => {
  test("is disabled by 410, and skips the events until it is enabled again", async () => {
    receiver.answer = () => new Response(null, { status: 410 });
    const { webhook } = await hook({ events: ["space.created"] });
    await newSpace();
    const off = await until("the webhook to be disabled", async () => {
      const found = (await app.quarry.webhooks.get({ id: webhook.id })).webhook;
      return found.enabled ? undefined : found;
    });
    expect(off.disabledReason).toContain("410");
    receiver.answer = () => new Response("thanks");
    await newSpace("missed");
    const on = (await app.quarry.webhooks.update({ id: webhook.id, enabled: true })).webhook;
    expectMatch(on, { enabled: true, disabledReason: null });
    await newSpace("received");
    await receiver.got("space.created", 2);
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.space.name)).toEqual([
      "Space",
      "received",
    ]);
  });

  test("is disabled after five days in which all attempts failed", async () => {
    receiver.answer = () => new Response(null, { status: 500 });
    const { webhook } = await hook({ events: ["space.created"] });
    await newSpace();
    await delivery(webhook.id, ({ attempts }) => attempts > 0);
    expect((await app.quarry.webhooks.get({ id: webhook.id })).webhook.enabled).toBe(true);
    await runSql(app.deps, `update webhooks set failing_since = now() - interval '5 days'`);
    await newSpace();
    const off = await until("the webhook to be disabled", async () => {
      const found = (await app.quarry.webhooks.get({ id: webhook.id })).webhook;
      return found.enabled ? undefined : found;
    });
    expect(off.disabledReason).toContain("has failed since");
  });

  test("stays enabled if an attempt succeeded within five days", async () => {
    const { webhook } = await hook({ events: ["space.created"] });
    await runSql(app.deps, `update webhooks set failing_since = now() - interval '5 days'`);
    await newSpace();
    await delivery(webhook.id, ({ state }) => state === "delivered");
    receiver.answer = () => new Response(null, { status: 500 });
    await newSpace();
    await delivery(webhook.id, ({ state }) => state === "failed");
    expect((await app.quarry.webhooks.get({ id: webhook.id })).webhook.enabled).toBe(true);
  });

  test("also signs with the old secret for a day after a rotation", async () => {
    const { webhook, secret: old } = await hook({ events: ["space.created"] });
    const { secret } = await app.quarry.webhooks.rotate({ id: webhook.id });
    expect(secret).not.toBe(old);
    await newSpace();
    const both = await receiver.got("space.created");
    for (const each of [secret, old]) {
      await verifyWebhook({ payload: both.body, headers: both.headers, secret: each });
      new ReferenceVerifier(each).verify(both.body, both.headers);
    }
    await runSql(app.deps, `update webhooks set previous_until = now() - interval '1 second'`);
    await newSpace();
    const { body: payload, headers } = await receiver.got("space.created", 2);
    await verifyWebhook({ payload, headers, secret });
    const error = await verifyWebhook({ payload, headers, secret: old }).catch((problem: unknown) => problem);
    expect(WebhookVerificationError.isInstance(error)).toBe(true);
  });

  test("replays one event, or all since a time, with the same message ids", async () => {
    const since = new Date().toISOString();
    await newSpace("before the webhook");
    const { webhook } = await hook({ events: ["space.created"] });
    await newSpace("A");
    const first = await receiver.got("space.created");
    const done = await delivery(webhook.id, ({ state }) => state === "delivered");
    const { id } = webhook;
    expect(await app.quarry.webhooks.replay({ id, eventId: done.eventId })).toEqual({ replayed: 1 });
    expect((await receiver.got("space.created", 2)).id).toBe(first.id);
    expect(await app.quarry.webhooks.replay({ id, since })).toEqual({ replayed: 2 });
    await receiver.got("space.created", 4);
    const names = receiver.received.map(({ body }) => JSON.parse(body).data.space.name);
    expect(names.slice(0, 2)).toEqual(["A", "A"]);
    // Both are sent at the same time, so either may arrive first.
    expect(names.slice(2).sort()).toEqual(["A", "before the webhook"]);
    const missing = { body: { eventId: "999999" } };
    expectError(await app.call("POST", `/api/webhooks/${id}/replay`, missing), 404);
    expectError(await app.call("POST", `/api/webhooks/${id}/replay`, { body: {} }), 400);
    const both = { body: { eventId: "1", since } };
    expectError(await app.call("POST", `/api/webhooks/${id}/replay`, both), 400);
  });

  test("replays nothing for a webhook that is deleted at the same time", async () => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    for (let space = 0; space < 5; space += 1) await newSpace();
    for (let round = 0; round < 20; round += 1) {
      const { id } = (await hook()).webhook;
      const replay = () => app.call("POST", `/api/webhooks/${id}/replay`, { body: { since } });
      const [deleted, ...replayed] = await Promise.all([
        app.call("DELETE", `/api/webhooks/${id}`),
        ...Array.from({ length: 6 }, replay),
      ]);
      expect(deleted.status).toBeLessThan(300);
      for (const { status } of replayed) expect([200, 404]).toContain(status);
    }
  });

  test("replays while events arrive", async () => {
    const since = new Date().toISOString();
    const { webhook } = await hook({ events: ["space.created"] });
    const replay = () => app.quarry.webhooks.replay({ id: webhook.id, since });
    for (let round = 0; round < 10; round += 1)
      await Promise.all([newSpace(), newSpace(), replay(), newSpace(), replay(), newSpace(), replay()]);
    await receiver.got("space.created", 40);
  });

  test("never shows its secret again", async () => {
    const { webhook, secret } = await hook();
    const shown = await Promise.all(
      ["", `/${webhook.id}`, `/${webhook.id}/deliveries`].map((path) =>
        app.call("GET", `/api/webhooks${path}`),
      ),
    );
    expect(shown.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(shown.map(({ text }) => text).join()).not.toContain(secret.slice(6));
    expect(app.logLines.join()).not.toContain(secret.slice(6));
  });

  test("sends only events that the caller may read", async () => {
    const { key } = await app.quarry.apiKeys.create({ name: "w", permissions: ["apikeys:write"] });
    const refused = await app.call("POST", "/api/webhooks", { key, body: { url: receiver.url } });
    expect(expectError(refused, 403)).toContain("spaces:read");
    const { webhook } = await hook({ events: ["document.completed"] });
    for (const [method, path, body] of [
      ["PATCH", "", { url: "http://127.0.0.1:1/" }],
      ["PATCH", "", { events: ["document.failed"] }],
      ["POST", "/rotate", undefined],
    ] as const) {
      const reply = await app.call(method, `/api/webhooks/${webhook.id}${path}`, { key, body });
      expect(expectError(reply, 403)).toContain("documents:read");
    }
  });

  test("is isolated from other organizations", async () => {
    const stranger = await addTenant(app.deps, "Hooks", "enterprise");
    const { webhook } = await hook();
    await app.quarryWith(stranger.key).spaces.create({ name: "Theirs" });
    const own = await newSpace("Ours");
    await receiver.got("space.created");
    expectMatch(JSON.parse(receiver.received[0]?.body ?? ""), { data: { space: { id: own.id } } });
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/rotate"],
      ["POST", "/test"],
      ["GET", "/deliveries"],
      ["POST", "/replay"],
    ] as const) {
      const body =
        method === "GET" || method === "DELETE" ? undefined : path === "/replay" ? { eventId: "1" } : {};
      const at = `/api/webhooks/${webhook.id}${path}`;
      expectError(await app.call(method, at, { key: stranger.key, body }), 404);
    }
    const foreign = { url: receiver.url, spaceIds: [own.id] };
    expectError(await app.call("POST", "/api/webhooks", { key: stranger.key, body: foreign }), 404);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("addresses that are not public", () => {
  test("are refused at creation and at delivery", async () => {
    const { webhook } = await hook({ url: receiver.url.replace("127.0.0.1", "localhost") });
    const strict = await startApp();
    try {
      for (const url of [
        "http://127.0.0.1/",
        "http://localhost:8080/",
        "http://0x7f.1/",
        "http://[::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://169.254.169.254/latest/meta-data",
        "https://192.168.1.1/",
        "ftp://example.com/",
        "http://user:password@example.com/",
        "nonsense",
      ])
        expectRefused(await strict.call("POST", "/api/webhooks", { body: { url } }), "/url");
      const row = `('${webhook.id}', '${strict.orgId}', '${webhook.url}', '', true, 'whsec_AAAA', 0, now(), now())`;
      await runSql(
        strict.deps,
        `insert into webhooks (id, org_id, url, description, is_enabled, secret, cursor, created_at, updated_at) values ${row}`,
      );
      const tried = await strict.quarry.webhooks.test({ id: webhook.id });
      expectMatch(tried, { delivered: false, status: null, problem: expect.stringContaining("not public") });
      expect(receiver.received).toEqual([]);
    } finally {
      await strict.stop();
    }
  }, 120_000);
});
