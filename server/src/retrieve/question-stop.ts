/** Ends the work on a question. */
export interface QuestionStop {
  /** Aborted when the caller leaves or the time is over. Created at the first call: most questions in memory need none. */
  signal(): AbortSignal;
  /** The time is over. */
  now(): void;
  /** The question has been answered. What it left in the background is not stopped any more. */
  end(): void;
}

/** @param caller Returns the signal that is aborted when the caller leaves. */
export function createQuestionStop(caller: (() => AbortSignal) | undefined): QuestionStop {
  let controller: AbortController | undefined;
  let isOver = false;
  let leaving: AbortSignal | undefined;
  const now = () => {
    isOver = true;
    controller?.abort();
  };
  return {
    signal() {
      if (controller) return controller.signal;
      controller = new AbortController();
      leaving = caller?.();
      if (isOver || leaving?.aborted) controller.abort();
      else leaving?.addEventListener("abort", now);
      return controller.signal;
    },
    now,
    end: () => leaving?.removeEventListener("abort", now),
  };
}
