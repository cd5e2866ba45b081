const FIRST_MS = 2_000;
const TERMINAL_EVERY_MS = 250;
const LOG_EVERY_MS = 10_000;

/** Shows on stderr how far a piece of work has come, once it has taken over two seconds. */
export class Progress {
  readonly #start = performance.now();
  readonly #terminal = process.stderr.isTTY === true;
  #next = this.#start + FIRST_MS;
  #done = 0;
  #shown = false;

  constructor(
    private readonly what: string,
    private readonly total: number,
  ) {}

  /** Counts `count` more as done. */
  advance(count: number): void {
    this.#done += count;
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + (this.#terminal ? TERMINAL_EVERY_MS : LOG_EVERY_MS);
    const rate = this.#done / this.seconds;
    const left = Math.round((this.total - this.#done) / rate);
    const line = `${this.what}: ${this.#done} of ${this.total}, ${rate.toFixed(1)}/s, ${left} s left`;
    process.stderr.write(this.#terminal ? `\r\x1b[K${line}` : `${line}\n`);
    this.#shown = true;
  }

  /** Seconds since the start. */
  get seconds(): number {
    return (performance.now() - this.#start) / 1000;
  }

  /** Clears the line, and answers the seconds that the work took. */
  end(): number {
    if (this.#shown && this.#terminal) process.stderr.write("\r\x1b[K");
    return this.seconds;
  }
}
