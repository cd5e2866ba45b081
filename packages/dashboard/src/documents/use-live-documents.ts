import type { DocumentPage, Quarry } from "@quarry/sdk";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keepGoing } from "../api/keep-going.ts";
import { useMe } from "../api/person.tsx";
import { uploadedDocumentQuery, withDocument } from "./document-queries.ts";

const REFRESH_MS = 1_000;

/** Keeps the documents of a space on the screen up to date, by the events of the server. */
export function useLiveDocuments(spaceId: string): void {
  const { quarry } = useMe();
  const queries = useQueryClient();
  useEffect(
    () => keepGoing((signal) => follow(quarry, queries, spaceId, signal)),
    [quarry, queries, spaceId],
  );
}

async function follow(
  quarry: Quarry,
  queries: QueryClient,
  spaceId: string,
  signal: AbortSignal,
): Promise<void> {
  const lists = { queryKey: ["documents", spaceId] };
  let refreshing: ReturnType<typeof setTimeout> | undefined;
  /** Reads the lists again, once for the many events of an upload. */
  const refresh = () => {
    refreshing ??= setTimeout(() => {
      refreshing = undefined;
      void queries.invalidateQueries(lists);
      void queries.invalidateQueries({ queryKey: ["spaces", "counts", spaceId] });
    }, REFRESH_MS);
  };
  // What is shown may have been read before a change that happened while nothing followed the events.
  const reading = setTimeout(() => void queries.refetchQueries({ ...lists, type: "active" }), REFRESH_MS);
  signal.addEventListener("abort", () => {
    clearTimeout(refreshing);
    clearTimeout(reading);
  });
  for await (const event of quarry.events.stream({ spaceId }, { signal })) {
    if ("document" in event.data && "status" in event.data.document) {
      const { document } = event.data;
      const { queryKey } = uploadedDocumentQuery(quarry, { spaceId, documentId: document.id });
      queries.setQueryData(queryKey, (known) => known && document);
    }
    if (event.type === "document.progress" || event.type === "document.processing") {
      const { document } = event.data;
      queries.setQueriesData<DocumentPage>(lists, (page) =>
        page && "data" in page ? withDocument(page, document) : page,
      );
    } else refresh();
  }
}
