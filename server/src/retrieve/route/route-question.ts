import type { LexicalIndex } from "@quarry/core";
import { type RoutedSpace, routeSpaces } from "@quarry/core/internal";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  findActiveSpaces,
  listArchivedIds,
  listUnseenIds,
  type SpaceRow,
} from "../../records/spaces/space-rows.ts";
import { findEvidence, type NamedEvidence } from "./routing-evidence.ts";

/** Number of spaces to compare by vocabulary: one lookup per word. */
const COMPARED_SPACES = 64;
/** Number of spaces to search: a search of a space takes about a millisecond. */
const SEARCHED_SPACES = 16;
const MAX_ROUNDS = 3;

type Routed = RoutedSpace<NamedEvidence>;

/** A recommended space with its relevance. */
export interface LiveSpace {
  readonly space: SpaceRow;
  readonly routed: Routed;
}

/** Finds up to `limit` active spaces that are likely to answer a question, best first. */
export async function routeQuestion(
  { db, lexical }: { readonly db: Database; readonly lexical: LexicalIndex },
  scope: TenantScope,
  question: string,
  { limit, minRelevance }: { readonly limit: number; readonly minRelevance: number },
): Promise<LiveSpace[]> {
  const depth = Math.max(COMPARED_SPACES, limit);
  const searched = Math.max(SEARCHED_SPACES, limit);
  const { orgId } = scope;
  let except: ReadonlySet<string> = new Set(await listUnseenIds(db, scope));
  for (let round = 1; ; round += 1) {
    const found = await findEvidence(lexical, { orgId, question, depth, searched, except });
    const routed = routeSpaces(found.evidence, found.queryTerms).filter(
      ({ relevance }) => relevance > 0 && relevance >= minRelevance,
    );
    const { live, dead } = await takeLive(db, scope, routed, limit);
    if (dead.length === 0 || round >= MAX_ROUNDS) return live;
    // Archived spaces displaced active ones: repeat without any archived space.
    except = new Set([...except, ...dead, ...(await listArchivedIds(db, orgId))]);
  }
}

/** Returns the first `limit` active spaces, and the ids of the inactive ones that came before them. */
async function takeLive(
  db: Database,
  scope: TenantScope,
  routed: readonly Routed[],
  limit: number,
): Promise<{ live: LiveSpace[]; dead: string[] }> {
  const live: LiveSpace[] = [];
  const dead: string[] = [];
  for (let start = 0; start < routed.length && live.length < limit; start += limit) {
    const page = routed.slice(start, start + limit);
    const spaces = await findActiveSpaces(
      db,
      scope,
      page.map(({ spaceId }) => spaceId),
    );
    for (const one of page) {
      const space = spaces.get(one.spaceId);
      if (!space) dead.push(one.spaceId);
      else if (live.length < limit) live.push({ space, routed: one });
    }
  }
  return { live, dead };
}
