import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createIds } from "@quarry/core/internal";
import { Quarry } from "@quarry/sdk";
import { openEmbeddedDatabase } from "../../../server/src/platform/database/embedded/open-embedded.ts";
import { addTenantTo } from "../../server/other-tenant.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { makeDocuments, take } from "../compare/corpus/passages.ts";
import { makeQuestions } from "../compare/corpus/questions.ts";
import { syntheticSource } from "../compare/corpus/sentences.ts";

/** An organization with a filled space. */
export interface Tenant {
  readonly origin: string;
  readonly key: string;
  readonly spaceId: string;
  /** Bodies of questions to its space. */
  readonly bodies: readonly string[];
}

/** A server with its default stores and two organizations of the same size. */
export interface OverloadStage {
  readonly server: RunningServer;
  readonly first: Tenant;
  readonly second: Tenant;
}

const CHUNKS_PER_DOCUMENT = 5;
const QUESTIONS = 5000;

/** Starts the server and fills a space of about `chunkCount` chunks for each organization. */
export async function openOverloadStage(chunkCount: number): Promise<OverloadStage> {
  const server = await startServer({
    env: { QUARRY_CHECK_ANSWERS: "false", QUARRY_ENTERPRISE_REQUESTS_PER_MINUTE: "1000000000" },
  });
  try {
    await server.end();
    const database = await openEmbeddedDatabase(join(server.dataDir, "postgres"));
    const { key } = await addTenantTo(
      { db: database.db, newId: createIds(randomBytes, Date.now) },
      "enterprise",
    ).finally(database.close);
    await server.restart();
    const [first, second] = [
      await fill(server, server.rootKey, chunkCount, 1),
      await fill(server, key, chunkCount, 2),
    ];
    return { server, first, second };
  } catch (problem) {
    await server.stop();
    throw problem;
  }
}

/** Creates a space of about `chunkCount` chunks for the organization of a key. */
export async function fill(
  server: RunningServer,
  key: string,
  chunkCount: number,
  seed: number,
): Promise<Tenant> {
  const origin = server.baseUrl;
  const quarry = new Quarry({ baseUrl: origin, apiKey: key });
  const { space } = await quarry.spaces.create({ name: "Overload" });
  const sources = [syntheticSource()];
  const documents = take(makeDocuments(sources, seed), Math.ceil(chunkCount / CHUNKS_PER_DOCUMENT));
  const made = Array.from(documents, ({ filename, content }) => ({ filename, content }));
  await quarry.documents.upsertMany(made, { spaceId: space.id });
  const questions = makeQuestions(sources, QUESTIONS, seed);
  const bodies = questions.map((query) => JSON.stringify({ query, spaceIds: space.id }));
  return { origin, key, spaceId: space.id, bodies };
}
