/** Polls until `ask` returns a value; the timeout error names `what`. */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined> | Answer | undefined,
  limitMs = 20_000,
): Promise<Answer> {
  for (const end = Date.now() + limitMs; Date.now() < end; ) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await Bun.sleep(20);
  }
  throw new Error(`Waited ${limitMs} ms for ${what}`);
}
