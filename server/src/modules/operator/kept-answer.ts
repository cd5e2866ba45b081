import type { Clock } from "@quarry/core";

/**
 * Wraps a costly reading: its answer is kept for a time, and calls at the same time share one reading. A failure is not kept.
 */
export function keepAnswer<Answer>(
  read: () => Promise<Answer>,
  { keepMs, clock }: { readonly keepMs: number; readonly clock: Clock },
): () => Promise<Answer> {
  let kept: { readonly answer: Promise<Answer>; readonly untilMs: number } | undefined;
  return () => {
    if (kept && kept.untilMs > clock.now()) return kept.answer;
    const answer = read();
    const started = { answer, untilMs: clock.now() + keepMs };
    kept = started;
    answer.catch(() => {
      if (kept === started) kept = undefined;
    });
    return answer;
  };
}
