import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import type { Readiness } from "../modules/health/readiness.ts";
import { createOperatorAccess } from "../modules/operator/operator-access.ts";
import { createOperatorService } from "../modules/operator/service.ts";
import type { Operations } from "../operations/operations.ts";
import type { Base } from "./base.ts";

/** Creates what the operator sees and does over HTTP. */
export function createOperator(base: Base, readiness: Readiness, operations: Operations) {
  const { config, db, clock, database, embedder, startedAt } = base;
  const { vectorStore, dataDir } = config;
  return createOperatorService({
    ...{ db, clock, readiness },
    facts: {
      ...{ version: manifest.version, startedAt, dataDir, embeddingModel: embedder.model },
      database: database.isEmbedded ? "embedded" : "server",
      vectorStore: vectorStore.kind === "module" ? basename(vectorStore.module) : vectorStore.kind,
    },
    requireOperator: createOperatorAccess({
      db,
      rootKey: async () => config.rootKey ?? (await storedRootKey(dataDir)),
    }),
    doctor: (repair) => operations({ name: "doctor", repair }),
  });
}

/** The root key in the data folder, which only the operator can read. */
async function storedRootKey(dataDir: string): Promise<string | undefined> {
  return readFile(join(dataDir, "root-key"), "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
}
