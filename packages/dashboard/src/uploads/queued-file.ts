import type { PickedFile } from "./picked-files.ts";

/** What became of a file that was sent. */
export interface Sent {
  readonly state: "stored" | "replaced" | "unchanged";
  readonly documentId: string;
}

/** A file in the queue. */
export interface QueuedFile extends PickedFile {
  readonly id: number;
  readonly state: "waiting" | "sending" | "failed" | Sent["state"];
  readonly sentBytes: number;
  /** The document that the file became. */
  readonly documentId?: string;
  /** Why it failed. */
  readonly problem?: string | undefined;
}
