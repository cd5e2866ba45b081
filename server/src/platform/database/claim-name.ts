import type { Log } from "../log/log.ts";
import type { Connect } from "./connection.ts";
import type { Claim } from "./database.ts";

const RETRY_MS = 200;

/**
 * Claims a name with an advisory lock of a session, which the server releases however this process ends. A restart of the
 * server drops the lock; it is taken again as soon as the server is back.
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
  // A separate connection, which holds the lock while it is open.
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
        if (!isHeld && tries % 300 === 0) throw new Error("another process took the lock");
      } catch (error) {
        if (tries % 300 === 0) log.error(`Lost the lock "${name}" and could not take it again yet`, error);
      }
      if (!isHeld) await Bun.sleep(RETRY_MS);
    }
  }

  /** Takes the shared lock before it releases the exclusive one, which is possible within one session. */
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
