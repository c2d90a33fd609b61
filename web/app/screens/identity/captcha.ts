/**
 * Solves the captcha in force. Our own is work for the device: find the number whose hash is the given one, in a worker.
 * reCAPTCHA v3 is fetched from its maker, and only now; where it does not come, our own serves. Spec §3 Captcha settings, §4, §8.
 */
import type { loader } from "../../resources/captcha.ts";
import type { Solved, Solving } from "./captcha-step.tsx";

type Settings = Awaited<ReturnType<typeof loader>>;

declare global {
  interface Window {
    grecaptcha?: {
      ready(run: () => void): void;
      execute(siteKey: string, options: { action: string }): Promise<string>;
    };
  }
}

export async function solveCaptcha(address: string, solving: Solving): Promise<Solved> {
  const response = await fetch(address, { headers: { accept: "application/json" } });
  const settings = (await response.json()) as Settings;
  const given = settings.kind === "recaptcha" && !solving.own_only ? await recaptcha(settings, solving) : null;
  if (given?.answer !== undefined || !settings.challenge) return given ?? { trouble: "captcha_failed" };
  const solved = await work(settings.challenge);
  return solved.trouble && given ? given : solved;
}

type Challenge = NonNullable<Settings["challenge"]>;

/** Plain http on another machine than this one has no hash function: then the form is waited out. */
function work(challenge: Challenge): Promise<Solved> {
  if (!("subtle" in crypto)) return Promise.resolve({ trouble: "captcha_failed" });
  const worker = new Worker(new URL("./captcha-worker.ts", import.meta.url), { type: "module" });
  return new Promise((resolve) => {
    const end = (solved: Solved) => {
      worker.terminate();
      resolve(solved);
    };
    worker.onerror = () => end({ trouble: "captcha_failed" });
    worker.onmessage = ({ data: number }: MessageEvent<number | null>) => {
      if (number === null) return end({ trouble: "captcha_failed" });
      const { algorithm, salt, signature } = challenge;
      end({ answer: btoa(JSON.stringify({ algorithm, challenge: challenge.challenge, number, salt, signature })) });
    };
    worker.postMessage(challenge);
  });
}

async function recaptcha({ siteKey, version, hideBadge, language }: Settings, solving: Solving): Promise<Solved> {
  if (!siteKey) return { trouble: "captcha_no_key" };
  if (!version) return { trouble: "captcha_no_version" };
  if (!(await isLoaded(siteKey, language))) return { trouble: "captcha_script" };
  document.documentElement.toggleAttribute("data-hide-badge", hideBadge);
  const { grecaptcha } = window;
  if (!grecaptcha) return { trouble: "captcha_script" };
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  const answer = await grecaptcha.execute(siteKey, { action: solving.action });
  return answer ? { answer } : { trouble: "captcha_failed" };
}

let loading: Promise<boolean> | undefined;

/** Once a page; a script that did not come is asked for again. */
function isLoaded(siteKey: string, language: string): Promise<boolean> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement("script");
    const query = new URLSearchParams({ render: siteKey, hl: language });
    script.src = `https://www.google.com/recaptcha/api.js?${query}`;
    script.async = true;
    script.onload = () => resolve(true);
    script.onerror = () => {
      loading = undefined;
      script.remove();
      resolve(false);
    };
    document.head.append(script);
  });
  return loading;
}
