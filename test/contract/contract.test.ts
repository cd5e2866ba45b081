import { afterAll, beforeAll, describe, setDefaultTimeout } from "bun:test";
import {
  CONFIGURATIONS,
  EMBEDDED,
  isInstalled,
  POSTGRES,
  type Surroundings,
  surround,
} from "../support/configurations.ts";
import { isFullScale } from "../support/scale.ts";
import { apiKeyTests } from "./api-keys.ts";
import { bigBodyTests } from "./big-bodies.ts";
import { bulkTests } from "./bulk.ts";
import { chunkingPreviewTests } from "./chunking-preview.ts";
import { contentKindTests } from "./content-kinds.ts";
import { startContractServer, stopContractServer } from "./contract-server.ts";
import { credentialTests } from "./credentials.ts";
import { documentReadingTests } from "./document-reading.ts";
import { documentUpdateTests } from "./document-update.ts";
import { evaluationRunTests } from "./evaluation-runs.ts";
import { evaluationTests } from "./evaluations.ts";
import { eventTests } from "./events.ts";
import { listTests } from "./lists.ts";
import { permissionTests } from "./permissions.ts";
import { queryExplanationTests } from "./query-explanations.ts";
import { queryExtraTests } from "./query-extras.ts";
import { queryFilterTests } from "./query-filters.ts";
import { queryRequestTests } from "./query-requests.ts";
import { queryResultTests } from "./query-results.ts";
import { rateLimitTests } from "./rate-limits.ts";
import { refusedBodyTests } from "./refused-bodies.ts";
import { routeFormTests } from "./route-forms.ts";
import { servicePageTests } from "./service-pages.ts";
import { smartQueryTests } from "./smart-query.ts";
import { spaceArchiveTests } from "./space-archive.ts";
import { spaceChunkingTests } from "./space-chunking.ts";
import { spaceFieldTests } from "./space-fields.ts";
import { spaceRankingTests } from "./space-ranking.ts";
import { spaceSlugTests } from "./space-slugs.ts";
import { uploadTests } from "./upload.ts";
import { upsertTests } from "./upsert.ts";
import { usageTests } from "./usage.ts";
import { webhookTests } from "./webhooks.ts";

setDefaultTimeout(15_000);

/** Each file in this folder defines the tests of one subject; all share one server. */
function contract(): void {
  routeFormTests();
  spaceFieldTests();
  spaceChunkingTests();
  chunkingPreviewTests();
  spaceRankingTests();
  spaceArchiveTests();
  uploadTests();
  upsertTests();
  documentUpdateTests();
  documentReadingTests();
  contentKindTests();
  bulkTests();
  queryResultTests();
  queryRequestTests();
  queryFilterTests();
  queryExtraTests();
  queryExplanationTests();
  smartQueryTests();
  evaluationTests();
  evaluationRunTests();
  eventTests();
}

/** Subjects whose calls depend on the database at most, not on where the vectors are. */
function contractOfDatabase(): void {
  servicePageTests();
  credentialTests();
  permissionTests();
  apiKeyTests();
  rateLimitTests();
  spaceSlugTests();
  listTests();
  webhookTests();
  usageTests();
  refusedBodyTests();
  bigBodyTests();
}

for (const configuration of CONFIGURATIONS)
  describe.skipIf(!isInstalled(configuration))(`with ${configuration.name}`, () => {
    let surroundings: Surroundings;
    beforeAll(async () => {
      surroundings = await surround(configuration);
      // The tests receive webhooks on this machine.
      await startContractServer({ ...surroundings.env, QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" });
    }, 300_000);
    afterAll(async () => {
      await stopContractServer();
      await surroundings.stop();
    }, 120_000);
    contract();
    // Once for each database, with the vector store that is its default.
    if (isFullScale || configuration === EMBEDDED || configuration === POSTGRES) contractOfDatabase();
  });
