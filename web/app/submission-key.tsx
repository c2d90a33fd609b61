import { useState } from "react";

/**
 * Names one submission of a form on a kept page, where the server cannot: made by the browser when the form is first
 * touched, so that two quick presses are one. Without script nothing is sent, and natural keys protect.
 */
export function SubmissionKey() {
  const [key, setKey] = useState("");
  const makeOnce = (element: HTMLInputElement | null) => {
    if (element && key === "") setKey(crypto.randomUUID());
  };
  return <input ref={makeOnce} type="hidden" name="idempotency_key" value={key} />;
}
