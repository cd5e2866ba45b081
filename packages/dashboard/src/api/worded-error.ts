/** An error whose message is for people. `status` is undefined when no call was refused; trying again then changes nothing. */
export class WordedError extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.name = "WordedError";
    this.status = status;
  }
}
