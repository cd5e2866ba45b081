import { createServer, type Socket } from "node:net";
import { until } from "./until.ts";

/** A received mail with its decoded body. */
export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail server on loopback that accepts all mail. */
export interface SmtpReceiver {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Waits until `count` mails have arrived at this address; returns the last. */
  got(to: string, count?: number): Promise<ReceivedMail>;
  stop(): void;
}

/** Starts the mail server. */
export async function startSmtpReceiver(): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    converse(socket, (mail) => mails.push(mail));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    got: (to, count = 1) =>
      until(`${count} mails to ${to}`, () => mails.filter((mail) => mail.to === to).at(count - 1)),
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function converse(socket: Socket, received: (mail: ReceivedMail) => void): void {
  let [seen, to, isData] = ["", "", false];
  const say = (line: string) => void socket.write(`${line}\r\n`);
  say("220 receiver");
  socket.on("data", (piece) => {
    seen += piece.toString("latin1");
    for (let end = seen.indexOf(isData ? "\r\n.\r\n" : "\r\n"); end >= 0; ) {
      const part = seen.slice(0, end);
      seen = seen.slice(end + (isData ? 5 : 2));
      if (isData) {
        received({ to, ...read(part) });
        isData = false;
        say("250 taken");
      } else {
        to = /^RCPT TO:<(.+)>/i.exec(part)?.[1] ?? to;
        isData = /^DATA/i.test(part);
        say(isData ? "354 go on" : /^QUIT/i.test(part) ? "221 bye" : "250 receiver");
      }
      end = seen.indexOf(isData ? "\r\n.\r\n" : "\r\n");
    }
  });
}

function read(mail: string): { subject: string; text: string } {
  const [head = "", ...rest] = mail.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n").replace(/^\.\./gm, ".");
  const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(head);
  const bytes = isQuoted
    ? body
        .replace(/=\r\n/g, "")
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
  return {
    subject: /^subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1]?.replace(/\r\n/g, "") ?? "",
    text: Buffer.from(bytes, "latin1").toString("utf8"),
  };
}
