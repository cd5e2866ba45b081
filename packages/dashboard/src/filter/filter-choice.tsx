import { useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { Icon } from "../components/icon.tsx";
import { text } from "../text/text.ts";
import { type Filter, readFilter, withCondition } from "./filter.ts";
import { NewCondition } from "./new-condition.tsx";

const words = text.playground.filter;

/** The filter on the metadata of documents, and a dialog to build it. */
export function FilterChoice(props: {
  filter: Filter | undefined;
  onChange: (filter: Filter | undefined) => void;
}) {
  const { filter, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="setting">
      <span className="setting-label">{words.title}</span>
      <button type="button" className="button small space-choice" onClick={() => setOpen(true)}>
        <span className="clip" dir="auto">
          {filter ? JSON.stringify(filter) : words.none}
        </span>
        <Icon name="chevron" size={14} />
      </button>
      {isOpen && <FilterDialog filter={filter} onChange={onChange} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Builds a filter, by its conditions or as JSON. */
export function FilterDialog(props: {
  filter: Filter | undefined;
  onChange: (filter: Filter | undefined) => void;
  onClose: () => void;
}) {
  const { filter, onChange, onClose } = props;
  const [json, setJson] = useState(filter ? JSON.stringify(filter, null, 2) : "");
  const read = json.trim() === "" ? undefined : readFilter(json);
  const isWrong = json.trim() !== "" && read === undefined;
  const apply = (changed: Filter | undefined) => {
    onChange(changed);
    onClose();
  };
  return (
    <Dialog title={words.dialog} onClose={onClose}>
      <div className="form">
        <NewCondition
          onAdd={(condition) => setJson(JSON.stringify(withCondition(read, condition), null, 2))}
        />
        <Field label={words.json} hint={words.jsonHint} error={isWrong ? words.wrong : undefined}>
          {(control) => (
            <textarea
              {...control}
              className="mono"
              rows={6}
              spellCheck={false}
              value={json}
              onChange={(event) => setJson(event.target.value)}
            />
          )}
        </Field>
        <div className="form-actions">
          <button type="button" className="button" onClick={() => apply(undefined)}>
            {words.clear}
          </button>
          <button type="button" className="button primary" disabled={isWrong} onClick={() => apply(read)}>
            {words.apply}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
