import { afterAll, beforeAll, expect, test } from "bun:test";
import type { InProcessApp } from "../support/in-process-app.ts";
import { type Browser, signUp, startPeopleApp } from "./browser-session.ts";

// Each of these was answered with 500 once: the library that handles accounts does not check these fields itself.

let app: InProcessApp;
let owner: Browser;

beforeAll(async () => {
  app = await startPeopleApp();
  owner = await signUp(app, "owner@example.com");
}, 120_000);
afterAll(() => app.stop());

const AUTH = "/api/auth";

test.each([
  ["organization/transfer-ownership", { to: "a\0b" }],
  ["oauth2/consent", { accept: true, oauth_query: [0, 0] }],
  ["update-user", { image: { toString: 1 } }],
  ["update-user", { name: { toString: 1 } }],
  ["update-user", { name: null }],
  ["update-user", { name: null, image: "https://example.com/a.png" }],
  ["update-user", { name: 5 }],
  ["update-user", { image: false }],
  ["organization/update", { data: { length: 1 } }],
] as const)("%s refuses %j", async (path, body) => {
  expect((await owner.post(`${AUTH}/${path}`, body)).status).toBe(400);
});

test.each([
  `${AUTH}/organization/list-members?sortBy=nothing`,
  `${AUTH}/organization/list-members?filterField=nothing&filterValue=a`,
  "/app/invitation?id=a%00b",
  "/app/consent?client_id=%00",
])("%s is refused", async (path) => {
  expect((await owner.get(path)).status).toBe(400);
});

test("a form with NUL is refused", async () => {
  expect((await owner.submit("/app/invitation", { id: "a\0" })).status).toBe(400);
  expect(app.logLines.filter((line) => line.includes("A request failed"))).toEqual([]);
});

test("members can be sorted by each of their fields", async () => {
  for (const field of ["id", "organizationId", "userId", "role", "createdAt"])
    expect((await owner.get(`${AUTH}/organization/list-members?sortBy=${field}`)).status).toBe(200);
});
