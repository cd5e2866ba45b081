import { watched } from "./trouble.ts";

const AGAIN_MS = 2_000;
const send = watched((url, init) => fetch(url, init));

/**
 * Loads a part of the dashboard. While the server cannot be reached it tries again: the router would load the whole page
 * again, and what was typed would be lost. A part that a reachable server lacks is of an older version; then it throws.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let isLast = false; ; ) {
    try {
      return await load();
    } catch (error) {
      if (isLast) throw error;
    }
    isLast = await isReachable();
    if (!isLast) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** True when the server answers, and is ready. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await send("/health", {})).ok;
  } catch {
    return false;
  }
}
