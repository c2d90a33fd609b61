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

export async function solveCaptcha({ address, own_address, ...solving }: Solving): Promise<Solved> {
  if (solving.own_only) return work(await settingsAt(own_address));
  const settings = await settingsAt(address);
  if (settings.kind === "proof_of_work") return work(settings);
  const given = await recaptcha(settings, solving);
  if (given.answer !== undefined) return given;
  const own = await work(await settingsAt(own_address));
  return own.answer === undefined ? given : own;
}

async function settingsAt(address: string): Promise<Settings> {
  const response = await fetch(address, { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`the captcha answers ${response.status}`);
  return response.json();
}

/** Plain http on another machine than this one has no hash function: then the form is waited out. */
function work({ challenge }: Settings): Promise<Solved> {
  if (!challenge || !("subtle" in crypto)) return Promise.resolve({ trouble: "captcha_failed" });
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

async function recaptcha(
  { siteKey, version, hideBadge, language }: Settings,
  { action }: Pick<Solving, "action">,
): Promise<Solved> {
  if (!siteKey) return { trouble: "captcha_no_key" };
  if (!version) return { trouble: "captcha_no_version" };
  if (!(await isLoaded(siteKey, language))) return { trouble: "captcha_script" };
  document.documentElement.toggleAttribute("data-hide-badge", hideBadge);
  const { grecaptcha } = window;
  if (!grecaptcha) return { trouble: "captcha_script" };
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  const answer = await grecaptcha.execute(siteKey, { action });
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
