import { QuarryError } from "@quarry/core";
import {
  ChromaClientError,
  ChromaForbiddenError,
  ChromaNotFoundError,
  ChromaUnauthorizedError,
  ChromaUniqueError,
  ChromaValueError,
} from "chromadb";

/** Retry hint of `unavailable`, in milliseconds. */
export const RETRY_AFTER_MS = 5000;

const UNREACHABLE =
  "The vector store is unavailable: the Chroma server at CHROMA_URL does not answer. Start it or correct CHROMA_URL. Lexical search still works.";
const REJECTED =
  "The vector store is unavailable: the Chroma server at CHROMA_URL rejects the credentials. Correct them in CHROMA_URL.";

/** Creates the error for a server that does not answer or rejects the credentials. */
export function unavailable(cause: unknown): QuarryError {
  const isRejected = cause instanceof ChromaUnauthorizedError || cause instanceof ChromaForbiddenError;
  return new QuarryError("unavailable", isRejected ? REJECTED : UNREACHABLE, {
    cause,
    retryAfterMs: RETRY_AFTER_MS,
  });
}

/** Converts errors of the client into `unavailable`, except for answers that the calling code handles. */
export function toPortError(error: unknown): unknown {
  const isAnswer =
    error instanceof ChromaNotFoundError ||
    error instanceof ChromaUniqueError ||
    error instanceof ChromaClientError ||
    error instanceof ChromaValueError ||
    QuarryError.isInstance(error);
  return isAnswer ? error : unavailable(error);
}

/** Returns true for Chroma's answer to a vector of the wrong length. */
export function isWrongDimension(error: unknown): boolean {
  return error instanceof ChromaClientError && /dimension/i.test(error.message);
}
