import type { ProfileTop } from "./profile.ts";

/** Formats a profile's functions. */
export function profileTable({ functions }: ProfileTop): string {
  const rows = functions.map(
    ({ place, share, micros }) => `| \`${place}\` | ${(share * 100).toFixed(1)} % | ${micros.toFixed(0)} |`,
  );
  return ["| self | share | µs each |", "|---|---|---|", ...rows].join("\n");
}
