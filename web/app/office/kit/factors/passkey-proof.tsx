import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { answerByPasskey, prove, usePasskeys } from "./passkeys.ts";

/** In a form: proves by a passkey, then sends the form. */
export function PasskeyProof() {
  const { frame } = useOfficeMessages();
  const [refused, setRefused] = useState("");
  if (!usePasskeys()) return null;
  async function onClick(form: HTMLFormElement | null) {
    try {
      const answer = await answerByPasskey("prove");
      if (answer === null) return;
      await prove(answer);
      form?.requestSubmit();
    } catch (error) {
      setRefused(error instanceof Error ? error.message : "");
    }
  }
  return (
    <>
      <Button type="button" variant="secondary" icon="lock" onClick={(event) => onClick(event.currentTarget.form)}>
        {frame.step_up.passkey}
      </Button>
      {refused && (
        <Note tone="danger" role="alert">
          {refused}
        </Note>
      )}
      <p className="small muted">{frame.step_up.or_code}</p>
    </>
  );
}
