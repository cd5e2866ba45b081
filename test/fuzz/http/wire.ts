/** A request on its way to its bytes. */
export interface Wire {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Bytes that replace what the fields above give. */
  readonly raw?: Uint8Array;
  /** True when the server may wait for more, or close without an answer, and be right. */
  readonly isBroken: boolean;
}

/** The bytes of a request as they are sent. */
export function wireBytes({ method, target, version, headers, body, raw }: Wire): Uint8Array {
  if (raw) return raw;
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${target} ${version}\r\n${lines.join("")}\r\n`), body]);
}

/** A copy with a header in place of any of the same name. */
export function withHeader(wire: Wire, name: string, value: string): Wire {
  return { ...wire, headers: [...without(wire, name).headers, [name, value]] };
}

/** A copy without the headers of a name. */
export function without(wire: Wire, name: string): Wire {
  return {
    ...wire,
    headers: wire.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()),
  };
}
