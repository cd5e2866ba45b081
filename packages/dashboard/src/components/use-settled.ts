import { useEffect, useState } from "react";

/** The value as it was when it last stayed the same for some time. */
export function useSettled<Value>(value: Value, settleMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const settling = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(settling);
  }, [value, settleMs]);
  return settled;
}
