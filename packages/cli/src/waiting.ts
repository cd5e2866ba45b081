import { tell } from "./printing.ts";

const FIRST_MS = 2000;
const NEXT_MS = 5000;

/** Waits for something, and says so on the standard error output when it takes over two seconds. */
export async function waiting<Result>(what: string, work: Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const say = (): void => {
    tell(`... ${what}, ${Math.round((performance.now() - startedAt) / 1000)} s`);
    timer = setTimeout(say, NEXT_MS);
  };
  let timer = setTimeout(say, FIRST_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
