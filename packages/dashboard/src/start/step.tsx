import type { ReactNode } from "react";
import { Icon } from "../components/icon.tsx";

/** One step of the start. */
export function Step(props: { title: string; state: "done" | "now" | "later"; children?: ReactNode }) {
  const { title, state, children } = props;
  return (
    <li className={`step ${state}`} aria-current={state === "now" ? "step" : undefined}>
      <span className="step-mark" aria-hidden="true">
        {state === "done" && <Icon name="check" size={16} />}
      </span>
      <div className="step-main">
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  );
}
