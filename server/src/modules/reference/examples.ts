import type {
  ApiKey,
  BulkOperation,
  Document,
  DocumentChunk,
  Evaluation,
  EvaluationRun,
  OperatorState,
  OutlineHeading,
  QueryResult,
  Space,
  Webhook,
  WebhookDelivery,
} from "@quarry/schema";

/** Ids in the examples. */
export const IDS = {
  organization: "org_06b8k1m4qz7x2v9t3r5w0y6n1",
  space: "spc_06b8k1p2d4f6h8j0m3q5s7v9x",
  document: "doc_06b8k1r7c9e2g4k6n8p1t3w5z",
  chunk: "chk_06b8k1r7f2h5m8q1s4v7y0b3d",
  key: "key_06b8k1t9a3c6e9h2k5n8r1u4x",
  webhook: "whk_06b8k1v4b7d0g3j6m9p2s5w8z",
  evaluation: "evl_06b8k1x6c9f2h5k8n1q4t7w0a",
  run: "run_06b8k1z8d1g4j7m0p3s6v9y2b",
  question: "qst_06b8k225f8j1m4p7s0v3y6b9e",
  bulkOperation: "blk_06b8k20a5e8h1k4n7q0t3w6z9",
  request: "req_06b8k21b3e6h9k2n5q8t1w4z7",
} as const;

const CREATED_AT = "2026-01-31T08:30:00.000Z";
const UPDATED_AT = "2026-01-31T08:30:00.000Z";

/** The slug of the space in all examples. */
export const SPACE = "handbook";

/** The text of the document in all examples. */
export const CONTENT = "# Leave\n\nYou have 30 days of leave a year.";

/** The space. */
export const space: Space = {
  id: IDS.space,
  orgId: IDS.organization,
  name: "Handbook",
  slug: SPACE,
  icon: "book",
  description: "How we work: leave, pay, travel, remote work.",
  isArchived: false,
  archivedAt: null,
  createdAt: CREATED_AT,
  updatedAt: UPDATED_AT,
  metadata: { team: "hr" },
  chunking: { maxTokens: 450, overlapTokens: 0 },
  ranking: { vectorWeight: null },
};

/** The document of the space, ready for queries. */
export const document: Document = {
  id: IDS.document,
  orgId: IDS.organization,
  spaceId: IDS.space,
  filename: "leave.md",
  partOf: null,
  mimeType: "text/markdown",
  sizeBytes: CONTENT.length,
  fileSize: String(CONTENT.length),
  storageUrl: `file:///blobs/${IDS.organization}/${IDS.document}`,
  status: "COMPLETED",
  errorMessage: null,
  embeddingModel: "builtin:v2:512",
  indexingType: "text",
  chunkCount: 1,
  progress: null,
  metadata: { year: 2026 },
  warnings: [],
  createdAt: CREATED_AT,
  updatedAt: UPDATED_AT,
};

/** A document that an upload has just stored. */
export const uploaded: Document = {
  ...document,
  filename: "pay.md",
  status: "PROCESSING",
  chunkCount: 0,
  progress: null,
};

const place = { start: 0, end: CONTENT.length, headings: ["Leave"], page: null, ocr: false };

/** The only chunk of the document. */
export const chunk: DocumentChunk = {
  id: IDS.chunk,
  chunkIndex: 0,
  content: CONTENT,
  metadata: place,
};

/** A chunk without an id, as a file is read. */
export const parsedChunk = { chunkIndex: 0, content: CONTENT, context: "", metadata: place };

/** The only heading of the document. */
export const heading: OutlineHeading = {
  title: "Leave",
  level: 1,
  start: 0,
  end: CONTENT.length,
  firstChunk: 0,
  lastChunk: 0,
  children: [],
};

/** The chunk as a result of a query. */
export const result: QueryResult = {
  chunk: { id: IDS.chunk, content: CONTENT, chunkIndex: 0 },
  document: { id: IDS.document, filename: "leave.md", metadata: { year: 2026 } },
  space: { id: IDS.space, name: space.name, description: space.description },
  similarity: 0.91,
  scores: { lexical: 4.2, vector: 0.78 },
  place,
  metadata: place,
};

