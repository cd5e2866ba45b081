import {
  matchesFilter,
  type SearchScope,
  type VectorHit,
  type VectorQuery,
  type VectorRecord,
} from "@quarry/core";
import { cosine } from "./vector-pool.ts";
import type { Step } from "./vector-traffic.ts";

/** The reference model of a vector store: a list of records that each query scans. */
export interface VectorModel {
  apply(step: Exclude<Step, { readonly query: VectorQuery }>): void;
  query(query: VectorQuery): VectorHit[];
  count(scope: SearchScope): number;
  records(orgId: string): VectorRecord[];
}

/** Creates an empty model. */
export function createVectorModel(): VectorModel {
  const records = new Map<string, VectorRecord>();
  const within = ({ orgId, spaceIds, documentIds }: SearchScope) =>
    [...records.values()].filter(
      (record) =>
        record.orgId === orgId &&
        spaceIds.includes(record.spaceId) &&
        (documentIds?.includes(record.documentId) ?? true),
    );

  return {
    apply(step) {
      if ("upsert" in step) for (const record of step.upsert) records.set(record.id, record);
      else
        for (const [id, record] of records) {
          const { orgId, spaceId, documentId, beforeGeneration }: Named = step.delete;
          const isNamed =
            record.orgId === orgId &&
            record.spaceId === (spaceId ?? record.spaceId) &&
            record.documentId === (documentId ?? record.documentId) &&
            record.generation < (beforeGeneration ?? Number.POSITIVE_INFINITY);
          if (isNamed) records.delete(id);
        }
    },

    query({ scope, model, vector, topK, filter }) {
      const hits: VectorHit[] = [];
      for (const record of within(scope)) {
        const score = cosine(record.vector, vector);
        if (score === undefined || record.model !== model) continue;
        if (filter && !matchesFilter(record.metadata, filter)) continue;
        const { id, spaceId, documentId } = record;
        hits.push({ id, spaceId, documentId, score });
      }
      return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, topK);
    },

    count: (scope) => within(scope).length,
    records: (orgId) => [...records.values()].filter((record) => record.orgId === orgId),
  };
}

/** The fields of all selectors. */
interface Named {
  readonly orgId: string;
  readonly spaceId?: string;
  readonly documentId?: string;
  readonly beforeGeneration?: number;
}
