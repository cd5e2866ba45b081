import { type Static, Type } from "@sinclair/typebox";
import { described } from "../primitives/described.ts";
import { OneOf } from "../primitives/one-of.ts";
import { TimestampOf } from "../primitives/text.ts";

/** The queues of the service. */
export const OPERATOR_QUEUES = [
  "jobs",
  "webhook_deliveries",
  "vector_store_changes",
  "bulk_operations",
] as const;

/** A queue of the service. */
export const QueueState = Type.Object(
  {
    queue: OneOf(OPERATOR_QUEUES, {
      description:
        "jobs: documents to process. webhook_deliveries. vector_store_changes: changes that the vector store has not confirmed. bulk_operations.",
    }),
    running: Type.Integer({ description: "Entries that a process works on." }),
    due: Type.Integer({ description: "Entries whose time has come." }),
    later: Type.Integer({ description: "Entries that wait for another attempt." }),
    oldestSeconds: Type.Integer({
      description: "Age of the oldest entry in seconds; 0 when the queue is empty.",
    }),
  },
  { description: "The length of a queue, and the age of its oldest entry." },
);
/** Static type of {@link QueueState}. */
export type QueueState = Static<typeof QueueState>;

/** A cause of failed documents. */
export const FailureGroup = Type.Object(
  {
    message: Type.String({
      description:
        "The cause: a defect of the service, something that was away, or the files. No document's own message.",
    }),
    documents: Type.Integer({ description: "Number of FAILED documents with this cause." }),
    latestAt: TimestampOf("When the last of them failed."),
  },
  { description: "FAILED documents of all organizations with the same cause." },
);
/** Static type of {@link FailureGroup}. */
export type FailureGroup = Static<typeof FailureGroup>;

/** The state of the service, for its operator. */
export const OperatorState = Type.Object(
  {
    version: Type.String({ description: "Version of the service." }),
    startedAt: TimestampOf("When this process was started."),
    uptimeSeconds: Type.Integer({ description: "How long this process has been running, in seconds." }),
    database: Type.Object(
      {
        kind: OneOf(["embedded", "server"], {
          description: "embedded: PostgreSQL in the data folder. server: the one of DATABASE_URL.",
        }),
        version: Type.String({ description: "Version of PostgreSQL." }),
        bytes: Type.Integer({ description: "Size of the database on its disk, in bytes." }),
      },
      { description: "The database." },
    ),
    vectorStore: Type.String({
      description: "The vector store, e.g. `memory` or `pgvector`; of a module only the file's name.",
    }),
    embeddingModel: Type.String({ description: "The embedding model for new documents." }),
    counts: Type.Object(
      {
        organizations: Type.Integer({ description: "Number of organizations." }),
        spaces: Type.Integer({ description: "Number of spaces of all organizations." }),
        documents: Type.Integer({ description: "Number of documents of all organizations." }),
      },
      { description: "What the database holds." },
    ),
    queues: Type.Array(QueueState, { description: "The queues, each once." }),
    retrying: Type.Integer({ description: "Number of documents that failed and will be tried again." }),
    failures: Type.Array(FailureGroup, {
      description:
        "The causes of FAILED documents, the most frequent first. At most 30 seconds old, like `counts`.",
    }),
    disk: Type.Object(
      {
        freeBytes: Type.Integer({ description: "Free space, in bytes." }),
        totalBytes: Type.Integer({ description: "Size of the disk, in bytes." }),
      },
      { description: "The disk of the data folder." },
    ),
    memory: Type.Object(
      {
        processBytes: Type.Integer({ description: "Resident memory of this process, in bytes." }),
        childrenBytes: Type.Integer({
          description:
            "Private memory of the processes that it runs, such as the embedded database, in bytes; 0 except on Linux.",
        }),
        totalBytes: Type.Integer({ description: "Memory of the machine, in bytes." }),
      },
      { description: "Memory." },
    ),
    problems: Type.Array(Type.String({ description: "A problem and its remedy." }), {
      description: "What does not work now, as in `/ready`.",
    }),
  },
  { description: "The state of the service, its stores and its queues." },
);
/** Static type of {@link OperatorState}. */
export type OperatorState = Static<typeof OperatorState>;

/** Response of `GET /api/operator`. */
export const OperatorResponse = Type.Object(
  { operator: described(OperatorState, "The state of the service.") },
  { description: "The state of the service." },
);
/** Static type of {@link OperatorResponse}. */
export type OperatorResponse = Static<typeof OperatorResponse>;

/** Body of `POST /api/operator/doctor`. */
export const DoctorBody = Type.Object(
  {
    repair: Type.Optional(
      Type.Boolean({
        description: "True repairs what can be repaired without the callers' data. Default: false.",
      }),
    ),
  },
  { additionalProperties: false, description: "How to examine the stored data." },
);
/** Static type of {@link DoctorBody}. */
export type DoctorBody = Static<typeof DoctorBody>;

/** A problem that the doctor found. */
export const DoctorFinding = Type.Object(
  {
    orgId: Type.String({ description: "Id of the organization." }),
    subject: Type.String({ description: "What has the problem, e.g. `document doc_...`." }),
    problem: Type.String({ description: "The problem." }),
    isRepaired: Type.Boolean({ description: "True when it has just been repaired." }),
  },
  { description: "A problem of the stored data." },
);
/** Static type of {@link DoctorFinding}. */
export type DoctorFinding = Static<typeof DoctorFinding>;

/** Response of `POST /api/operator/doctor`. */
export const DoctorResponse = Type.Object(
  {
    isGood: Type.Boolean({ description: "True when no problem is left." }),
    total: Type.Integer({ description: "Number of problems." }),
    findings: Type.Array(DoctorFinding, { description: "The first 1,000 problems." }),
    finishedAt: TimestampOf("When the examination ended."),
  },
  { description: "What the doctor found in the stored data." },
);
/** Static type of {@link DoctorResponse}. */
export type DoctorResponse = Static<typeof DoctorResponse>;
