import type { QuarryError } from "@quarry/core";

/** The codes that Dify's documentation suggests. */
const CODES = { wrongKey: 1002, unknownKnowledge: 2001 };

/** An error in the form that Dify shows to its users. */
export function difyError({ code, status, message }: QuarryError) {
  const isKey = code === "unauthorized" || code === "forbidden";
  const known = code === "not_found" ? CODES.unknownKnowledge : status;
  return { error_code: isKey ? CODES.wrongKey : known, error_msg: message };
}
