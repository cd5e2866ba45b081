import { useState } from "react";
import { text } from "../text/text.ts";
import { type Condition, OPERATORS, type Operator } from "./filter.ts";

const words = text.playground.filter;

/** A row that adds a condition: a field, how it is compared, and with what. */
export function NewCondition({ onAdd }: { onAdd: (condition: Condition) => void }) {
  const [field, setField] = useState("");
  const [operator, setOperator] = useState<Operator>("$eq");
  const [value, setValue] = useState("");
  return (
    <fieldset className="condition">
      <legend>{words.condition}</legend>
      <input
        aria-label={words.field}
        placeholder={words.field}
        dir="auto"
        value={field}
        onChange={(event) => setField(event.target.value)}
      />
      <select
        aria-label={words.operator}
        value={operator}
        onChange={(event) => setOperator(event.target.value as Operator)}
      >
        {OPERATORS.map((each) => (
          <option key={each} value={each}>
            {words.operators[each]}
          </option>
        ))}
      </select>
      <input
        aria-label={words.value}
        placeholder={words.value}
        dir="auto"
        value={value}
        disabled={operator === "$exists"}
        onChange={(event) => setValue(event.target.value)}
      />
      <button
        type="button"
        className="button"
        disabled={field.trim() === ""}
        onClick={() => onAdd({ field: field.trim(), operator, value })}
      >
        {words.add}
      </button>
    </fieldset>
  );
}
