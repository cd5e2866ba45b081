import { type ReactNode, useId } from "react";

/** A labelled control with a hint and an error below it. */
export function Field(props: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  children: (control: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": boolean;
  }) => ReactNode;
}) {
  const { label, hint, error, children } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-describedby": note === undefined ? undefined : noteId,
        "aria-invalid": error !== undefined,
      })}
      {note !== undefined && (
        <p id={noteId} className={error === undefined ? "field-hint" : "field-error"}>
          {note}
        </p>
      )}
    </div>
  );
}
