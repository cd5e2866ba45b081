/** True when this shell is installed. */
export function hasShell(name: string): boolean {
  return Bun.which(name) !== null;
}
