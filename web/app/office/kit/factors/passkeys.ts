/** The browser's passkeys, by the standard's own JSON. Only in a secure context, and where the browser knows all of it. */
import { useSyncExternalStore } from "react";
import { BASE, paths } from "../../paths.ts";
import type { PasskeyStep } from "../../resources/passkey.ts";

/** False on the server and while hydrating: the button comes where it can work. */
export function usePasskeys(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => isSecureContext && "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential,
    () => false,
  );
}

/** What the browser answers as JSON text; null where the person closed its dialog. Throws with the reason of a refusal. */
export async function answerByPasskey(purpose: "sign-in" | "prove"): Promise<string | null> {
  const options = JSON.parse(await begin(purpose));
  return answerOf(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
}

export async function makePasskey(): Promise<string | null> {
  const options = JSON.parse(await begin("add"));
  return answerOf(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}

/** The proof holds for some minutes in this session. */
export async function prove(answer: string): Promise<void> {
  await ask({ intent: "proved", answer });
}

async function begin(intent: string): Promise<string> {
  const step = await ask({ intent });
  if (!("options" in step)) throw new Error("The office began no passkey");
  return step.options;
}

async function ask(fields: Record<string, string>): Promise<PasskeyStep> {
  const response = await fetch(BASE + paths.passkey(), { method: "POST", body: new URLSearchParams(fields) });
  const step = (await response.json()) as PasskeyStep;
  if ("refused" in step) throw new Error(step.refused);
  return step;
}

/** Closing the dialog, and having no fitting passkey, are one answer of the browser: nothing happens. */
async function answerOf(askBrowser: () => Promise<Credential | null>): Promise<string | null> {
  try {
    const credential = await askBrowser();
    return credential instanceof PublicKeyCredential ? JSON.stringify(credential.toJSON()) : null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
