import { QuarryError } from "@quarry/core";
import {
  ChromaClientError,
  ChromaForbiddenError,
  ChromaNotFoundError,
  ChromaUnauthorizedError,
  ChromaUniqueError,
  ChromaValueError,
} from "chromadb";

/** When to try again, on `unavailable`. */
export const RETRY_AFTER_MS = 5000;

const AWAY =
  "The vector store is away: the Chroma server of CHROMA_URL does not answer. Start it or correct CHROMA_URL; searches by words go on.";
const REFUSED =
  "The vector store is away: the Chroma server of CHROMA_URL refuses the credentials given. Correct them in CHROMA_URL.";

/** Says that the server is away, whatever it was that told. */
export function unavailable(cause: unknown): QuarryError {
  const isRefused = cause instanceof ChromaUnauthorizedError || cause instanceof ChromaForbiddenError;
  return new QuarryError("unavailable", isRefused ? REFUSED : AWAY, { cause, retryAfterMs: RETRY_AFTER_MS });
}

/** Makes what the client threw an error of the port, but for answers that the caller of the client must see. */
export function faultOf(error: unknown): unknown {
  const isAnswer =
    error instanceof ChromaNotFoundError ||
    error instanceof ChromaUniqueError ||
    error instanceof ChromaClientError ||
    error instanceof ChromaValueError ||
    QuarryError.isInstance(error);
  return isAnswer ? error : unavailable(error);
}

/** True for Chroma's answer to a vector of another length than those it has. */
export function isWrongDimension(error: unknown): boolean {
  return error instanceof ChromaClientError && /dimension/i.test(error.message);
}
