/**
 * @module
 * Blob stores, which keep the original files.
 */
export { createDiskBlobStore } from "./disk.ts";
export { createS3BlobStore, type S3Options } from "./s3.ts";
