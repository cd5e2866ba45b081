import { useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { FormActions } from "../components/form-actions.tsx";
import { Icon } from "../components/icon.tsx";
import { LANGUAGES, type Language, language, saveLanguage } from "../text/language.ts";
import { text } from "../text/text.ts";

const words = text.language;

/** Chooses the language. The page loads again, and the dialog says so when something was typed and not sent. */
export function LanguageDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Language>(language);
  const [isTyped] = useState(hasTypedText);
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          saveLanguage(chosen);
          location.reload();
        }}
      >
        <fieldset className="choices">
          <legend className="visually-hidden">{words.title}</legend>
          {(Object.keys(LANGUAGES) as Language[]).map((each) => (
            <label key={each} className="choice">
              <input
                type="radio"
                name="language"
                value={each}
                checked={each === chosen}
                onChange={() => setChosen(each)}
              />
              <span lang={each}>{LANGUAGES[each]}</span>
            </label>
          ))}
        </fieldset>
        {isTyped && (
          <p className="notice warn">
            <Icon name="alert" />
            <span>{words.typed}</span>
          </p>
        )}
        <FormActions submit={words.use} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** True when a field of the page holds text that was not there before. */
function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "main :is(input, textarea)",
  );
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue);
}
