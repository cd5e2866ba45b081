import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ORGANIZATION_ROLES, PERMISSIONS, type Permission } from "@quarry/schema";
import { generateKey } from "../../server/src/records/keys/key-format.ts";
import { addTenant } from "../server/other-tenant.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { type Answer, type Credentials, isDone, send } from "./answer.ts";
import { assistantOf } from "./assistants.ts";
import {
  expiredKey,
  inOrganization,
  keyWith,
  personIn,
  revokedKey,
  signedOut,
  signUp,
  withKey,
} from "./callers.ts";
import { callOf, isTool, ROWS } from "./calls.ts";
import type { Ids } from "./ids.ts";
import { isForOperator, letsIn, type Row } from "./row.ts";
import { TOOL_ROWS } from "./table.ts";
import { freshTarget, newTarget } from "./targets.ts";

let app: InProcessApp;
let own: Ids;
let archived: Ids;

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" } });
  own = await newTarget(app.quarry);
  archived = await newTarget(app.quarry);
  await app.quarry.spaces.archive(archived.space);
}, 120_000);
afterAll(() => app.stop());

const GUARDED = ROWS.filter(({ needs }) => needs !== null);

/** The expected outcome: success, or a refusal whose message contains one of these words. */
type Expected = "done" | { readonly status: 401 | 403 | 404; readonly saying?: readonly string[] };

/** The caller, the target, and the path form. */
interface Column {
  readonly rows?: readonly Row[];
  who(row: Row, ids: Ids): Credentials | Promise<Credentials>;
  expected(row: Row): Expected;
  readonly onArchived?: boolean;
  readonly shortForm?: boolean;
}

/** Sends each row's call and lists deviations from the table. */
async function expectColumn({ rows = GUARDED, who, expected, onArchived, shortForm }: Column): Promise<void> {
  expect(rows.length).toBeGreaterThan(0);
  // Earlier columns left documents behind, which exports and runs of evaluations would read again.
  own = await newTarget(app.quarry);
  const problems: string[] = [];
  for (const row of rows) {
    const wanted = expected(row);
    const ids = await prepared(row, wanted, onArchived ?? false);
    const request = callOf(row).request(ids);
    const path = shortForm ? request.path.replace(/^\/api/, "") : request.path;
    const answer = await send(app, { ...request, path }, await who(row, ids));
    const problem = problemOf(row, wanted, answer);
    if (!problem) continue;
    problems.push(`${row.name}: ${problem}; got ${answer.status} ${answer.text.slice(0, 200)}`);
    // A call that should have been refused may have consumed the target; later rows need a fresh one.
    if (callOf(row).consumes !== undefined) own = await newTarget(app.quarry);
  }
  expect(problems).toEqual([]);
}

/** The target of a call, recreated where the last call consumed it. */
async function prepared(row: Row, wanted: Expected, onArchived: boolean): Promise<Ids> {
  const target = onArchived ? archived : own;
  const { consumes } = callOf(row);
  if (wanted !== "done" || consumes === undefined) return target;
  const fresh = await freshTarget(app.quarry, target, consumes);
  if (onArchived) await app.quarry.spaces.archive(fresh.space);
  return fresh;
}

function problemOf(row: Row, wanted: Expected, answer: Answer): string | undefined {
  if (wanted === "done") return isDone(answer) ? undefined : "expected that it is done";
  const { status, saying = [""] } = wanted;
  if (answer.status !== status) return `expected ${status}`;
  if (!saying.some((words) => answer.message.includes(words))) return `expected words of ${saying}`;
  return status === 401 ? problemOfChallenge(row, answer) : undefined;
}

/** An unidentified caller gets the standard error body; an assistant also gets the challenge that starts OAuth. */
function problemOfChallenge(row: Row, { headers, text }: Answer): string | undefined {
  const { error, message, statusCode, requestId } = JSON.parse(text);
  if (error !== "Unauthorized" || !message || statusCode !== 401 || !requestId)
    return "expected an error's body";
  const isTold = !isTool(row) || headers.get("www-authenticate")?.startsWith("Bearer");
  return isTold ? undefined : "expected WWW-Authenticate";
}

const NOT_THE_OPERATOR: Expected = { status: 403, saying: ["not the operator's"] };

/** The expected outcome for a key with these permissions; a refusal names the missing one. */
function underPermissions(row: Row, held: readonly Permission[]): Expected {
  if (letsIn(row, held)) return "done";
  if (isForOperator(row)) return NOT_THE_OPERATOR;
  const saying = row.needs?.flat().filter((permission) => !held.includes(permission)) ?? [];
  return { status: 403, saying };
}

describe("unidentified callers are refused:", () => {
  const expected = (): Expected => ({ status: 401 });
  const strangers: Readonly<Record<string, () => Credentials | Promise<Credentials>>> = {
    "no credentials": () => ({}),
    "an unknown key": () => withKey(generateKey()),
    "a key that is none": () => ({ "Svc-Api-Key": "qry_" }),
    "an expired key": () => expiredKey(app),
    "a revoked key": () => revokedKey(app),
    "a session that is none": () => ({ Cookie: "quarry.session_token=pelican.pelican" }),
    "a session that has ended": () => signedOut(app),
  };
  test.each(Object.entries(strangers))("%s", async (_name, stranger) => {
    const credentials = await stranger();
    await expectColumn({ who: () => credentials, expected });
  });

  test("no credentials, without /api", () => expectColumn({ who: () => ({}), expected, shortForm: true }));

  test("public routes need no credentials", async () => {
    const rows = ROWS.filter(({ needs }) => needs === null);
    expect(rows.map(({ name }) => name)).toEqual(["health", "ready"]);
    for (const credentials of [{}, withKey(generateKey())])
      for (const shortForm of [false, true])
        await expectColumn({ rows, who: () => credentials, expected: () => "done", shortForm });
  });
});

