import type { Space } from "@quarry/sdk";
import { Icon } from "../components/icon.tsx";
import { text } from "../text/text.ts";
import { chosenSpaces, type PlaygroundSearch, settingsOf } from "./playground-search.ts";
import { Settings } from "./settings.tsx";
import { SpaceChoice } from "./space-choice.tsx";

const words = text.playground.compare;

/** The spaces and the settings of a question, or two settings to compare. */
export function AskSettings(props: {
  search: PlaygroundSearch;
  spaces: readonly Space[];
  onChange: (changes: PlaygroundSearch) => void;
}) {
  const { search, spaces, onChange } = props;
  const { second } = search;
  return (
    <>
      <div className="settings">
        <SpaceChoice
          spaces={spaces}
          chosen={chosenSpaces(search)}
          onChange={(chosen) => onChange({ spaces: chosen.join(",") || undefined })}
        />
        {second === undefined && <Settings settings={search} onChange={onChange} />}
        <button
          type="button"
          className="button small"
          onClick={() => onChange({ second: second ? undefined : settingsOf(search) })}
        >
          <Icon name={second ? "close" : "plus"} size={16} />
          {second ? words.leave : words.open}
        </button>
      </div>
      {second && (
        <div className="compare">
          <fieldset className="compared-settings">
            <legend>{words.first}</legend>
            <div className="settings">
              <Settings settings={search} onChange={onChange} />
            </div>
          </fieldset>
          <fieldset className="compared-settings">
            <legend>{words.second}</legend>
            <div className="settings">
              <Settings
                settings={second}
                onChange={(changes) => onChange({ second: { ...second, ...changes } })}
              />
            </div>
          </fieldset>
        </div>
      )}
    </>
  );
}
