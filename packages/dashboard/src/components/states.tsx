import type { ReactNode } from "react";
import { errorText, isTemporary, statusOf } from "../api/errors.ts";
import { useRole } from "../api/person.tsx";
import { text } from "../text/text.ts";
import { Icon, type IconName } from "./icon.tsx";

/** What a list shows while it is empty: why, and what to do next. */
export function Empty(props: { icon: IconName; title: string; hint: string; children?: ReactNode }) {
  const { icon, title, hint, children } = props;
  return (
    <div className="state">
      <span className="state-icon">
        <Icon name={icon} size={26} />
      </span>
      <h2>{title}</h2>
      <p dir="auto">{hint}</p>
      {children}
    </div>
  );
}

/** What a page shows when its content could not be loaded. */
export function Problem(props: {
  error: unknown;
  onRetry?: () => void;
  /** Why the page is not for the person, where it is not their role in the organization alone. */
  forbiddenBecause?: string;
  /** Whether there is nothing else on the page, so that this is its title. */
  isPage?: boolean;
}) {
  const { error, onRetry, forbiddenBecause, isPage = false } = props;
  const Heading = isPage ? "h1" : "h2";
  const isMember = useRole() === "member";
  const isForbidden = statusOf(error) === 403;
  const reason = forbiddenBecause ?? (isMember ? text.problem.roleNeeded : errorText(error));
  return (
    <div className="state" role="alert">
      <span className="state-icon wrong">
        <Icon name="alert" size={26} />
      </span>
      <Heading>{isForbidden ? text.problem.forbidden : text.problem.title}</Heading>
      <p dir="auto">{isForbidden ? reason : errorText(error)}</p>
      {isTemporary(error) && <p className="faint">{text.problem.goesOn}</p>}
      {onRetry && !isForbidden && (
        <button type="button" className="button" onClick={onRetry}>
          <Icon name="retry" />
          {text.action.retry}
        </button>
      )}
    </div>
  );
}

/** An error message within a form. */
export function FormError({ error, goesOn = false }: { error: unknown; goesOn?: boolean }) {
  if (!error) return null;
  return (
    <p className="form-error" role="alert">
      <Icon name="alert" />
      <span dir="auto">
        {errorText(error)} {goesOn && text.problem.goesOn}
      </span>
    </p>
  );
}

/** Grey bars in the place of content that is loading. */
export function Loading(props: {
  rows?: number;
  className?: string;
  /** Whether there is nothing else on the page, so that this is its title. */
  isPage?: boolean;
}) {
  const { rows = 3, className = "skeleton-rows", isPage = false } = props;
  const Label = isPage ? "h1" : "span";
  return (
    <div className={className} role="status">
      <Label className="visually-hidden">{text.app.loading}</Label>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  );
}
