import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { wholeScope } from "../../../server/src/platform/access/tenant-scope.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { runSql } from "../rows.ts";

/** More spaces than are compared individually, so that the shortlist is used; in memory, a vocabulary of all spaces. */
const CROWD = 300;

function suite(start: () => Promise<InProcessApp>, crowd: number): void {
  let app: InProcessApp;
  beforeAll(async () => {
    app = await start();
    for (let at = 0; at < crowd; at += 1) {
      const { space } = await app.quarry.spaces.create({
        name: `Crowd ${at}`,
        description: "Minutes of meetings",
      });
      const content = `The committee of street ${at} met and talked about parking and the budget.`;
      await app.quarry.documents.upsert({ spaceId: space.id, filename: "minutes.txt", content });
    }
  }, 120_000);
  afterAll(() => app.stop());

  const recommended = async (query: string, more = {}) =>
    (await app.quarry.smartQuery({ query, ...more })).recommendations;
  const idsFor = async (query: string) => (await recommended(query)).map(({ spaceId }) => spaceId);

  test("every change affects the next question", async () => {
    const { quarry } = app;
    const { space } = await quarry.spaces.create({ name: "Plain", description: "Nothing yet" });
    const put = (content: string) =>
      quarry.documents.upsert({ spaceId: space.id, filename: "notes.txt", content });
    const about = "How does the zeppelin reach its hangar?";
    const edited = "Where does the walrus sleep in winter?";
    expect(await idsFor(about)).toEqual([]);

    const { document } = await put("The zeppelin reaches its hangar by a long rope.");
    expect(await idsFor(about)).toEqual([space.id]);
    await put("The walrus sleeps on the ice in winter.");
    expect(await idsFor(about)).toEqual([]);
    expect(await idsFor(edited)).toEqual([space.id]);

    await quarry.spaces.archive(space.id);
    expect(await idsFor(edited)).toEqual([]);
    await quarry.spaces.restore(space.id);
    expect(await idsFor(edited)).toEqual([space.id]);

    await quarry.documents.delete({ spaceId: space.id, id: document.id });
    expect(await idsFor(edited)).toEqual([]);
    const described = "Manuals of the barometer";
    expect(await idsFor(described)).toEqual([]);
    await quarry.spaces.update(space.id, { name: "Barometer", description: "Manuals of the barometer" });
    const [found] = await recommended(described);
    expect(found).toMatchObject({
      spaceId: space.id,
      name: "Barometer",
      description: "Manuals of the barometer",
    });

    await put("The zeppelin reaches its hangar by a long rope.");
    expect(await idsFor(about)).toEqual([space.id]);
    await quarry.spaces.purge(space.id);
    expect(await idsFor(about)).toEqual([]);
    expect(await idsFor(described)).toEqual([]);
  }, 120_000);

  test("archived spaces do not displace active ones, however many fit better", async () => {
    const made: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const { space } = await app.quarry.spaces.create({ name: `Kite ${at}`, description: "Toys" });
      const content = `How a kite flies in the wind: it needs ${at === 0 ? "much string" : "wind"}.`;
      await app.quarry.documents.upsert({ spaceId: space.id, filename: "kites.txt", content });
      made.push(space.id);
    }
    // Bypasses the index, as if it lagged.
    await runSql(
      app.deps,
      `update spaces set is_archived = true where name like 'Kite %' and name <> 'Kite 0'`,
    );
    expect(await idsFor("How does a kite fly in the wind?")).toEqual([made[0] ?? ""]);
    for (const id of made) await app.quarry.spaces.purge(id);
  }, 120_000);

  test("returns no recommendation for a question that no space answers, unless minRelevance is 0", async () => {
    const query =
      "Which volcanoes erupted on distant moons, and what did the probes of that budget see there?";
    const none = await app.quarry.smartQuery({ query, search: true, groupBySpace: true, explain: true });
    expect(none).toMatchObject({ recommendations: [], results: [], totalResults: 0, groupedBySpace: {} });
    expect(none.reasoning).toContain("No space was searched");
    const any = await recommended(query, { minRelevance: 0 });
    expect(any.length).toBeGreaterThan(0);
    for (const { relevanceScore } of any) expect(relevanceScore).toBeLessThan(0.2);
    expect(await recommended("the committee talked about parking", { minRelevance: 1 })).toEqual([]);
  });

  test("every recommendation has a reason, and explain adds the evidence", async () => {
    const { space } = await app.quarry.spaces.create({
      name: "Wind tunnel",
      description: "Notes on aerodynamics",
    });
    const content = "The lift of a wing grows with the angle of attack.";
    await app.quarry.documents.upsert({ spaceId: space.id, filename: "lift.txt", content });
    const query = "aerodynamics: how does the lift of a wing grow?";
    const [plain] = await recommended(query);
    expect(plain?.spaceId).toBe(space.id);
    expect(plain?.reason).toMatch(
      /^Its passages hold .*"lift".*; its name or description mentions "aerodynamics"\.$/,
    );
    expect(plain).not.toHaveProperty("evidence");
    const [explained] = await recommended(query, { explain: true });
    expect(explained?.evidence?.bestPassage).toBeGreaterThan(0.5);
    expect(explained?.evidence?.vocabulary).toBeGreaterThan(0);
    expect(explained?.evidence?.description).toBeGreaterThan(0);
    const [typo] = await recommended("aerodynamcs: how does the lfit of a wnig grow", { minRelevance: 0 });
    expect(typo?.spaceId).toBe(space.id);
    await app.quarry.spaces.purge(space.id);
  });

  test("spaces of another organization are neither recommended nor counted", async () => {
    const other = await app.deps.services.organizations.create("Others", "enterprise");
    const { recommendations } = await app.deps.services.smartQueries.smartQuery(
      wholeScope(other, "enterprise"),
      {
        query: "the committee talked about parking",
        minRelevance: 0,
      },
    );
    expect(recommendations).toEqual([]);
  });

  test("search queries the recommended spaces with the settings of the question", async () => {
    const query = "the committee talked about parking and the budget";
    const asked = { query, search: true, limit: 3, topK: 2, groupBySpace: true };
    const { recommendations, results = [], groupedBySpace = {} } = await app.quarry.smartQuery(asked);
    const spaceIds = recommendations.map(({ spaceId }) => spaceId);
    expect(spaceIds).toHaveLength(3);
    expect(results).toHaveLength(2);
    expect(Object.keys(groupedBySpace).sort()).toEqual(spaceIds.toSorted());
    const direct = await app.quarry.query({ query, spaceIds, topK: 2, groupBySpace: true });
    expect(results).toEqual(direct.results);
    const strict = await app.quarry.smartQuery({ ...asked, threshold: 1 });
    expect(strict.recommendations).toHaveLength(3);
    expect(strict.results).toEqual([]);
  });
}

describe("smart query with the index in memory", () => suite(() => startApp(), CROWD));

describe.skipIf(!hasPostgres())("smart query with the index in PostgreSQL", () => {
  let server: TestPostgres;
  afterAll(() => server?.stop());
  suite(async () => {
    server = await startPostgres();
    return startApp({ env: { DATABASE_URL: await server.createDatabase() } });
  }, 100);
});
