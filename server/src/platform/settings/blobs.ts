import { type Environment, invalid, text } from "./environment.ts";

/** Where uploaded files are stored. */
export type BlobsConfig =
  | { readonly kind: "disk" }
  | {
      readonly kind: "s3";
      readonly bucket: string;
      readonly prefix: string;
      readonly endpoint: string | undefined;
      readonly region: string | undefined;
      readonly accessKeyId: string | undefined;
      readonly secretAccessKey: string | undefined;
    };

/** Reads where uploaded files are stored. The bucket's credentials have the names that AWS tools use. */
export function blobs(env: Environment): BlobsConfig {
  const bucket = text(env, "QUARRY_S3_BUCKET");
  if (bucket === undefined) return { kind: "disk" };
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw invalid("QUARRY_S3_BUCKET", bucket, "must be a valid bucket name");
  const either = (name: string) => text(env, `S3_${name}`) ?? text(env, `AWS_${name}`);
  return {
    kind: "s3",
    bucket,
    prefix: text(env, "QUARRY_S3_PREFIX") ?? "",
    endpoint: either("ENDPOINT"),
    region: either("REGION"),
    accessKeyId: either("ACCESS_KEY_ID"),
    secretAccessKey: either("SECRET_ACCESS_KEY"),
  };
}
