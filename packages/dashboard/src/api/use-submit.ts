import type { CallOptions } from "@quarry/sdk";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isAway } from "./errors.ts";
import { untilDone } from "./keep-going.ts";

/**
 * Sends a form. While the server is away or refuses calls for the moment, it is sent again by itself, and when the person has
 * signed in again, until the form is closed. All attempts of one submission have one key, so the server carries it out once.
 */
export function useSubmit<Values = void, Result = unknown>(form: {
  send: (values: Values, call: CallOptions) => Promise<Result>;
  onSuccess?: (result: Result) => unknown;
  /** True for an error after which the call can be sent again. Default: for all that pass, because calls have a key. */
  mayPass?: (problem: unknown) => boolean;
}) {
  const { send, onSuccess, mayPass = isAway } = form;
  const [passing, setPassing] = useState<unknown>();
  const closing = useRef(new AbortController());
  useEffect(() => {
    if (closing.current.signal.aborted) closing.current = new AbortController();
    return () => closing.current.abort();
  }, []);
  const submission = useMutation({
    mutationFn: async (values: Values) => {
      const headers = { "idempotency-key": newKey() };
      try {
        return await untilDone((signal) => send(values, { headers, signal }), {
          ...{ signal: closing.current.signal, onProblem: setPassing, mayPass },
        });
      } finally {
        setPassing(undefined);
      }
    },
    ...(onSuccess ? { onSuccess } : {}),
  });
  const { isPending, error, mutate, data } = submission;
  return {
    ...{ isPending, mutate, data },
    /** What `FormError` shows. */
    failure: { error: error ?? passing, goesOn: passing !== undefined },
  };
}

/** `crypto.randomUUID` exists only where the page came by HTTPS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}
