import { useEffect, useState } from "react";

/** A value that is typed, once typing pauses this long. */
export function useSettled<Value extends string | number | boolean>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
