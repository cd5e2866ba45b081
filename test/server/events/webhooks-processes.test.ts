import { afterEach, describe, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { isInstalled, POSTGRES } from "../../support/configurations.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { until } from "../../support/until.ts";
import { startReceiver, type WebhookReceiver } from "../../support/webhook-receiver.ts";
import { type Processes, prepareProcesses } from "../processes/processes.ts";

const SETTINGS = { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true", QUARRY_WEBHOOK_TIMEOUT_MS: "2000" };

let receiver: WebhookReceiver | undefined;
let server: RunningServer | undefined;
let processes: Processes | undefined;
afterEach(async () => {
  receiver?.stop();
  await server?.stop();
  await processes?.end();
  [receiver, server, processes] = [undefined, undefined, undefined];
}, 120_000);

const clientOf = ({ rootKey, baseUrl }: RunningServer) =>
  new Quarry({ apiKey: rootKey, baseUrl, maxRetries: 0 });

test("after a kill, messages without a recorded response are sent again, and none is lost", async () => {
  receiver = startReceiver();
  server = await startServer({ env: SETTINGS });
  const quarry = clientOf(server);
  const { webhook } = await quarry.webhooks.create({ url: receiver.url, events: ["space.created"] });
  receiver.answer = () => new Promise(() => undefined);
  const { space } = await quarry.spaces.create({ name: "First" });
  const first = await receiver.got("space.created");
  const second = await quarry.spaces.create({ name: "Second" });
  await server.kill();
  receiver.answer = () => new Response("thanks");
  const before = receiver.received.length;
  await server.restart();
  // A message that the killed service was sending may still arrive as well.
  await until("both messages to be sent again", () => {
    const again = receiver?.received.slice(before) ?? [];
    const spaceIds = again.map(({ body }) => JSON.parse(body).data.space.id);
    const isAgain = again.some(({ id }, at) => id === first.id && spaceIds[at] === space.id);
    return (isAgain && spaceIds.includes(second.space.id)) || undefined;
  });
  const deliveries = await clientOf(server).webhooks.deliveries({ id: webhook.id });
  expect(deliveries.data).toHaveLength(2);
}, 90_000);

describe.skipIf(!isInstalled(POSTGRES))("several processes on one PostgreSQL", () => {
  test("share deliveries without duplicates; another process takes over from a killed one", async () => {
    receiver = startReceiver();
    processes = await prepareProcesses(POSTGRES, SETTINGS);
    const [one, two] = [await processes.start(), await processes.start()];
    await one.quarry.webhooks.create({ url: receiver.url, events: ["space.created"] });
    const count = 40;
    for (let round = 0; round < count / 2; round += 1)
      await Promise.all([one, two].map(({ quarry }) => quarry.spaces.create({ name: "Shared" })));
    await receiver.got("space.created", count);
    await two.quarry.spaces.create({ name: "Last" });
    await receiver.got("space.created", count + 1);
    const ids = receiver.received.map(({ id }) => id);
    expect(new Set(ids).size).toBe(count + 1);
    expect(ids).toHaveLength(count + 1);

    receiver.answer = () => new Promise(() => undefined);
    await one.quarry.spaces.create({ name: "Held" });
    const held = await receiver.got("space.created", count + 2);
    await one.kill();
    receiver.answer = () => new Response("thanks");
    // Sent again after the lease of the killed process expires, or after the other process times out.
    const again = await receiver.got("space.created", count + 3);
    expect(again.id).toBe(held.id);
  }, 90_000);
});
