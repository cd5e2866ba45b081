import { printMessage } from "./output.ts";

const FIRST_NOTICE_MS = 2000;
const NEXT_NOTICE_MS = 5000;

/** Waits for an operation. If it takes over two seconds, prints notices to stderr until it is done. */
export async function withSlowNotice<Result>(label: string, work: Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const notify = (): void => {
    printMessage(`... ${label}, ${Math.round((performance.now() - startedAt) / 1000)} s`);
    timer = setTimeout(notify, NEXT_NOTICE_MS);
  };
  let timer = setTimeout(notify, FIRST_NOTICE_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
