import { text } from "../text/text.ts";
import type { Difference } from "./differences.ts";

const words = text.playground.compare;
const SIGNS = { missing: "−", new: "+", up: "↑", down: "↓" };
const LOOKS = { missing: "failed", new: "busy", up: "", down: "" };

/** Says in words, and with a sign, how a result differs from the results of the other settings. */
export function DifferenceMark({ difference }: { difference: Difference }) {
  const { kind } = difference;
  return (
    <span className={`badge difference ${LOOKS[kind]}`}>
      <span aria-hidden="true">{SIGNS[kind]}</span>
      {wordsOf(difference)}
    </span>
  );
}

function wordsOf(difference: Difference): string {
  switch (difference.kind) {
    case "missing":
      return words.missing;
    case "new":
      return words.new;
    case "up":
      return words.up(difference.by);
    case "down":
      return words.down(difference.by);
  }
}
