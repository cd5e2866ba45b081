import { callAccount } from "../api/account.ts";

/** Switches to another organization. Loads the page again, because every list belongs to the organization. */
export async function switchTo(organizationId: string): Promise<void> {
  await callAccount("organization/set-active", { organizationId });
  location.assign("/app");
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  await callAccount("sign-out", {});
  location.assign("/app/sign-in");
}
