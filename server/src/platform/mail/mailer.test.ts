import { expect, test } from "bun:test";
import { quietLog } from "../../../../test/support/quiet-log.ts";
import { createMailer } from "./mailer.ts";

test("a mailer whose SMTP URL cannot be used logs it, and closes without an error", async () => {
  const logged: string[] = [];
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", onUnhandled);
  try {
    const mailer = createMailer(
      // A host that is a URL, and no name of a machine.
      { smtpUrl: "smtp://someone@%5B", from: "quarry@example.com" },
      { ...quietLog, error: (message) => void logged.push(message) },
    );
    await mailer.send({ to: "one@example.com", subject: "Hello", text: "Hello." });
    expect(logged).toEqual(["Could not send a mail"]);
    mailer.close();
    await Bun.sleep(10);
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", onUnhandled);
  }
});
