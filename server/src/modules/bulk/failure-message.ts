import { QuarryError } from "@quarry/core";

/** Why a document was not changed, for the caller: nothing internal. */
export function failureMessage(error: unknown): string {
  if (QuarryError.isInstance(error) && error.code !== "internal") return error.message;
  return "An error in the service, which its log describes. Try it with this document alone.";
}
