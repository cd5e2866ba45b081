/** A point in time as OpenAI's API shows it: seconds since 1970. */
export function toSeconds(instant: Date | string): number {
  return Math.floor(new Date(instant).getTime() / 1000);
}
