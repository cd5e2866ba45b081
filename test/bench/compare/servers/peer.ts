/** A server that is measured. */
export interface MeasuredServer {
  readonly origin: string;
  /** Its processes; their descendants count, too. */
  processes(): readonly number[];
  stop(): Promise<void>;
}
