import { connect } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

interface RawUpload {
  readonly headers: Record<string, string>;
  readonly megabytes: number;
  readonly chunked: boolean;
}

/**
 * Sends `megabytes` of spaces as a POST over a bare socket, and answers what the server says. A server may refuse
 * before it has read everything and then close: `fetch` reports that as a broken connection, a socket has the answer,
 * unless the reset overtakes it. Hence the second and the third try.
 */
export async function uploadSpaces(address: string, upload: RawUpload): Promise<RawAnswer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await uploadOnce(address, upload);
    } catch (problem) {
      if (tries === 3) throw problem;
    }
  }
}

function uploadOnce(address: string, { headers, megabytes, chunked }: RawUpload): Promise<RawAnswer> {
  const { hostname, port, pathname } = new URL(address);
  const piece = Buffer.alloc(1_048_576, " ");
  const framed = chunked ? Buffer.concat([Buffer.from("100000\r\n"), piece, Buffer.from("\r\n")]) : piece;
  const length: Record<string, string> = chunked
    ? { "Transfer-Encoding": "chunked" }
    : { "Content-Length": String(megabytes * piece.length) };
  const sent = { Host: `${hostname}:${port}`, Connection: "close", ...length, ...headers };
  const head = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);

  return new Promise((answer, fail) => {
    const socket = connect(Number(port), hostname);
    let received = "";
    let left = megabytes;
    const finish = (): void => {
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
      if (status === undefined) fail(new Error(`No HTTP answer, only: ${received.slice(0, 200)}`));
      else answer({ status: Number(status), body: received.split("\r\n\r\n").slice(1).join("\r\n\r\n") });
    };
    const send = (): void => {
      if (received !== "" || socket.destroyed) return;
      if (left > 0) {
        left -= 1;
        socket.write(framed, () => setImmediate(send));
      } else if (chunked) {
        socket.write("0\r\n\r\n");
      }
    };
    socket.on("connect", () => {
      socket.write(`POST ${pathname} HTTP/1.1\r\n${head.join("")}\r\n`);
      // A length alone can be refused: the answer to it must not be lost in the noise of a body.
      setTimeout(send, 300);
    });
    socket.on("data", (data) => {
      received += data.toString();
      // What is not sent by now never will be, so a server that reads on would wait: let it finish its answer.
      setTimeout(finish, 300);
    });
    socket.on("error", finish);
    socket.on("close", finish);
  });
}
