import { Field } from "../components/field.tsx";
import { integer } from "../text/format.ts";
import { text } from "../text/text.ts";
import { mostOverlap, readChunking, TOKENS, type TypedChunking } from "./chunking-settings.ts";

const words = text.spaces.settings;

/** The fields of chunking settings. A wrong value says what is allowed. */
export function ChunkingFields(props: { typed: TypedChunking; onChange: (typed: TypedChunking) => void }) {
  const { typed, onChange } = props;
  const { isLengthValid, isOverlapValid } = readChunking(typed);
  const most = mostOverlap(typed.maxTokens);
  return (
    <>
      <Field
        label={words.maxTokens}
        hint={words.maxTokensHint}
        error={isLengthValid ? undefined : words.wrong(integer(TOKENS.min), integer(TOKENS.max))}
      >
        {(control) => (
          <input
            {...{ ...control, ...TOKENS, type: "number", required: true }}
            value={typed.maxTokens}
            onChange={({ target }) => onChange({ ...typed, maxTokens: target.value })}
          />
        )}
      </Field>
      <Field
        label={words.overlapTokens}
        hint={words.overlapTokensHint}
        error={isOverlapValid ? undefined : words.wrong(integer(0), integer(most))}
      >
        {(control) => (
          <input
            {...{ ...control, type: "number", required: true, min: 0, max: most }}
            value={typed.overlapTokens}
            onChange={({ target }) => onChange({ ...typed, overlapTokens: target.value })}
          />
        )}
      </Field>
    </>
  );
}
