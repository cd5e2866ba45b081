import type { Log } from "../log/log.ts";
import type { Connect } from "./connection.ts";
import type { Claim } from "./database.ts";

const RETRY_MS = 200;

/**
 * Takes a name on a PostgreSQL server by a session's lock, which the server frees however this process ends. When the
 * server restarts the lock is gone, and is taken again as soon as the server is back.
 */
export async function claimName(
  connect: Connect,
  name: string,
  mode: "alone" | "shared",
  log: Log,
): Promise<Claim | undefined> {
  let isAlone = mode === "alone";
  let isHeld = false;
  let isReleased = false;
  // A connection of its own, which holds the lock as long as it lives.
  const session = connect({
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onclose: () => {
      if (isHeld && !isReleased) void takeAgain();
    },
  });

  async function take(): Promise<boolean> {
    const suffix = session.unsafe(isAlone ? "" : "_shared");
    const [row] = await session<{ isFree: boolean }[]>`
      select pg_try_advisory_lock${suffix}(hashtext(${name})) as "isFree"`;
    return row?.isFree === true;
  }

  async function takeAgain(): Promise<void> {
    isHeld = false;
    for (let tries = 0; !isReleased && !isHeld; tries += 1) {
      try {
        isHeld = await take();
        if (!isHeld && tries % 300 === 0) throw new Error("another process took the database meanwhile");
      } catch (error) {
        if (tries % 300 === 0) log.error(`the lock "${name}" was lost and is not there again yet`, error);
      }
      if (!isHeld) await Bun.sleep(RETRY_MS);
    }
  }

  /** One session may hold the lock both ways, two may not. */
  async function share(): Promise<void> {
    if (!isAlone) return;
    isAlone = false;
    await take();
    await session`select pg_advisory_unlock(hashtext(${name}))`;
  }

  async function release(): Promise<void> {
    isReleased = true;
    await session.end({ timeout: 1 });
  }

  try {
    isHeld = await take();
  } catch (error) {
    await release();
    throw error;
  }
  if (isHeld) return { share, release };
  await release();
  return undefined;
}