test("browser sessions cannot call tools; an assistant's token works only for tools and expires", async () => {
  const { userId, session, assistant } = await personIn(app, app.orgId, "owner");
  const ended = await assistantOf(app, userId, app.orgId, { livesMs: -1000 });
  await expectColumn({
    who: (row) => (isTool(row) ? session : assistant),
    expected: () => ({ status: 401 }),
  });
  await expectColumn({ rows: TOOL_ROWS, who: () => ended, expected: () => ({ status: 401 }) });
});

describe("permissions of a key:", () => {
  test.each([...PERMISSIONS])("%s alone opens its own operations and no other", async (permission) => {
    const key = await keyWith(app, [permission]);
    await expectColumn({ who: () => key, expected: (row) => underPermissions(row, [permission]) });
  });

  test.each([...PERMISSIONS])("all but %s open all operations but its own", async (permission) => {
    const held = PERMISSIONS.filter((other) => other !== permission);
    const key = await keyWith(app, held);
    await expectColumn({ who: () => key, expected: (row) => underPermissions(row, held) });
  });

  test.each([
    ["/api", false],
    ["no prefix", true],
  ])("what the table says is enough, under %s", (_prefix, shortForm) =>
    expectColumn({
      who: ({ needs }) => keyWith(app, needs?.[0]),
      expected: (row) => (isForOperator(row) ? NOT_THE_OPERATOR : "done"),
      shortForm,
    }),
  );
});

describe("roles of people:", () => {
  test.each([...ORGANIZATION_ROLES])("%s", async (role) => {
    const { session, assistant } = await personIn(app, app.orgId, role);
    await expectColumn({
      who: (row) => (isTool(row) ? assistant : session),
      expected: ({ roles }) =>
        roles.includes(role) ? "done" : { status: 403, saying: [`Your role ${role}`] },
    });
  });

  test("a member of other organizations cannot act in this one", async () => {
    const { userId, cookie } = await signUp(app);
    const session = inOrganization(cookie, app.orgId);
    const assistant = await assistantOf(app, userId, app.orgId);
    await expectColumn({
      who: (row) => (isTool(row) ? assistant : session),
      expected: (row) => ({ status: isTool(row) ? 401 : 404 }),
    });
  });
});

test("an archived space answers as the table says", async () => {
  const key = await keyWith(app);
  await expectColumn({
    rows: ROWS.filter((row) => row.archived !== undefined),
    who: () => key,
    expected: ({ archived }) => (archived === 404 ? { status: 404 } : "done"),
    onArchived: true,
  });
});

test("a key for some spaces may do everything there that does not concern the whole organization", () =>
  expectColumn({
    who: (_row, { space }) => keyWith(app, PERMISSIONS, [space]),
    expected: ({ elsewhere }) =>
      elsewhere === 403 ? { status: 403, saying: ["limited to some spaces"] } : "done",
  }));

test("the root key is the operator's, and an owner of another organization is not", async () => {
  const rows = ROWS.filter(isForOperator);
  await expectColumn({ rows, who: () => withKey(app.rootKey), expected: () => "done" });
  const other = await addTenant(app.deps, "Elsewhere", "enterprise");
  const { session } = await personIn(app, other.orgId, "owner");
  const refused: Expected = { status: 403, saying: ["only owners of the first organization"] };
  await expectColumn({ rows, who: () => session, expected: () => refused });
  // An admin can make a key with the same permissions.
  const named = await app.quarry.apiKeys.create({ name: "root key", level: "admin" });
  await expectColumn({ rows, who: () => withKey(named.key), expected: () => NOT_THE_OPERATOR });
});

test("a root key that an admin has rotated is not the operator's, neither the new secret nor the old one", async () => {
  const rotated = await startApp();
  try {
    const { data } = await rotated.quarry.apiKeys.list();
    const { key: admin } = await rotated.quarry.apiKeys.create({ name: "admin", level: "admin" });
    const id = data.find(({ name }) => name === "root")?.id ?? "";
    const { key } = await rotated.quarryWith(admin).apiKeys.rotate({ id, overlapSeconds: 600 });
    const path = "/api/operator";
    for (const secret of [key, rotated.rootKey]) {
      expect((await send(rotated, { method: "GET", path: "/api/spaces" }, withKey(secret))).status).toBe(200);
      const { status, message } = await send(rotated, { method: "GET", path }, withKey(secret));
      expect([status, message]).toEqual([403, expect.stringContaining("not the operator's")]);
    }
  } finally {
    await rotated.stop();
  }
}, 60_000);

test("only the owner can transfer the organization, and only to a member", async () => {
  const people = {
    owner: await personIn(app, app.orgId, "owner"),
    admin: await personIn(app, app.orgId, "admin"),
    member: await personIn(app, app.orgId, "member"),
  };
  const path = "/api/auth/organization/transfer-ownership";
  const statusOf = async (who: Credentials, to: string) =>
    (await send(app, { method: "POST", path, body: { to } }, who)).status;
  const heir = people.member.userId;
  expect(await statusOf({}, heir)).toBe(401);
  expect(await statusOf(await keyWith(app), heir)).toBe(403);
  for (const { session } of [people.admin, people.member]) expect(await statusOf(session, heir)).toBe(403);
  for (const outside of [(await signUp(app)).userId, app.deps.newId("user")])
    expect(await statusOf(people.owner.session, outside)).toBe(404);
  expect(await statusOf(people.owner.session, heir)).toBe(200);
  expect(await statusOf(people.owner.session, heir)).toBe(403);
});
