import { text } from "../text/text.ts";

/** The buttons at the end of a form in a dialog: one closes the dialog, the other submits the form. */
export function FormActions(props: {
  /** The name of the button that submits. */
  submit: string;
  isDisabled?: boolean;
  isDangerous?: boolean;
  /** The id of the form, if the buttons stand outside of it. */
  form?: string;
  onClose: () => void;
}) {
  const { submit, isDisabled = false, isDangerous = false, form, onClose } = props;
  return (
    <div className="form-actions">
      <button type="button" className="button" onClick={onClose}>
        {text.action.cancel}
      </button>
      <button
        type="submit"
        form={form}
        className={isDangerous ? "button dangerous" : "button primary"}
        disabled={isDisabled}
      >
        {submit}
      </button>
    </div>
  );
}
