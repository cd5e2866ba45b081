/**
 * @module
 * Stores of original bytes.
 */
export { createDiskBlobStore } from "./disk.ts";
