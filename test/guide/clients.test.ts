import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { FRAMEWORKS } from "../package/frameworks.ts";
import { ROOT } from "./built-site.ts";

interface Row {
  readonly names: readonly string[];
  readonly versions: readonly string[];
  readonly tests: readonly string[];
}

let rows: Row[];
let catalog: Readonly<Record<string, string>>;
beforeAll(async () => {
  const page = await Bun.file(join(ROOT, "docs/clients.md")).text();
  rows = page
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| Client |"))
    .map((line) => {
      const [, client = "", version = "", , tests = ""] = line.split("|");
      const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
      const versions = [...version.matchAll(/\d+\.\d+(?:\.\d+)?/g)].map(([found]) => found);
      return { names: quoted(client), versions, tests: quoted(tests) };
    });
  catalog = (await Bun.file(join(ROOT, "package.json")).json()).workspaces.catalog;
});

test("each version in the table of clients is installed, or named by the row's test", async () => {
  expect(rows.length).toBeGreaterThan(15);
  const wrong: string[] = [];
  for (const { names, versions, tests } of rows) {
    const texts = await Promise.all(tests.map((path) => Bun.file(join(ROOT, path)).text()));
    const installed = names.flatMap((name) => catalog[name] ?? []);
    for (const version of versions)
      if (!installed.includes(version) && !texts.some((text) => text.includes(version)))
        wrong.push(`${names.join(", ")} ${version}`);
    // A package of the catalog is in the table in this version.
    wrong.push(
      ...installed
        .filter((version) => !versions.includes(version))
        .map((version) => `${names} is ${version}`),
    );
  }
  expect(wrong).toEqual([]);
});

test("each framework that the tests install is in the table, in its version", () => {
  const listed = rows.flatMap(({ names, versions }) =>
    names.flatMap((name) => versions.map((one) => `${name} ${one}`)),
  );
  for (const { dependencies } of FRAMEWORKS)
    for (const [name, version] of Object.entries(dependencies))
      if (["ai", "@mastra/core", "llamaindex"].includes(name)) expect(listed).toContain(`${name} ${version}`);
});
