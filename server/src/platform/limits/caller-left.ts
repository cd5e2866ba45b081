import { QuarryError } from "@quarry/core";

/** Ends work whose caller has gone. One error for all, for the log: no one receives it. */
export const CALLER_LEFT = new QuarryError(
  "invalid_request",
  "The connection closed before the request was answered.",
);
