import { expect, test } from "bun:test";

const EXIT_MS = 3000;

test("a process that ended its watch exits", async () => {
  const source = `
    import { watchPeak } from "${import.meta.resolve("./watch-peak.ts")}";
    const peak = watchPeak([process.pid]);
    if (peak() > 0) console.log("watched");
  `;
  const child = Bun.spawn([process.execPath, "-e", source], { timeout: EXIT_MS });
  expect(await child.exited).toBe(0);
  expect(await new Response(child.stdout).text()).toBe("watched\n");
});
