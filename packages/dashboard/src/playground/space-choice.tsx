import type { Space } from "@quarry/sdk";
import { useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { SearchField } from "../components/search-field.tsx";
import { SpaceIcon } from "../components/space-icon.tsx";
import { matchesWords } from "../spaces/spaces-search.ts";
import { list } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.playground;

/** The chosen spaces, and a dialog to choose others. */
export function SpaceChoice(props: {
  spaces: readonly Space[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { spaces, chosen, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const names = chosen.map(
    (slug) => spaces.find((space) => space.slug === slug || space.id === slug)?.name ?? slug,
  );
  return (
    <div className="setting">
      <span className="setting-label">{words.spaces}</span>
      <button type="button" className="button small space-choice" onClick={() => setOpen(true)}>
        <Icon name="layers" size={16} />
        <span className="clip" dir="auto">
          {names.length === 0 ? words.recommended : list(names)}
        </span>
        <Icon name="chevron" size={14} />
      </button>
      {isOpen && (
        <ChoiceDialog spaces={spaces} chosen={chosen} onChange={onChange} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}

function ChoiceDialog(props: {
  spaces: readonly Space[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  onClose: () => void;
}) {
  const { spaces, chosen, onChange, onClose } = props;
  const [filter, setFilter] = useState("");
  const isChosen = ({ id, slug }: Space) => chosen.includes(slug) || chosen.includes(id);
  const toggle = (space: Space) =>
    onChange(
      isChosen(space)
        ? chosen.filter((name) => name !== space.slug && name !== space.id)
        : [...chosen, space.slug],
    );
  return (
    <Dialog title={words.chooseSpaces} onClose={onClose}>
      <div className="form">
        <p className="faint">{words.chooseHint}</p>
        <SearchField label={text.spaces.search} value={filter} onChange={setFilter} />
        <ul className="choice-list">
          {spaces
            .filter((space) => matchesWords(filter, space))
            .map((space) => (
              <li key={space.id}>
                <label className="choice">
                  <input type="checkbox" checked={isChosen(space)} onChange={() => toggle(space)} />
                  <SpaceIcon icon={space.icon} />
                  <span className="clip" dir="auto">
                    {space.name}
                  </span>
                </label>
              </li>
            ))}
        </ul>
        <div className="form-actions">
          <button
            type="button"
            className="button"
            disabled={chosen.length === 0}
            onClick={() => onChange([])}
          >
            {words.chooseNone}
          </button>
          <button type="button" className="button primary" onClick={onClose}>
            {words.chooseDone}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
