import type { Mailer } from "../../../platform/mail/mailer.ts";
import { PAGES } from "../page-paths.ts";

/** Who a mail is for. */
export interface Addressee {
  readonly user: { readonly email: string; readonly name: string };
}

/** The mails of authentication; their links lead to `publicUrl`. */
export function createAuthMails(mailer: Mailer, publicUrl: string) {
  return {
    async resetPassword({ user, token }: Addressee & { readonly token: string }): Promise<void> {
      const link = `${publicUrl}${PAGES.resetPassword}?token=${encodeURIComponent(token)}`;
      // Not waited for: how long the answer takes must not tell whether the address is known.
      void mailer.send({
        to: user.email,
        subject: "Choose a new password for Quarry",
        text: `Somebody, hopefully you, asked for a new password. Choose it within the hour:\n\n${link}\n\nIf it was not you, nothing has changed and you need do nothing.\n`,
      });
    },

    async verifyAddress({ user, url }: Addressee & { readonly url: string }): Promise<void> {
      void mailer.send({
        to: user.email,
        subject: "Is this your address?",
        text: `Somebody signed up to Quarry with this address. If it was you, say so:\n\n${url}\n`,
      });
    },

    async invite(invitation: {
      readonly id: string;
      readonly email: string;
      readonly role: string;
      readonly organization: { readonly name: string };
      readonly inviter: { readonly user: { readonly email: string } };
    }): Promise<void> {
      const { id, email, role, organization, inviter } = invitation;
      void mailer.send({
        to: email,
        subject: `${inviter.user.email} invites you to ${organization.name} on Quarry`,
        text: `You are invited to ${organization.name} as ${role}. Join within seven days:\n\n${publicUrl}${PAGES.invitation}?id=${encodeURIComponent(id)}\n`,
      });
    },
  };
}
