import { readFileSync, statSync } from "node:fs";

/** The user that PostgreSQL's processes run as. */
export interface ProcessUser {
  readonly uid: number;
  readonly gid: number;
}

/** In order of preference: the user that PostgreSQL's packages create, and the unprivileged user of most systems. */
const UNPRIVILEGED = ["postgres", "nobody"];
/** For systems that define neither. */
const FALLBACK_USER: ProcessUser = { uid: 65534, gid: 65534 };

/**
 * Chooses the user for PostgreSQL, which refuses to run as root. Returns undefined for the user of this process.
 * @param folder The cluster's folder. Its owner, if not root, remains the user, also when the service's image changes.
 */
export function chooseUser(folder: string): ProcessUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = readUsers();
  return UNPRIVILEGED.map((name) => users.get(name)).find((user) => user !== undefined) ?? FALLBACK_USER;
}

function readUsers(): Map<string, ProcessUser> {
  let text = "";
  try {
    text = readFileSync("/etc/passwd", "utf8");
  } catch {
    // Some container images have no such file.
  }
  const rows = text.split("\n").map((line) => line.split(":"));
  return new Map(
    rows
      .map(([name = "", , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }] as const)
      .filter(([, { uid, gid }]) => uid > 0 && Number.isInteger(gid)),
  );
}
