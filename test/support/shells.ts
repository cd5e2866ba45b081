/** True where there is such a shell. */
export function hasShell(name: string): boolean {
  return Bun.which(name) !== null;
}
