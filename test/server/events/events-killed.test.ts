import { afterAll, beforeAll, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { readEvents } from "../../support/event-reader.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { until } from "../../support/until.ts";

let server: RunningServer;
let quarry: Quarry;

beforeAll(async () => {
  server = await startServer();
  // The port changes with each start, so clients use a fixed name that maps to the current address.
  quarry = new Quarry({
    apiKey: server.rootKey,
    baseUrl: "http://quarry.test",
    maxRetries: 0,
    fetch: (url, init) => fetch(url.replace("http://quarry.test", server.baseUrl), init),
  });
}, 120_000);
afterAll(() => server.stop());

test("a reader receives each acknowledged change once and in order while the service is killed repeatedly", async () => {
  const stop = new AbortController();
  const received: string[] = [];
  let hasStarted = false;
  const following = (async () => {
    for await (const event of quarry.events.stream({ types: ["space.created"] }, { signal: stop.signal }))
      if (event.type !== "space.created") received.push(event.type);
      else if (event.data.space.name === "start") hasStarted = true;
      else received.push(event.data.space.id);
  })();
  await until("the first event", async () => {
    await quarry.spaces.create({ name: "start" });
    return hasStarted || undefined;
  });
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    let isKilled = false;
    const writing = (async () => {
      while (!isKilled) {
        const answer = await quarry.spaces.create({ name: `round ${round}` }).catch(() => undefined);
        if (answer) acknowledged.push(answer.space.id);
      }
    })();
    const enough = acknowledged.length + 5 + Math.floor(Math.random() * 10);
    await until("some writes", () => acknowledged.length >= enough || undefined);
    await server.kill();
    isKilled = true;
    await writing;
    await server.restart();
  }
  const { space } = await quarry.spaces.create({ name: "last" });
  await until("the last event", () => received.includes(space.id) || undefined, 60_000);
  stop.abort();
  await following;
  // The received events may include unacknowledged writes.
  expect(new Set(received).size).toBe(received.length);
  expect(received.filter((id) => acknowledged.includes(id))).toEqual(acknowledged);
}, 120_000);

test("the service shuts down gracefully with open streams, even if a client does not read", async () => {
  const open = () => fetch(`${server.baseUrl}/api/events`, { headers: { "svc-api-key": server.rootKey } });
  const reading = readEvents(await open());
  await reading.begun();
  const notReading = await open();
  await server.end();
  await until("the stream's end", () => reading.isOver || undefined);
  expect(reading.text).toEndWith("\n\n");
  await notReading.body?.cancel().catch(() => undefined);
  await server.restart();
}, 120_000);
