import type { Log } from "../log/log.ts";
import type { MailConfig } from "../settings/accounts.ts";

/** A message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail. */
export interface Mailer {
  /** Resolves when the mail is sent or has failed. A failure is logged, not thrown. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 15_000;

/** Creates a mailer for an SMTP server. Without one, it writes the mails to the log. */
export function createMailer(config: MailConfig | undefined, log: Log): Mailer {
  if (!config)
    return {
      send: async ({ to, subject, text }) =>
        log.announce(`Mail to ${to} (set QUARRY_SMTP_URL to send it): ${subject}\n${text}`),
      close: () => undefined,
    };
  const { smtpUrl, from } = config;
  let transport: ReturnType<typeof openTransport> | undefined;
  return {
    async send(mail) {
      transport ??= openTransport(smtpUrl);
      try {
        await (await transport).sendMail({ from, ...mail });
      } catch (error) {
        log.error("Could not send a mail", error);
      }
    },
    // `send` has logged why there is none.
    close: () =>
      void transport?.then(
        (opened) => opened.close(),
        () => undefined,
      ),
  };
}

/** Loads the mail library with the first mail. */
async function openTransport(smtpUrl: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
}
