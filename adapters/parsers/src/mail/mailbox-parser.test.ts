import { expect, test } from "bun:test";
import { outline, parse, parseErrorMessage } from "../parsing.fixture.ts";

const DATE = "Mon Nov 23 12:00:00 2026";
const mail = (subject: string, body: string, header = "") =>
  `From ada@example.org ${DATE}\nFrom: Ada <ada@example.org>\nSubject: ${subject}\n${header}\n${body}\n\n`;

test.each(["box.mbox", "box", "box.txt"])("the mails of a mailbox are sections (%s)", async (filename) => {
  const source =
    mail("Tides", "High water.\n\n>From the sea it came.\nFrom here on, text.") +
    mail(
      "=?utf-8?Q?Gr=C3=BC=C3=9Fe?=",
      "Sch=C3=B6n.",
      "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n",
    ) +
    mail("", "No subject.");
  const document = await parse(filename, source);
  expect(document.mimeType).toBe("application/mbox");
  expect(outline(document)).toEqual([
    "heading1: Tides",
    "paragraph: From: Ada <ada@example.org>",
    "paragraph: High water.",
    "paragraph: From the sea it came.\nFrom here on, text.",
    "heading1: Grüße",
    "paragraph: From: Ada <ada@example.org>",
    "paragraph: Schön.",
    "heading1: Mail without a subject",
    "paragraph: From: Ada <ada@example.org>",
    "paragraph: No subject.",
  ]);
});

test("attachments of a mailbox are counted in a warning", async () => {
  const body =
    "--b\nContent-Type: text/plain\n\nSee the file.\n--b\nContent-Type: text/csv\nContent-Disposition: attachment; filename=a.csv\n\n1,2\n--b--";
  const source = mail("Tides", body, "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n").repeat(
    2,
  );
  const document = await parse("box.mbox", source);
  expect(document.text).toContain("Attachments: a.csv");
  expect(document.warnings).toEqual([expect.stringContaining("2 attachments were not read")]);
});

test("text that starts with From is not a mailbox", async () => {
  for (const text of ["From here to there: a walk.\nNote: it is long.", `From ada ${DATE}\nno header here`])
    expect((await parse("walk.txt", text)).mimeType).toBe("text/plain");
  expect(await parseErrorMessage(parse("walk.mbox", "From here to there."))).toContain("not a mailbox");
});

test("a mailbox with thousands of mails is read in linear time", async () => {
  const start = performance.now();
  const { blocks } = await parse("box.mbox", mail("Tides", "High water.\n\nFrom x").repeat(3000));
  expect(blocks).toHaveLength(12_000);
  expect(performance.now() - start).toBeLessThan(10_000);
});
