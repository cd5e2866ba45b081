import { useMe } from "../../api/person.tsx";
import { text } from "../../text/text.ts";
import { signOut } from "../account-calls.ts";
import type { ActionName } from "./action-dialog.tsx";
import type { Command } from "./command.ts";

/** What can be done from every page, as far as the person's role allows it. */
export function useActions(open: (name: ActionName) => void): Command[] {
  const { person, may } = useMe();
  const action = (key: string, icon: Command["icon"], label: string, run: () => void): Command => ({
    ...{ key: `action-${key}`, icon, label, run },
    kind: text.palette.action,
  });
  const leave = [
    action("account", "people", text.app.account, () => location.assign("/app/account")),
    action("language", "globe", text.language.title, () => open("language")),
    action("reference", "external", text.app.reference, () => location.assign("/docs")),
    action("sign-out", "back", text.app.signOut, () => void signOut()),
  ];
  const { organization } = person;
  if (!organization) return leave;
  return [
    action("space", "plus", text.spaces.create, () => open("space")),
    ...(may("apikeys:write")
      ? [
          action("key", "key", text.keys.create, () => open("key")),
          action("webhook", "send", text.webhooks.create, () => open("webhook")),
        ]
      : []),
    ...(organization.role === "member"
      ? []
      : [action("invite", "people", text.people.invite, () => open("invite"))]),
    ...leave,
  ];
}
