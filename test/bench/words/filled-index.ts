import { createMemoryLexicalIndex } from "@quarry/memory";
import {
  createOrganizations,
  type Organizations,
} from "../../../adapters/memory/src/lexical/organization/organizations.ts";
import type { SpaceIndex } from "../../../adapters/memory/src/lexical/space/space-index.ts";
import { writeLexical } from "../../../server/src/indexes/records/index-records.ts";
import { type Corpus, makeCorpus } from "../compare/corpus/corpus.ts";
import type { TextSource } from "../compare/corpus/sentences.ts";

const ORG = "org_bench";
const SPACE = "spc_bench";

/** A lexical index in memory with one space. */
export interface FilledIndex {
  readonly organizations: Organizations;
  readonly scope: { readonly orgId: string; readonly spaceIds: readonly string[] };
  readonly spaceId: string;
  readonly space: SpaceIndex;
}

/** Fills an index with real text, cut as the server cuts it. */
export async function fillIndex(sources: readonly TextSource[], chunkCount: number): Promise<FilledIndex> {
  const organizations = createOrganizations();
  const index = createMemoryLexicalIndex({ organizations });
  for (const document of documentsOf(await makeCorpus(sources, chunkCount)))
    await writeLexical(index, { kind: "documents", orgId: ORG, documents: [document] });
  const space = organizations.byId.get(ORG)?.spaces.get(SPACE);
  if (!space) throw new Error("The index is empty.");
  return { organizations, scope: { orgId: ORG, spaceIds: [SPACE] }, spaceId: SPACE, space };
}

function documentsOf({ documents, chunks }: Corpus) {
  const byDocument = Map.groupBy(chunks, ({ document }) => document);
  return documents.map(({ number, filename, metadata }) => ({
    ...{ id: `doc_${number}`, orgId: ORG, spaceId: SPACE, generation: 1 },
    ...{ filename, title: null, metadata: { ...metadata }, model: "none" },
    chunks: (byDocument.get(number) ?? []).map(({ content }, at) => ({
      ...{ id: `chk_${Bun.hash(`${number} ${at}`).toString(36).padStart(24, "0")}`, content },
      ...{ context: "", headings: [], vector: undefined },
    })),
  }));
}
