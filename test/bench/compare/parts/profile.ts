import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { topOf } from "../report/profile.ts";
import { quarryTarget } from "../servers/questions.ts";
import type { StagePart } from "./part.ts";

const CONNECTIONS = 8;

/** The server once more, with the runtime's profiler, which makes it slower. */
export const profile: StagePart = {
  name: "profile",
  async measure(context, { quarry, spaceId, size }) {
    const { effort, generator } = context;
    const folder = await mkdtemp(join(tmpdir(), "quarry-compare-profile-"));
    try {
      await quarry.end("SIGTERM");
      await quarry.launch(["--cpu-prof", `--cpu-prof-dir=${folder}`]);
      await quarry.ready();
      const target = await quarryTarget(context, quarry, () => ({ spaceIds: spaceId }));
      const job = { target, connections: CONNECTIONS, from: 0 };
      const warm = await generator.run({ ...job, until: { seconds: effort.warmUpSeconds } });
      const from = Date.now();
      const seconds = effort.secondsPerBlock * 3;
      const { requests } = await generator.run({ ...job, from: warm.requests, until: { seconds } });
      const to = Date.now();
      await quarry.end("SIGTERM");
      const name = `hybrid, ${size.toLocaleString("en")} chunks, ${CONNECTIONS} connections`;
      for (const file of await readdir(folder)) {
        const top = topOf(await Bun.file(join(folder, file)).json(), { name, questions: requests, from, to });
        // The server's other processes inherit no profiler; a file without samples is not the server's.
        if (top.functions.length > 0) await context.recordProfile(top);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
      await quarry.launch();
      await quarry.ready();
    }
  },
};
