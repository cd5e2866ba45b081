import { ConflictError, type Quarry } from "@quarry/sdk";
import { useSyncExternalStore } from "react";
import { createClient } from "../api/client.ts";
import { errorText, isAway, isSignedOut } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { endSession } from "../api/session-state.ts";
import { WordedError } from "../api/worded-error.ts";
import { text } from "../text/text.ts";
import { OBSERVER_HEADER, observeBytes, progressFetch } from "./progress-fetch.ts";
import { createUploadQueue, type SendFile, type UploadQueue } from "./upload-queue.ts";
import type { UploadState } from "./upload-state.ts";

const queues = new Map<string, UploadQueue>();

/** The queue of a space, and its state. */
export function useUploads(spaceId: string): readonly [UploadQueue, UploadState] {
  const { person } = useMe();
  const queue = queueOf(spaceId, person.organization?.id);
  return [queue, useSyncExternalStore(queue.subscribe, queue.state)];
}

function queueOf(spaceId: string, organizationId: string | undefined): UploadQueue {
  let queue = queues.get(spaceId);
  if (!queue) {
    queue = createUploadQueue(sendTo(createClient(organizationId, progressFetch), spaceId), {
      messageOf: errorText,
      isAway: isAwayOrSignedOut,
    });
    queues.set(spaceId, queue);
  }
  return queue;
}

/** The files wait for the server, and for the person to sign in again. */
function isAwayOrSignedOut(error: unknown): boolean {
  if (isSignedOut(error)) endSession();
  return isAway(error) || isSignedOut(error);
}

/** A new file is stored at once and read in the background. One with a known name replaces it, unless it is the same. */
function sendTo(quarry: Quarry, spaceId: string): SendFile {
  return async ({ path, file }, { signal, onBytes }) => {
    await expectReadable(file);
    const { id, release } = observeBytes(onBytes);
    const options = { signal, headers: { [OBSERVER_HEADER]: id } };
    const document = { spaceId, filename: path, file };
    try {
      return { state: "stored", documentId: (await quarry.documents.upload(document, options)).id };
    } catch (error) {
      if (!ConflictError.isInstance(error)) throw error;
      const { chunksEmbedded, document: stored } = await quarry.documents.upsert(document, options);
      const isUnchanged = chunksEmbedded === 0 && stored.chunkCount > 0;
      return { state: isUnchanged ? "unchanged" : "replaced", documentId: stored.id };
    } finally {
      release();
    }
  };
}

/** A call with a file that was deleted or changed since it was picked fails as if the server were away. */
async function expectReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new WordedError(text.uploads.unreadable);
  }
}

// Leaving the page would lose what is being sent, and what waits.
addEventListener("beforeunload", (event) => {
  const isAtWork = [...queues.values()].some((queue) => {
    const { files, finished, failed } = queue.state();
    return finished + failed < files;
  });
  if (isAtWork) event.preventDefault();
});
