import { IDS, pageWith } from "../examples.ts";
import type { OperationReferences } from "../operation.ts";

const ASKED_AT = "2026-01-31T08:30:00.000Z";
const QUESTION = "How many parking spaces are there?";

const settings = { recording: "on", keepDays: 30, dropped: 0, changedAt: ASKED_AT };
const figures = { count: 1, unanswered: 1, p50Ms: 2.4, p95Ms: 2.4 };

/** The operations of the log of questions. */
export const QUESTION_OPERATIONS: OperationReferences = {
  listQuestions: {
    needs: "apikeys:write",
    description:
      "Lists the questions that callers asked with queries, smart queries, assistants and the APIs of OpenAI and Dify, newest first. Questions of evaluations are not in it, nor are smart queries that only recommend spaces, nor calls that failed. It is empty unless `recording` is `on` or `without_texts`.",
    request: { query: { unanswered: true, pageSize: 10 } },
    answer: pageWith({
      id: IDS.question,
      askedAt: ASKED_AT,
      text: QUESTION,
      spaceIds: [IDS.space],
      mode: "hybrid",
      topK: 10,
      results: 0,
      bestSimilarity: null,
      answered: false,
      durationMs: 2.4,
      caller: { kind: "key", id: IDS.key, name: "Website" },
    }),
  },
  deleteQuestions: {
    needs: "apikeys:delete",
    description:
      "Deletes all questions of the log, and records in the audit log that it was done. The settings stay, so questions that are asked from then on are kept.",
    answer: { deleted: 1 },
  },
  getQuestionVolume: {
    needs: "apikeys:write",
    description:
      "Counts the questions of each day or hour, in UTC, and measures how long the answers took, with the median and the 95th percentile. Buckets without questions are included.",
    request: { query: { bucket: "hour", since: "2026-01-31T08:00:00Z", until: "2026-01-31T09:00:00Z" } },
    answer: {
      bucket: "hour",
      buckets: [{ startsAt: "2026-01-31T08:00:00.000Z", ...figures }],
      total: figures,
    },
  },
  groupUnanswered: {
    needs: "apikeys:write",
    description:
      "Groups the newest questions without a good answer, at most 1,000: questions that share at least half of their words are one group. Function words such as `the` do not count, and forms of a word count as the same. The largest group comes first. Questions without a text cannot be grouped, so it is empty when `recording` is `without_texts`.",
    request: { query: { limit: 20 } },
    answer: {
      groups: [
        {
          question: QUESTION,
          others: ["Number of parking spaces?"],
          count: 3,
          lastAskedAt: ASKED_AT,
          bestSimilarity: 0.12,
          spaceIds: [IDS.space],
        },
      ],
      totalGroups: 1,
      questions: 3,
    },
  },
  getQuestionSettings: {
    needs: "apikeys:write",
    description:
      "Returns whether the questions of the organization are kept, with or without their texts, and for how long. The log is off until it is turned on.",
    answer: { settings },
  },
  updateQuestionSettings: {
    needs: "apikeys:write",
    description:
      "Changes what is kept of the questions from now on, and deletes what must not be kept any more: `off` deletes the log, `without_texts` deletes the texts in it. The change is recorded in the audit log. Other processes on the same database start to record within 30 seconds, and stop at once.",
    request: { body: { recording: "on", keepDays: 30 } },
    answer: { settings },
  },
};
