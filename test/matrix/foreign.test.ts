import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { PERMISSIONS } from "@quarry/schema";
import { addTenant } from "../server/other-tenant.ts";
import { runSql } from "../server/rows.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { createStatementRecorder } from "../support/recorded-statements.ts";
import { type Credentials, isDone, send } from "./answer.ts";
import { keyWith, withKey } from "./callers.ts";
import { callOf, ROWS } from "./calls.ts";
import type { Ids } from "./ids.ts";
import type { MatrixRequest } from "./requests.ts";
import { isForOperator, type Row } from "./row.ts";
import { missingTarget, newTarget } from "./targets.ts";

const statements = createStatementRecorder();
let app: InProcessApp;
/** Resources that only their organization, or a key for their space, may see. */
let hidden: Ids;

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" }, statements });
  hidden = await newTarget(app.quarry);
}, 120_000);
afterAll(() => app.stop());

/** Rows of operations that take ids, and the tables they could change. */
const TABLES = [
  ...["spaces", "documents", "chunks", "jobs", "api_keys", "webhooks"],
  ...["evaluations", "evaluation_runs", "events", "audit_log", "bulk_operations", "bulk_batches"],
];
/** Excludes columns that the service updates by itself. */
const NOTES = `#- '{last_used_at}' #- '{cursor}'`;

async function snapshot(): Promise<string> {
  const rows = await Promise.all(
    TABLES.map((table) => runSql(app.deps, `select to_jsonb(t) ${NOTES} as row from ${table} t order by 1`)),
  );
  return JSON.stringify(rows);
}

/** Statements that identify the caller. Keys are cached for a moment, so these may or may not run. */
const isOfAuthentication = (statement: string): boolean =>
  statement.endsWith(` or "api_keys"."previous_hash" = $2)`) ||
  statement.startsWith(`update "api_keys" set "last_used_at" = $1 where`);

/** Everything observable in a response. */
async function observed(request: MatrixRequest, ids: Ids, credentials: Credentials) {
  const sent = await statements.record(() => send(app, request, credentials));
  const { status, headers, text } = sent.result;
  let body = text.replaceAll(/"requestId":"[^"]*"/g, "").replaceAll(/\\nRequest id: \w+/g, "");
  for (const [thing, id] of Object.entries(ids)) body = body.replaceAll(id, `(${thing})`);
  return {
    answer: { status, body, headers: [...headers.keys()].sort() },
    statements: sent.statements.filter((statement) => !isOfAuthentication(statement)),
  };
}

/** Combinations of ids: the caller's own for outer resources, foreign ones from some level inward. */
function mixtures({ names }: Row, mine: Ids, theirs: Ids): Ids[] {
  return names.map((_thing, ownCount) => {
    const own = names.slice(0, ownCount).map((thing) => [thing, mine[thing]]);
    return { ...theirs, ...Object.fromEntries(own) };
  });
}

/** Fails when a call with a foreign id differs in any way from a call with an unknown id. */
async function expectAlike(row: Row, mine: Ids, credentials: Credentials, status: number): Promise<void> {
  const nothing = missingTarget(app.deps);
  for (const [index, ids] of mixtures(row, mine, hidden).entries()) {
    const before = await snapshot();
    const request = callOf(row).request(ids);
    const seen = await observed(request, hidden, credentials);
    const named = await observed(renamed(request, hidden, nothing), nothing, credentials);
    const isUnchanged = (await snapshot()) === before;
    // A deleted resource would make the other rows meaningless.
    if (!isUnchanged) hidden = await newTarget(app.quarry);
    expect({ row: row.name, index, isUnchanged, ...seen }).toEqual({
      ...{ row: row.name, index, isUnchanged: true },
      ...named,
    });
    expect({ row: row.name, status: seen.answer.status }).toEqual({ row: row.name, status });
  }
}

function renamed({ path, body, method }: MatrixRequest, from: Ids, to: Ids): MatrixRequest {
  let text = JSON.stringify({ path, body });
  for (const [thing, id] of Object.entries(from)) text = text.replaceAll(id, to[thing as keyof Ids]);
  return { method, ...(JSON.parse(text) as Pick<MatrixRequest, "path" | "body">) };
}

const NAMING = ROWS.filter(({ names }) => names.length > 0);
const LISTING = ROWS.filter(({ names, needs }) => names.length === 0 && needs !== null);

/** Fails when a response contains an id that the caller may not see. */
async function expectNothingShown(row: Row, mine: Ids, credentials: Credentials, status: number | "ok") {
  const answer = await send(app, callOf(row).request(mine), credentials);
  const shown = Object.values(hidden).filter((id) => answer.text.includes(id));
  const isAsWanted = status === "ok" ? isDone(answer) : answer.status === status;
  expect({ row: row.name, isAsWanted, shown }).toEqual({ row: row.name, isAsWanted: true, shown: [] });
}

describe("another organization's resources are indistinguishable from missing ones:", () => {
  let stranger: Credentials;
  let mine: Ids;
  beforeAll(async () => {
    const { key } = await addTenant(app.deps, "Stranger", "enterprise");
    stranger = withKey(key);
    mine = await newTarget(app.quarryWith(key));
  }, 120_000);

  test.each(NAMING)("$name", (row) => expectAlike(row, mine, stranger, 404));
  test.each(LISTING)("$name shows nothing of it", (row) =>
    expectNothingShown(row, mine, stranger, isForOperator(row) ? 403 : "ok"),
  );
});

describe("resources in a space outside a key's list are indistinguishable from missing ones:", () => {
  let narrow: Credentials;
  let mine: Ids;
  beforeAll(async () => {
    mine = await newTarget(app.quarry);
    narrow = await keyWith(app, PERMISSIONS, [mine.space]);
  }, 120_000);

  test.each(NAMING)("$name", (row) => expectAlike(row, mine, narrow, Number(row.elsewhere)));
  test.each(LISTING)("$name shows nothing of it", (row) =>
    expectNothingShown(row, mine, narrow, row.elsewhere),
  );
});

test("the recorder captures a call's statements, also inside a transaction", async () => {
  const request = { method: "PATCH", path: `/api/spaces/${hidden.space}`, body: { description: "Secret" } };
  const { statements: heard } = await statements.record(() => send(app, request, withKey(app.rootKey)));
  expect(heard.some((statement) => statement.includes(`from "spaces"`))).toBe(true);
  expect(heard.some((statement) => statement.startsWith(`update "spaces"`))).toBe(true);
});
