const DELAY_MS = 2_000;
const TERMINAL_INTERVAL_MS = 250;
const LOG_INTERVAL_MS = 10_000;

/** Reports the progress of a task on stderr once it has taken more than two seconds. */
export class Progress {
  readonly #start = performance.now();
  readonly #terminal = process.stderr.isTTY === true;
  #next = this.#start + DELAY_MS;
  #done = 0;
  #shown = false;

  constructor(
    private readonly name: string,
    private readonly total: number,
  ) {}

  /** Adds `count` finished items. */
  advance(count: number): void {
    this.#done += count;
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + (this.#terminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS);
    const rate = this.#done / this.seconds;
    const left = Math.round((this.total - this.#done) / rate);
    const line = `${this.name}: ${this.#done} of ${this.total}, ${rate.toFixed(1)}/s, ${left} s left`;
    process.stderr.write(this.#terminal ? `\r\x1b[K${line}` : `${line}\n`);
    this.#shown = true;
  }

  /** Seconds since the start. */
  get seconds(): number {
    return (performance.now() - this.#start) / 1000;
  }

  /** Clears the line and returns the duration in seconds. */
  end(): number {
    if (this.#shown && this.#terminal) process.stderr.write("\r\x1b[K");
    return this.seconds;
  }
}
