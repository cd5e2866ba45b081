/** Prints a line with the seconds since the start of the process. */
export function print(line: string): void {
  console.log(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${line}`);
}
