import type { Quarry } from "@quarry/sdk";
import { defaultParseSearch } from "@tanstack/react-router";
import type { Person } from "./api/account.ts";
import { createClient } from "./api/client.ts";
import { queryClient } from "./api/query-client.ts";
import {
  type DocumentName,
  documentQuery,
  outlineQuery,
  passagePageQuery,
  passageQuery,
} from "./document/document-parts.ts";
import { readDocumentSearch } from "./document/document-search.ts";
import { documentPageQuery } from "./documents/document-queries.ts";
import { type DocumentsSearch, readDocumentsSearch } from "./documents/documents-search.ts";
import { spaceQuery, spacesQuery } from "./spaces/space-queries.ts";
import { readSpacesSearch } from "./spaces/spaces-search.ts";

/**
 * Loads the part of the first page and reads what it shows, while the application is loaded, so that the page is drawn
 * once, with its content. Pages that people open often are known here; the others read by themselves, like each page after
 * the first.
 * @throws What the server or the connection refused; the page asks again.
 */
export async function readFirstPage({ pathname, search }: Location, person: Person): Promise<void> {
  const { organization } = person;
  if (!organization) return;
  const quarry = createClient(organization.id);
  const parameters = defaultParseSearch(search);
  const [, , place = "spaces", spaceName = "", part, id = ""] = pathname.split("/").map(decodeURIComponent);
  if (place === "playground")
    await Promise.all([
      import("./playground/playground-page.tsx"),
      queryClient.ensureQueryData(spacesQuery(quarry, "active")),
    ]);
  else if (place === "spaces" && spaceName === "") {
    const { status = "active" } = readSpacesSearch(parameters);
    await queryClient.ensureQueryData(spacesQuery(quarry, status));
  } else if (place === "spaces" && part === undefined)
    await readDocuments(quarry, spaceName, readDocumentsSearch(parameters));
  else if (place === "spaces" && part === "documents") {
    const { passage = 0 } = readDocumentSearch(parameters);
    await Promise.all([
      import("./document/document-page.tsx"),
      readDocument(quarry, { spaceId: spaceName, id }, passage),
    ]);
  }
}

async function readDocuments(quarry: Quarry, spaceName: string, search: DocumentsSearch): Promise<void> {
  const space = await queryClient.ensureQueryData(spaceQuery(quarry, spaceName));
  await queryClient.ensureQueryData(documentPageQuery(quarry, { spaceId: space.id, search, page: 1 }));
}

async function readDocument(quarry: Quarry, name: DocumentName, passage: number): Promise<void> {
  const document = await queryClient.ensureQueryData(documentQuery(quarry, name));
  const { updatedAt } = document;
  await Promise.all([
    queryClient.ensureQueryData(outlineQuery(quarry, document, updatedAt)),
    queryClient.ensureQueryData(passagePageQuery(quarry, document, updatedAt, 1)),
    queryClient.ensureQueryData(passageQuery(quarry, document, updatedAt, passage)),
  ]);
}
