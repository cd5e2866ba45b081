import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, objects, string, TIMESTAMP } from "./reading.ts";
import { GOLDEN, newEvaluation, newRun, newSpace, newSpaceId, putDocument, uniqueWord } from "./seeding.ts";

/** Golden queries of a space: an extension of the interface. */
export function evaluationTests(): void {
  describe("evaluations", () => {
    test("creation returns the record; the default grade is 1", async () => {
      const space = await newSpace();
      const queries = [
        { query: "why?", relevant: [{ filename: "a.md" }, { filename: "b.md", grade: 2.5 }] },
        {
          query: "為什麼",
          relevant: [
            { filename: "ü.md", grade: 10 },
            { filename: "c.md", grade: 0 },
          ],
        },
      ];
      const body = { name: "golden", queries };
      const reply = await call("POST", `/api/spaces/${string(space.slug)}/evaluations`, { body });
      expectStatus(reply, 201);
      expectMatch(reply.json.evaluation, {
        id: expect.stringMatching(/^evl_/),
        spaceId: space.id,
        name: "golden",
        queries: [
          {
            query: "why?",
            relevant: [
              { filename: "a.md", grade: 1 },
              { filename: "b.md", grade: 2.5 },
            ],
          },
          queries[1],
        ],
        createdAt: expect.stringMatching(TIMESTAMP),
        updatedAt: expect.stringMatching(TIMESTAMP),
      });
    });

    test("lists omit the queries and show their number and the latest run", async () => {
      const spaceId = await newSpaceId();
      await putDocument(spaceId, "a.txt", "some text");
      const older = await newEvaluation(spaceId, { queries: [...GOLDEN, ...GOLDEN] });
      const newer = await newEvaluation(spaceId);
      await newRun(spaceId, string(older.id));
      const { queries: _, ...latest } = await newRun(spaceId, string(older.id), { k: 3 });
      const listed = await call("GET", `/api/spaces/${spaceId}/evaluations`);
      expectStatus(listed, 200);
      expect(listed.json.pagination).toEqual({ page: 1, pageSize: 10, total: 2, totalPages: 1 });
      const { queries: _queries, ...head } = older;
      const [first, second] = objects(listed.json.data);
      expectMatch(first, { id: newer.id, queryCount: 1, latestRun: null });
      expect(second).toEqual({ ...head, queryCount: 2, latestRun: latest });
      const page = await call("GET", `/api/spaces/${spaceId}/evaluations?page=2&pageSize=1`);
      expect(objects(page.json.data).map(({ id }) => id)).toEqual([older.id]);
      expectRefused(await call("GET", `/api/spaces/${spaceId}/evaluations?pageSize=0`), "/pageSize");
    });

    test("PATCH changes the given fields, DELETE also deletes the runs", async () => {
      const spaceId = await newSpaceId();
      const evaluation = await newEvaluation(spaceId);
      const path = `/api/spaces/${spaceId}/evaluations/${string(evaluation.id)}`;
      const run = await newRun(spaceId, string(evaluation.id));
      const renamed = await call("PATCH", path, { body: { name: "renamed" } });
      expectStatus(renamed, 200);
      expectMatch(renamed.json.evaluation, {
        id: evaluation.id,
        name: "renamed",
        queries: evaluation.queries as Json[],
      });
      const queries = [{ query: "how", relevant: [{ filename: "z.md", grade: 3 }] }];
      expectMatch((await call("PATCH", path, { body: { queries } })).json.evaluation, {
        name: "renamed",
        queries,
      });
      expectMatch((await call("GET", path)).json.evaluation, { name: "renamed", queries });
      expect((await call("GET", `${path}/runs/${string(run.id)}`)).json).toEqual({ run });
      expect((await call("DELETE", path)).json).toEqual({ deleted: true, id: evaluation.id });
      for (const gone of [
        path,
        `${path}/runs`,
        `${path}/runs/${string(run.id)}`,
        `${path}/runs/${string(run.id)}/report`,
      ])
        expectError(await call("GET", gone), 404);
      expectError(await call("DELETE", path), 404);
      expectError(await call("PATCH", path, { body: { name: "again" } }), 404);
    });

    test("a name is unique in its space", async () => {
      const spaceId = await newSpaceId();
      const { id, name } = await newEvaluation(spaceId);
      const other = await newEvaluation(spaceId);
      const path = `/api/spaces/${spaceId}/evaluations`;
      expectError(await call("POST", path, { body: { name, queries: GOLDEN } }), 409);
      expectError(await call("PATCH", `${path}/${string(other.id)}`, { body: { name } }), 409);
      expectStatus(await call("PATCH", `${path}/${string(id)}`, { body: { name } }), 200);
      expectMatch(await newEvaluation(await newSpaceId(), { name }), { name });
    });

    test("an archived or unknown space is 404; a restored space keeps its evaluations, a purged one loses them", async () => {
      const spaceId = await newSpaceId();
      const id = string((await newEvaluation(spaceId)).id);
      const path = `/api/spaces/${spaceId}/evaluations`;
      expectStatus(await call("DELETE", `/api/spaces/${spaceId}`), 200);
      for (const [method, where, body] of [
        ["GET", path],
        ["POST", path, { name: uniqueWord(), queries: GOLDEN }],
        ["GET", `${path}/${id}`],
        ["PATCH", `${path}/${id}`, { name: uniqueWord() }],
        ["DELETE", `${path}/${id}`],
        ["GET", `${path}/${id}/runs`],
        ["POST", `${path}/${id}/runs`, {}],
        ["POST", `${path}/${id}/fit`, {}],
      ] as const)
        expect(expectError(await call(method, where, body ? { body } : {}), 404)).toContain(spaceId);
      await call("PATCH", `/api/spaces/${spaceId}`, { body: { isArchived: false } });
      expectStatus(await call("GET", `${path}/${id}`), 200);
      expectError(await call("GET", `/api/spaces/${await newSpaceId()}/evaluations/${id}`), 404);
      expectStatus(await call("DELETE", `/api/spaces/${spaceId}?purge=true`), 200);
      expectError(await call("GET", `${path}/${id}`), 404);
    });

    test("all errors are reported at once, each with its path", async () => {
      const spaceId = await newSpaceId();
      const create = (body: Json) => call("POST", `/api/spaces/${spaceId}/evaluations`, { body });
      const relevant = [{ filename: "a.md" }];
      expectRefused(await create({}), "/name", "/queries");
      expectRefused(await create({ name: "", queries: [] }), "/name", "/queries");
      expectRefused(
        await create({
          name: "x",
          queries: [{ query: "", relevant }, { query: "y", relevant: [] }, { query: 5 }],
        }),
        ...["/queries/0/query", "/queries/1/relevant", "/queries/2/query", "/queries/2/relevant"],
      );
      const graded = (grade: unknown) => ({ query: "x", relevant: [{ filename: "a.md", grade }] });
      expectRefused(
        await create({ name: "x", queries: [graded(-1), graded(10.5), graded("high"), graded(1)] }),
        ...[0, 1, 2].map((at) => `/queries/${at}/relevant/0/grade`),
      );
      expectRefused(
        await create({
          name: "x",
          queries: [
            { query: "x", relevant },
            graded(0),
            { query: "x", relevant: [...relevant, ...relevant] },
          ],
        }),
        ...["/queries/1/relevant", "/queries/2/relevant"],
      );
      const many = Array.from({ length: 1001 }, (_, at) => ({ query: `${at}`, relevant }));
      expectRefused(await create({ name: "x", queries: many }), "/queries");
      expectStatus(await create({ name: "x", queries: many.slice(1) }), 201);
    });
  });
}
