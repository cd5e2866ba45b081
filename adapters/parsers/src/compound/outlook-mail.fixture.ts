import { burn } from "@kenjiuno/msgreader/lib/Burner";
import { TypeEnum } from "@kenjiuno/msgreader/lib/Reader";

/** A mail of Outlook with properties by their tags. */
export function msgOf(properties: Readonly<Record<string, string>>): Uint8Array {
  const streams: [string, Uint8Array][] = [
    ["__properties_version1.0", new Uint8Array(32)],
    ...Object.entries(properties).map(([tag, text]): [string, Uint8Array] => [
      `__substg1.0_${tag}001F`,
      Buffer.from(text, "utf16le"),
    ]),
  ];
  return burn([
    { name: "Root Entry", type: TypeEnum.ROOT, length: 0, children: streams.map((_, at) => at + 1) },
    ...streams.map(([name, bytes]) => ({
      ...{ name, type: TypeEnum.DOCUMENT, length: bytes.length },
      binaryProvider: () => bytes,
    })),
  ]);
}
