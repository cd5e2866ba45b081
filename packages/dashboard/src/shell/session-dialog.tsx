import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callAccount, signIn } from "../api/account.ts";
import { resumeSession, useSessionEnded } from "../api/session-state.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormError } from "../components/states.tsx";
import { text } from "../text/text.ts";

/** Asks the person to sign in again over the page, so that what they typed stays. */
export function SessionDialog({ email }: { email: string }) {
  const hasEnded = useSessionEnded();
  return hasEnded ? <SignInAgain email={email} /> : null;
}

function SignInAgain({ email }: { email: string }) {
  const queries = useQueryClient();
  const signingIn = useMutation({
    mutationFn: async (password: string) => {
      await signIn(email, password);
      await callAccount("get-session");
    },
    onSuccess: () => {
      resumeSession();
      return queries.invalidateQueries();
    },
  });
  return (
    <Dialog title={text.session.title} onClose={() => undefined} isClosable={false}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          signingIn.mutate(String(new FormData(event.currentTarget).get("password")));
        }}
      >
        <p className="faint">{text.session.hint}</p>
        <Field label={text.session.email}>
          {(control) => (
            <input
              {...control}
              type="email"
              name="email"
              dir="ltr"
              autoComplete="username"
              value={email}
              readOnly
            />
          )}
        </Field>
        <Field label={text.session.password}>
          {(control) => (
            <input {...control} type="password" name="password" autoComplete="current-password" required />
          )}
        </Field>
        <FormError error={signingIn.error} />
        <div className="form-actions">
          <button type="submit" className="button primary" disabled={signingIn.isPending}>
            {text.session.signIn}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
