/** Sends a form with files by script: only XMLHttpRequest tells how much has left. */
import type { WireError } from "contract/errors.ts";
import type { Locale } from "contract/values/locale.ts";

type Refused = { body: WireError; retry_after_seconds: number | undefined };
type Options = { locale: Locale; key: string; onPercent: (percent: number) => void };

/** What the server answered; null where it did not, or with what is no answer of ours. */
export function sendForm<T>(form: HTMLFormElement, { locale, key, onPercent }: Options) {
  return new Promise<{ data: T } | Refused | null>((done) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${form.action}?lang=${locale}`);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Idempotency-Key", key);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onPercent(Math.min(100, Math.round((loaded / total) * 100)));
    });
    request.addEventListener("error", () => done(null));
    request.addEventListener("load", () => {
      const body = parsed(request.responseText);
      const wait = Number(request.getResponseHeader("Retry-After"));
      if (request.status === 200 && body && "data" in body) done({ data: body.data as T });
      else if (body && "code" in body)
        done({ body: body as WireError, retry_after_seconds: Number.isFinite(wait) && wait > 0 ? wait : undefined });
      else done(null);
    });
    request.send(new FormData(form));
  });
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null; // a page of a proxy in between
  }
}
