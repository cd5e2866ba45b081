let offsetMs = 0;
const RealDate = Date;

/** Sets how far the clock of this process is from the real time. */
export function moveClock(ms: number): void {
  offsetMs = ms;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [target.now() + offsetMs], newTarget),
  apply: (target) => new target(target.now() + offsetMs).toString(),
  get: (target, name, receiver) =>
    name === "now" ? () => target.now() + offsetMs : Reflect.get(target, name, receiver),
});
