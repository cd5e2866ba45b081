import type { EvaluationQuery } from "@quarry/sdk";
import { useId, useState } from "react";
import { Icon } from "../components/icon.tsx";
import { text } from "../text/text.ts";

const words = text.evaluations;
const GRADE_MAX = 10;

/** The documents that answer a golden query, each with its grade: the fields `filename` and `grade` of a form. */
export function RelevantFields({ before = [] }: { before?: EvaluationQuery["relevant"] }) {
  const [rows, setRows] = useState(Math.max(1, before.length));
  const hintId = useId();
  return (
    <fieldset className="field relevant" aria-describedby={hintId}>
      <legend>{words.answeredBy}</legend>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="relevant-row">
          <input
            name="filename"
            dir="auto"
            aria-label={words.document(row + 1)}
            required={row === 0}
            defaultValue={before[row]?.filename}
          />
          <input
            name="grade"
            type="number"
            min={0}
            max={GRADE_MAX}
            step="any"
            aria-label={words.grade(row + 1)}
            defaultValue={before[row]?.grade ?? 1}
          />
        </div>
      ))}
      <p id={hintId} className="field-hint">
        {words.answeredByHint}
      </p>
      <button type="button" className="button small" onClick={() => setRows(rows + 1)}>
        <Icon name="plus" size={16} />
        {words.addDocument}
      </button>
    </fieldset>
  );
}
