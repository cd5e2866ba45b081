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
 * Sends `megabytes` of spaces as a POST over a bare socket and returns the server's answer. A server may refuse and close
 * before it has read the body: `fetch` reports that as a broken connection, while a socket still receives the answer
 * unless the connection reset overtakes it, so this tries up to three times.
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
      // The server may refuse by Content-Length alone; wait for its answer before sending the body.
      setTimeout(send, 300);
    });
    socket.on("data", (data) => {
      received += data.toString();
      // The rest of the body is never sent; let the server finish its answer.
      setTimeout(finish, 300);
    });
    socket.on("error", finish);
    socket.on("close", finish);
  });
}
