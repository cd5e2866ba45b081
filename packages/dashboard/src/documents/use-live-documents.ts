import type { DocumentPage, Quarry } from "@quarry/sdk";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isSignedOut, isTemporary } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { endSession } from "../api/session-state.ts";
import { withDocument } from "./document-queries.ts";

const REFRESH_MS = 1_000;
const AGAIN_MS = 4_000;

/** Keeps the documents of a space on the screen up to date, by the events of the server. */
export function useLiveDocuments(spaceId: string): void {
  const { quarry } = useMe();
  const queries = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const start = (): void => {
      follow(quarry, queries, spaceId, stop.signal).catch((error: unknown) => {
        if (isSignedOut(error)) endSession();
        else if (isTemporary(error) && !stop.signal.aborted) setTimeout(start, AGAIN_MS);
      });
    };
    start();
    return () => stop.abort();
  }, [quarry, queries, spaceId]);
}

async function follow(
  quarry: Quarry,
  queries: QueryClient,
  spaceId: string,
  signal: AbortSignal,
): Promise<void> {
  let refreshing: ReturnType<typeof setTimeout> | undefined;
  /** Reads the lists again, once for the many events of an upload. */
  const refresh = () => {
    refreshing ??= setTimeout(() => {
      refreshing = undefined;
      void queries.invalidateQueries({ queryKey: ["documents", spaceId] });
      void queries.invalidateQueries({ queryKey: ["spaces", "counts", spaceId] });
    }, REFRESH_MS);
  };
  signal.addEventListener("abort", () => clearTimeout(refreshing));
  for await (const event of quarry.events.stream({ spaceId }, { signal })) {
    if (event.type === "document.progress" || event.type === "document.processing") {
      const { document } = event.data;
      queries.setQueriesData<DocumentPage>({ queryKey: ["documents", spaceId] }, (page) =>
        page && "data" in page ? withDocument(page, document) : page,
      );
    } else refresh();
  }
}
