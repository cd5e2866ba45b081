import OpenAI, { type APIError } from "openai";
import type { InProcessApp } from "../support/in-process-app.ts";

/** OpenAI's own client over the application, which polls fast. */
export function openAiClient(app: InProcessApp, apiKey = app.rootKey): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: "http://localhost/openai/v1",
    maxRetries: 0,
    fetch: (url, init) => app.app.handle(new Request(String(url), init)),
  });
}

/** How often the tests poll. */
export const POLL = { pollIntervalMs: 50 };

/** A file to upload. */
export function textFile(name: string, text: string, type = "text/markdown"): File {
  return new File([text], name, { type });
}

/** The error that a call ends with. */
export async function refusal(call: PromiseLike<unknown>): Promise<APIError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof OpenAI.APIError) return error;
    throw error;
  }
  throw new Error("the call was not refused");
}
