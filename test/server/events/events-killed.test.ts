import { afterAll, beforeAll, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { readEvents } from "../../support/event-reader.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { until } from "../../support/until.ts";

let server: RunningServer;
let quarry: Quarry;

beforeAll(async () => {
  server = await startServer();
  // It has another port after each start; clients find it again under one name.
  quarry = new Quarry({
    apiKey: server.rootKey,
    baseUrl: "http://quarry.test",
    maxRetries: 0,
    fetch: (url, init) => fetch(url.replace("http://quarry.test", server.baseUrl), init),
  });
}, 120_000);
afterAll(() => server.stop());

test("a reader sees each acknowledged change once and in order, however often the service is killed", async () => {
  const stop = new AbortController();
  const shown: string[] = [];
  let isBegun = false;
  const following = (async () => {
    for await (const event of quarry.events.stream({ types: ["space.created"] }, { signal: stop.signal }))
      if (event.type !== "space.created") shown.push(event.type);
      else if (event.data.space.name === "begin") isBegun = true;
      else shown.push(event.data.space.id);
  })();
  await until("the begin", async () => {
    await quarry.spaces.create({ name: "begin" });
    return isBegun || undefined;
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
  await until("the last", () => shown.includes(space.id) || undefined, 60_000);
  stop.abort();
  await following;
  // What was written but not acknowledged may be among them.
  expect(new Set(shown).size).toBe(shown.length);
  expect(shown.filter((id) => acknowledged.includes(id))).toEqual(acknowledged);
}, 120_000);

test("the service stops in order while streams are open, also of a reader that does not read", async () => {
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
