/** Runs samples. A line of the input names a file, a line of the output says what it printed. */
class Enough extends Error {}

for await (const line of console) {
  const job = JSON.parse(line) as { readonly file: string; readonly until: string | null };
  const printed: unknown[] = [];
  console.log = (...values: unknown[]) => {
    printed.push(...values);
    if (job.until !== null && JSON.stringify(values).includes(job.until)) throw new Enough();
  };
  let problem: string | null = null;
  try {
    await import(job.file);
  } catch (error) {
    if (!(error instanceof Enough)) problem = Bun.inspect(error);
  }
  process.stdout.write(`${JSON.stringify({ printed, problem })}\n`);
}
