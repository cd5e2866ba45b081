import type { MemberRules, PluginCalls } from "./plugin-calls.ts";

/**
 * Reads what a plug-in streams, with a deadline for each step.
 * @param faultOf Returns what is wrong with a step; undefined when nothing is.
 * @throws QuarryError `unavailable`.
 */
export async function* guardedSteps<Item>(
  call: PluginCalls["call"],
  rules: MemberRules,
  open: () => AsyncIterable<Item>,
  faultOf?: (step: IteratorResult<Item>) => string | undefined,
): AsyncGenerator<Item> {
  let items: AsyncIterator<Item> | undefined;
  try {
    for (;;) {
      const step = await call(
        rules,
        () => {
          items ??= open()[Symbol.asyncIterator]();
          return items.next();
        },
        faultOf,
      );
      if (step.done) return;
      yield step.value;
    }
  } finally {
    // Not awaited: a stream that hangs also hangs here.
    void items?.return?.()?.catch(() => undefined);
  }
}
