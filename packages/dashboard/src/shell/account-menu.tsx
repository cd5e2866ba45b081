import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { Menu, type MenuItem } from "../components/menu.tsx";
import { text } from "../text/text.ts";
import { signOut, switchTo } from "./account-calls.ts";
import { LanguageDialog } from "./language-dialog.tsx";

/** The organization and the person, with the other organizations, the account page, the language and sign-out. */
export function AccountMenu() {
  const { person } = useMe();
  const { organization, organizations, email } = person;
  const [isChoosingLanguage, setChoosingLanguage] = useState(false);
  const switches: MenuItem[] = organizations.map(({ id, name }) => ({
    label: name,
    isChecked: id === organization?.id,
    onChoose: () => void switchTo(id),
  }));
  const items: MenuItem[] = [
    ...(organizations.length > 1 ? switches : []),
    { label: text.app.account, icon: "people", onChoose: () => location.assign("/app/account") },
    { label: text.language.open, icon: "globe", onChoose: () => setChoosingLanguage(true) },
    { label: text.app.reference, icon: "external", onChoose: () => location.assign("/docs") },
    { label: text.app.signOut, icon: "back", onChoose: () => void signOut() },
  ];
  return (
    <>
      <Menu label={text.app.organization} items={items} className="account-button" hasText opens="up">
        <span className="avatar" aria-hidden="true">
          {(organization?.name ?? email).slice(0, 1).toUpperCase()}
        </span>
        <span className="account-names">
          <strong dir="auto">{organization?.name ?? text.app.noOrganization}</strong>
          <span className="faint" dir="auto">
            {email}
          </span>
        </span>
        <Icon name="chevron" size={16} />
      </Menu>
      {isChoosingLanguage && <LanguageDialog onClose={() => setChoosingLanguage(false)} />}
    </>
  );
}
