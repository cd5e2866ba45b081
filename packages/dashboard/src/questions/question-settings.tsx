import type { CallOptions, QuestionLogSettings, QuestionRecording } from "@quarry/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { useSubmit } from "../api/use-submit.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormError } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { integer } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.questions;
/** From the least that is kept to the most. */
const RECORDINGS = ["off", "without_texts", "on"] as const satisfies QuestionRecording[];
const DAYS = { min: 1, max: 365 };

/** What the log keeps, in plain words, and for how long. */
export function QuestionSettings({ settings }: { settings: QuestionLogSettings }) {
  const { quarry, may } = useMe();
  const queries = useQueryClient();
  const [recording, setRecording] = useState(settings.recording);
  const [keepDays, setKeepDays] = useState(settings.keepDays);
  const [asking, setAsking] = useState<"change" | "deletion">();
  const changed = () => queries.invalidateQueries({ queryKey: ["questions"] });
  const save = async (call: CallOptions) => {
    await quarry.questions.updateSettings({ recording, keepDays }, call);
    await changed();
    showToast(words.saved);
  };
  const saving = useSubmit({ send: (_: undefined, call) => save(call) });
  const removes = RECORDINGS.indexOf(recording) < RECORDINGS.indexOf(settings.recording);
  const isChanged = recording !== settings.recording || keepDays !== settings.keepDays;
  return (
    <details className="panel question-settings" open={settings.recording === "off"}>
      <summary>
        <h2>{words.settings}</h2>
        <span className="faint">{words.recording[settings.recording]}</span>
      </summary>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (removes) setAsking("change");
          else saving.mutate(undefined);
        }}
      >
        <fieldset className="choices">
          <legend className="visually-hidden">{words.settings}</legend>
          {RECORDINGS.map((each) => (
            <label key={each} className="choice">
              <input
                type="radio"
                name="recording"
                checked={recording === each}
                onChange={() => setRecording(each)}
              />
              <span>
                {words.recording[each]} <span className="faint">{words.recordingHints[each]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Field label={words.keepDays} hint={words.keepDaysHint}>
          {(control) => (
            <input
              {...{ ...control, ...DAYS, type: "number", required: true, className: "question-days" }}
              value={Number.isNaN(keepDays) ? "" : keepDays}
              onChange={(event) => setKeepDays(event.target.valueAsNumber)}
            />
          )}
        </Field>
        <p className="faint">{words.who}</p>
        {settings.dropped > 0 && <p className="faint">{words.dropped(integer(settings.dropped))}</p>}
        <FormError {...saving.failure} />
        <div className="form-actions">
          {settings.recording !== "off" && may("apikeys:delete") && (
            <button type="button" className="button" onClick={() => setAsking("deletion")}>
              {words.deleteAll}
            </button>
          )}
          <button type="submit" className="button primary" disabled={!isChanged || saving.isPending}>
            {text.action.save}
          </button>
        </div>
      </form>
      {asking === "change" && recording !== "on" && (
        <ConfirmDialog
          title={words.removeTitle}
          hint={words.removeHints[recording]}
          action={words.remove}
          onConfirm={save}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === "deletion" && (
        <ConfirmDialog
          title={words.deleteTitle}
          hint={words.deleteHint}
          action={words.deleteAll}
          onConfirm={async () => {
            const { deleted } = await quarry.questions.deleteAll();
            await changed();
            showToast(words.deleted(deleted));
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </details>
  );
}
