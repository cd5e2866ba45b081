import { dlopen, ptr } from "bun:ffi";
import { closeSync, openSync, read, writeSync } from "node:fs";

/** Answers the kernel's calls for one file. */
export interface FileCalls {
  read(offset: number, length: number): Uint8Array;
  write(offset: number, bytes: Uint8Array): void;
  sync(): void;
}

const OPCODE = {
  ...{ forget: 2, getattr: 3, setattr: 4, open: 14, read: 15, write: 16, release: 18, fsync: 20, flush: 25 },
  ...{ init: 26, interrupt: 36, batchForget: 42 },
};
const IN_HEADER = 40;
const OUT_HEADER = 16;
const MAX_WRITE = 1 << 20;
const EIO = 5;
const ENOSYS = 38;
const BIG_WRITES = 1 << 5;
const MAX_PAGES = 1 << 22;
const REGULAR_FILE = 0o100600;
/** The kernel may remember the attributes this long: nothing else changes them. */
const VALID_SECONDS = 3600n;

/**
 * Mounts a file system that consists of one file over an existing file. Requires root and `/dev/fuse`. An error of a call becomes
 * EIO. Resolves when the file is unmounted.
 */
export async function serveFile(path: string, size: number, calls: FileCalls): Promise<void> {
  const device = openSync("/dev/fuse", "r+");
  mount(path, device);
  const request = Buffer.alloc(MAX_WRITE + 4096);
  for (;;) {
    const length = await nextRequest(device, request);
    if (length === undefined) break;
    const answer = answerTo(request.subarray(0, length), size, calls);
    if (answer) writeSync(device, answer);
  }
  closeSync(device);
}

function mount(path: string, device: number): void {
  const library = dlopen("libc.so.6", {
    mount: { args: ["cstring", "cstring", "cstring", "u64", "cstring"], returns: "int" },
  });
  const text = (value: string) => ptr(Buffer.from(`${value}\0`));
  const options = `fd=${device},rootmode=100000,user_id=0,group_id=0`;
  if (library.symbols.mount(text("volatile"), text(path), text("fuse"), 0, text(options)) !== 0)
    throw new Error(`cannot mount a file over ${path}`);
}

/** Length of the next request; undefined after the file was unmounted. */
function nextRequest(device: number, into: Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const attempt = (): void =>
      read(device, into, 0, into.length, null, (error, length) => {
        if (!error) return resolve(length);
        if (error.code === "ENODEV") return resolve(undefined);
        // A call was interrupted before its request was read.
        if (error.code === "ENOENT" || error.code === "EINTR" || error.code === "EAGAIN") return attempt();
        reject(error);
      });
    attempt();
  });
}

/** The answer's bytes; undefined for requests that get none. */
function answerTo(request: Buffer, size: number, calls: FileCalls): Buffer | undefined {
  const opcode = request.readUInt32LE(4);
  if (opcode === OPCODE.forget || opcode === OPCODE.batchForget || opcode === OPCODE.interrupt)
    return undefined;
  let body: Uint8Array = Buffer.alloc(0);
  let error = 0;
  try {
    const result = bodyFor(opcode, request.subarray(IN_HEADER), size, calls);
    if (result) body = result;
    else error = ENOSYS;
  } catch {
    error = EIO;
  }
  const answer = Buffer.alloc(OUT_HEADER + body.length);
  answer.writeUInt32LE(answer.length, 0);
  answer.writeInt32LE(-error, 4);
  request.copy(answer, 8, 8, 16);
  answer.set(body, OUT_HEADER);
  return answer;
}

/** The body that follows the header, of the structures in `linux/fuse.h`; undefined for calls that are not supported. */
function bodyFor(opcode: number, request: Buffer, size: number, calls: FileCalls): Uint8Array | undefined {
  switch (opcode) {
    case OPCODE.init: {
      const body = Buffer.alloc(64);
      body.writeUInt32LE(7, 0);
      body.writeUInt32LE(31, 4);
      body.writeUInt32LE(MAX_WRITE, 8);
      body.writeUInt32LE(BIG_WRITES | MAX_PAGES, 12);
      body.writeUInt16LE(16, 16);
      body.writeUInt16LE(12, 18);
      body.writeUInt32LE(MAX_WRITE, 20);
      body.writeUInt32LE(1, 24);
      body.writeUInt16LE(MAX_WRITE / 4096, 28);
      return body;
    }
    case OPCODE.getattr:
    case OPCODE.setattr:
      return attributes(size);
    case OPCODE.open:
      return Buffer.alloc(16);
    case OPCODE.read:
      return calls.read(Number(request.readBigUInt64LE(8)), request.readUInt32LE(16));
    case OPCODE.write: {
      const length = request.readUInt32LE(16);
      calls.write(Number(request.readBigUInt64LE(8)), request.subarray(40, 40 + length));
      const body = Buffer.alloc(8);
      body.writeUInt32LE(length, 0);
      return body;
    }
    case OPCODE.fsync:
      calls.sync();
      return Buffer.alloc(0);
    case OPCODE.release:
    case OPCODE.flush:
      return Buffer.alloc(0);
    default:
      return undefined;
  }
}

function attributes(size: number): Buffer {
  const body = Buffer.alloc(104);
  body.writeBigUInt64LE(VALID_SECONDS, 0);
  body.writeBigUInt64LE(1n, 16);
  body.writeBigUInt64LE(BigInt(size), 24);
  body.writeBigUInt64LE(BigInt(Math.ceil(size / 512)), 32);
  body.writeUInt32LE(REGULAR_FILE, 76);
  body.writeUInt32LE(1, 80);
  body.writeUInt32LE(4096, 96);
  return body;
}
