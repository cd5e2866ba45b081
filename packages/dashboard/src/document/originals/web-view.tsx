import type { Document } from "@quarry/sdk";
import { text } from "../../text/text.ts";
import { decodeText } from "./decode-text.ts";
import { HtmlFrame } from "./html-frame.tsx";
import { type Bytes, ReadOriginal } from "./read-original.tsx";

const words = text.original;
const MAX_BYTES = 2_000_000;
/** Browsers look for a declared encoding in as many bytes. */
const DECLARED_WITHIN_BYTES = 1024;

/** An HTML file, without what it would load or run. */
export function WebView({ document }: { document: Document }) {
  return (
    <ReadOriginal
      document={document}
      maxBytes={MAX_BYTES}
      read={(bytes: Bytes) => decodeText(bytes, declaredEncoding(bytes))}
    >
      {(html) => (
        <>
          <p className="faint">{words.withoutRemote}</p>
          <HtmlFrame html={html} title={words.frameOf(document.filename)} />
        </>
      )}
    </ReadOriginal>
  );
}

function declaredEncoding(bytes: Bytes): string | undefined {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, DECLARED_WITHIN_BYTES));
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1];
}
