import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { Glob } from "bun";
import { openTestDatabase } from "../support/shared-postgres.ts";

const MIGRATIONS = resolve(import.meta.dir, "../../server/migrations");

test("the migration that adds people keeps existing organizations and uses their ids as slugs", async () => {
  const database = await openTestDatabase({ isMigrated: false });
  const execute = (statements: string) => database.db.execute(statements);
  const names = (await Array.fromAsync(new Glob("*.sql").scan(MIGRATIONS))).sort();
  const run = async (name: string) => {
    for (const statement of (await Bun.file(resolve(MIGRATIONS, name)).text()).split(
      "--> statement-breakpoint",
    ))
      await execute(statement);
  };
  const people = names.findIndex((name) => name.includes("people"));
  for (const name of names.slice(0, people)) await run(name);
  await execute(`insert into organizations (id, name, tier, created_at) values
    ('org_1', 'First', 'enterprise', now()), ('org_2', 'First', 'pro', now())`);
  for (const name of names.slice(people)) await run(name);
  const rows = await execute("select id, name, slug, tier from organizations order by id");
  expect([...rows]).toEqual([
    { id: "org_1", name: "First", slug: "org_1", tier: "enterprise" },
    { id: "org_2", name: "First", slug: "org_2", tier: "pro" },
  ]);
  await database.close();
}, 120_000);
