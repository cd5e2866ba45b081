import type { Document, Quarry, Space } from "@quarry/sdk";
import { useMutation } from "@tanstack/react-query";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { showToast } from "./toasts.tsx";

/** What the browser saves as a file. */
export interface Download {
  readonly url: string;
  /** Asks the server for it. */
  open(quarry: Quarry): Promise<ReadableStream<Uint8Array>>;
}

/** The person waits for it, and can ask again. */
const ONCE = { maxRetries: 0 };

/** The original of a document. */
export function fileOf({ spaceId, id }: Document): Download {
  return {
    url: `/api/spaces/${spaceId}/documents/${id}/file`,
    open: async (quarry) => (await quarry.documents.file({ spaceId, id }, ONCE)).body,
  };
}

/** A space with all its documents, as an archive. */
export function exportOf({ id }: Space): Download {
  return {
    url: `/api/spaces/${id}/export?gzip=true`,
    open: (quarry) => quarry.spaces.export(id, { gzip: true }, ONCE),
  };
}

/**
 * Lets the browser save a file, as large as it may be. The server is asked first, so that the page shows a refusal,
 * and stays.
 */
export function useDownload() {
  const { quarry } = useMe();
  return useMutation({
    mutationFn: async ({ url, open }: Download) => {
      await (await open(quarry)).cancel();
      const link = document.createElement("a");
      link.href = url;
      link.download = "";
      link.click();
    },
    onError: (error) => showToast(errorText(error)),
  });
}
