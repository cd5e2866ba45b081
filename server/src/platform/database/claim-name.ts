import type { Log } from "../log/log.ts";
import type { Connect } from "./connection.ts";
import type { Claim } from "./database.ts";

const RETRY_MS = 200;

/**
 * Claims a name with a session-level advisory lock, which the server releases however this process ends. When a restart
 * of the server drops the lock, acquires it again as soon as the server is back.
 * @returns undefined when another process holds a conflicting claim.
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
    // It sends no arrays, whose types the driver would read first.
    fetch_types: false,
    idle_timeout: 0,
    max_lifetime: null,
    onclose: () => {
      if (isHeld && !isReleased) void reacquire();
    },
  });

  async function acquire(): Promise<boolean> {
    const suffix = session.unsafe(isAlone ? "" : "_shared");
    const [row] = await session<{ isFree: boolean }[]>`
      select pg_try_advisory_lock${suffix}(hashtext(${name})) as "isFree"`;
    return row?.isFree === true;
  }

  async function reacquire(): Promise<void> {
    isHeld = false;
    for (let tries = 0; !isReleased && !isHeld; tries += 1) {
      try {
        isHeld = await acquire();
        if (!isHeld && tries % 300 === 0) throw new Error("another process holds the lock");
      } catch (error) {
        if (tries % 300 === 0)
          log.error(`Lost the lock "${name}" and could not acquire it again. Trying again.`, error);
      }
      if (!isHeld) await Bun.sleep(RETRY_MS);
    }
  }

  /** Acquires the shared lock before it releases the exclusive one. PostgreSQL allows this within one session. */
  async function share(): Promise<void> {
    if (!isAlone) return;
    isAlone = false;
    await acquire();
    await session`select pg_advisory_unlock(hashtext(${name}))`;
  }

  async function release(): Promise<void> {
    isReleased = true;
    await session.end({ timeout: 1 });
  }

  try {
    isHeld = await acquire();
  } catch (error) {
    await release();
    throw error;
  }
  if (isHeld) return { share, release };
  await release();
  return undefined;
}
