import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { hasPostgres, startPostgres, type TestPostgres } from "../support/postgres.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { type StatementProxy, startStatementProxy } from "../support/statement-proxy.ts";
import { type Model, randomText, type State } from "./model.ts";
import { settleModel, wrongResults } from "./verify.ts";

/**
 * The server is killed at each statement that a fixed series of calls sends to PostgreSQL: just before PostgreSQL gets
 * it, and after PostgreSQL has carried it out and before the server knows. By default a few statements, evenly apart;
 * `QUARRY_TEST_STATEMENTS=all` tries each.
 */
const SAMPLE = 4;
const isWhole = process.env.QUARRY_TEST_STATEMENTS === "all";
const SEED = Number(process.env.QUARRY_TEST_SEED ?? 1);
const CASE_MS = 30_000;
const MAX_CASES = 1000;

describe.skipIf(!hasPostgres())("killed at a statement:", () => {
  let postgres: TestPostgres;
  let proxy: StatementProxy;
  let server: RunningServer;
  const random = seededRandom(SEED);

  beforeAll(async () => {
    postgres = await startPostgres();
    proxy = await startStatementProxy(await postgres.createDatabase());
    server = await startServer({ env: { DATABASE_URL: proxy.url } });
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await proxy.stop();
    await postgres.stop();
  });

  const connect = () =>
    new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0, timeoutMs: 20_000 });

  /** Writes, reads, replaces and deletes until a call is not answered. The model allows both states of that call. */
  async function runCalls(quarry: Quarry, spaceId: string, model: Model): Promise<void> {
    async function change(filename: string, next: State, call: () => Promise<unknown>): Promise<void> {
      const before = model.get(filename) ?? ["absent"];
      model.set(filename, [...before, next]);
      await call();
      model.set(filename, [next]);
    }
    const [first, second, third] = [randomText(random), randomText(random), randomText(random)];
    const put = (filename: string, text: string, revision: number) =>
      change(filename, { text, revision }, () =>
        quarry.documents.upsert({ spaceId, filename, content: text, metadata: { revision } }),
      );
    await put("put.md", first, 1);
    await change("uploaded.md", { text: second, revision: 1 }, async () => {
      const file = { spaceId, filename: "uploaded.md", content: second, metadata: { revision: 1 } };
      await quarry.documents.upload(file);
    });
    await settleModel(quarry, spaceId, model);
    await put("put.md", third, 2);
    const { id } = await quarry.documents.getByFilename({ spaceId, filename: "put.md" });
    await change("put.md", { text: third, revision: 3 }, () =>
      quarry.documents.update({ spaceId, id, metadata: { revision: 3 } }),
    );
    const uploaded = await quarry.documents.getByFilename({ spaceId, filename: "uploaded.md" });
    await change("uploaded.md", "absent", () => quarry.documents.delete({ spaceId, id: uploaded.id }));
  }

  /** Kills the server at a statement; returns false when the calls sent fewer. */
  async function killAt(statement: number, when: "before" | "after"): Promise<boolean> {
    // With retries: a pooled connection to the killed server may be left.
    const { space } = await connect().spaces.create({ name: `${when} ${statement}` }, { maxRetries: 2 });
    const model: Model = new Map();
    let killed: Promise<void> | undefined;
    proxy.arm(statement, when, () => {
      killed = server.kill();
    });
    const failure = await runCalls(connect(), space.id, model).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!killed) {
      if (failure) throw failure;
      return false;
    }
    await killed;
    proxy.disarm();
    await server.restart();
    const quarry = connect();
    const settled = await settleModel(quarry, space.id, model);
    for (const mode of ["lexical", "vector", "hybrid"] as const)
      expect({ statement, when, wrong: await wrongResults(quarry, space.id, settled, mode) }).toEqual({
        ...{ statement, when, wrong: [] },
      });
    const { code, output } = await server.command("doctor");
    expect({ statement, when, code, output }).toMatchObject({ code: 0 });
    return true;
  }

  test(
    `no acknowledged write is lost, and nothing is half there (seed ${SEED})`,
    async () => {
      const { space } = await connect().spaces.create({ name: "Counted" });
      proxy.arm(Number.POSITIVE_INFINITY, "before", () => undefined);
      await runCalls(connect(), space.id, new Map());
      const total = proxy.count();
      expect(total).toBeGreaterThan(20);
      const step = isWhole ? 1 : Math.max(1, Math.floor(total / SAMPLE));
      let cases = 0;
      for (let statement = 1 + Math.floor(step / 2); statement <= total; statement += step)
        for (const when of isWhole
          ? (["before", "after"] as const)
          : ([cases % 2 ? "after" : "before"] as const))
          if (await killAt(statement, when)) cases += 1;
      expect(cases).toBeGreaterThan(0);
      console.log(`  ${cases} kills at ${total} statements, nothing lost`);
    },
    isWhole ? MAX_CASES * CASE_MS : SAMPLE * CASE_MS,
  );
});
