import { InvalidPDFException, ResponseException } from "pdfjs-dist";
import { isReachable } from "../api/load-part.ts";
import { WordedError } from "../api/worded-error.ts";
import { text } from "../text/text.ts";

const words = text.original;

/** What an error of pdf.js means, as an error of a call. */
export async function pdfProblem(error: unknown): Promise<unknown> {
  if (error instanceof InvalidPDFException) return new WordedError(words.damaged);
  if (error instanceof Error && error.name === "PasswordException") return new WordedError(words.locked);
  if (error instanceof ResponseException) return new WordedError(refusalText(error.status), error.status);
  // A lost connection and a fault of pdf.js look the same.
  return (await isReachable()) ? new WordedError(text.problem.unexpected) : error;
}

function refusalText(status: number): string {
  if (status === 404) return words.gone;
  return status === 429 || status >= 500 ? words.busy : words.refused;
}