/** An API key. */
export const apiKey: ApiKey = {
  id: IDS.key,
  orgId: IDS.organization,
  name: "Website",
  prefix: "qry_Xk3pQ9v2",
  permissions: ["spaces:read", "documents:read", "queries:read", "apikeys:read"],
  rateLimit: { limit: 600, windowSeconds: 60 },
  spaceIds: null,
  expiresAt: null,
  lastUsedAt: null,
  createdAt: CREATED_AT,
};

/** A webhook. */
export const webhook: Webhook = {
  id: IDS.webhook,
  orgId: IDS.organization,
  url: "https://hooks.example.com/quarry",
  description: "Tells the search page about new documents",
  events: ["document.completed", "document.failed"],
  spaceIds: null,
  enabled: true,
  disabledReason: null,
  createdAt: CREATED_AT,
  updatedAt: UPDATED_AT,
};

/** A delivery to the webhook. */
export const delivery: WebhookDelivery = {
  eventId: "42",
  messageId: "evt_06b8k1m4qz7x2v9t3r5w0y6n1_42",
  type: "document.completed",
  state: "delivered",
  attempts: 1,
  lastStatus: 200,
  lastAnswer: "ok",
  lastProblem: null,
  lastAttemptAt: "2026-01-31T08:30:01.000Z",
  nextAttemptAt: null,
  createdAt: CREATED_AT,
};

/** An evaluation of the space. */
export const evaluation: Evaluation = {
  id: IDS.evaluation,
  spaceId: IDS.space,
  name: "Questions of new colleagues",
  createdAt: CREATED_AT,
  updatedAt: UPDATED_AT,
  queries: [{ query: "How many days of leave do I have?", relevant: [{ filename: "leave.md", grade: 1 }] }],
};

const perfect = { value: 1, low: 1, high: 1 };

/** A run of the evaluation. */
export const run: EvaluationRun = {
  id: IDS.run,
  evaluationId: IDS.evaluation,
  createdAt: CREATED_AT,
  k: 10,
  queryCount: 1,
  configurations: [
    {
      name: "hybrid",
      mode: "hybrid",
      vectorWeight: null,
      maxPerDocument: null,
      filter: null,
      metadata: null,
      ndcg: perfect,
      recall: perfect,
      mrr: perfect,
      latencyP50Ms: 2.4,
      degraded: 0,
    },
  ],
  difference: null,
  missingDocuments: [],
  queries: [{ query: "How many days of leave do I have?", results: [{ ndcg: 1, missed: [] }] }],
};

/** An operation that marks last year's documents of the space. */
export const bulkOperation: BulkOperation = {
  id: IDS.bulkOperation,
  orgId: IDS.organization,
  spaceId: IDS.space,
  action: "setMetadata",
  where: { filter: { year: { $lt: 2026 } } },
  metadata: { outdated: true },
  state: "completed",
  total: 120,
  done: 120,
  failed: 0,
  failures: [],
  createdAt: CREATED_AT,
  startedAt: CREATED_AT,
  finishedAt: UPDATED_AT,
};

const queue = (name: OperatorState["queues"][number]["queue"]) => ({
  ...{ queue: name, running: 0, due: 0, later: 0, oldestSeconds: 0 },
});

/** A service without trouble. */
export const operatorState: OperatorState = {
  version: "0.1.0",
  startedAt: CREATED_AT,
  uptimeSeconds: 86_400,
  database: { kind: "embedded", version: "18.4", bytes: 52_428_800 },
  vectorStore: "memory",
  embeddingModel: "builtin:v2:512",
  counts: { organizations: 1, spaces: 1, documents: 1 },
  queues: [
    queue("jobs"),
    queue("webhook_deliveries"),
    queue("vector_store_changes"),
    queue("bulk_operations"),
  ],
  retrying: 0,
  failures: [],
  disk: { freeBytes: 64_000_000_000, totalBytes: 128_000_000_000 },
  memory: { processBytes: 180_000_000, childrenBytes: 90_000_000, totalBytes: 8_000_000_000 },
  problems: [],
};

/** A page with all items of a list. */
export function pageWith<Item>(...data: Item[]) {
  return { data, pagination: { page: 1, pageSize: 10, total: data.length, totalPages: 1 } };
}
