/**
 * Solves the captcha in force. Our own is work for the device: find the number whose hash is the given one, in a worker.
 * reCAPTCHA is fetched from its maker, and only now: an invisible one is executed, of a box the response is read when the
 * form is sent. Where it does not load, our own is used. Spec §3 Captcha settings, §4, §8.
 */
import { send } from "../navigation/send.ts";
import type { loader } from "../resources/captcha.ts";
import type { Solved, Solving } from "./captcha-step.tsx";

type Settings = Awaited<ReturnType<typeof loader>>;

declare global {
  interface Window {
    grecaptcha?: {
      ready(run: () => void): void;
      execute(siteKey: string, options: { action: string }): Promise<string>;
      render(place: HTMLElement, options: { sitekey: string; size: string }): number;
      getResponse(widget: number): string;
    };
  }
}

export async function solveCaptcha({ address, own_address, ...solving }: Solving): Promise<Solved> {
  if (solving.own_only) return work(await settingsAt(own_address));
  const settings = await settingsAt(address);
  if (settings.kind === "proof_of_work") return work(settings);
  const given = await recaptcha(settings, solving);
  if (given.trouble === undefined) return given;
  const own = await work(await settingsAt(own_address));
  return own.trouble === undefined ? own : given;
}

async function settingsAt(address: string): Promise<Settings> {
  const response = await send(address, { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`the captcha answers ${response.status}`);
  return response.json();
}

/** Plain http on another machine than this one has no hash function: then the form is waited out. */
function work({ challenge }: Settings): Promise<Solved> {
  if (!challenge || !("subtle" in crypto)) return Promise.resolve({ trouble: "captcha_unsolved" });
  const worker = new Worker(new URL("./captcha-worker.ts", import.meta.url), { type: "module" });
  return new Promise((resolve) => {
    const end = (solved: Solved) => {
      worker.terminate();
      resolve(solved);
    };
    worker.onerror = () => end({ trouble: "captcha_unsolved" });
    worker.onmessage = ({ data: number }: MessageEvent<number | null>) => {
      if (number === null) return end({ trouble: "captcha_unsolved" });
      const { algorithm, salt, signature } = challenge;
      end({ answer: btoa(JSON.stringify({ algorithm, challenge: challenge.challenge, number, salt, signature })) });
    };
    worker.postMessage(challenge);
  });
}

async function recaptcha(
  { siteKey, version, size, hideBadge, language }: Settings,
  { action, box }: Pick<Solving, "action" | "box">,
): Promise<Solved> {
  if (!siteKey) return { trouble: "captcha_no_key" };
  if (!version) return { trouble: "captcha_no_version" };
  const isBox = size !== "invisible";
  if (!(await isLoaded(isBox ? "explicit" : siteKey, language))) return { trouble: "captcha_script" };
  document.documentElement.toggleAttribute("data-hide-badge", hideBadge);
  const { grecaptcha } = window;
  if (!grecaptcha) return { trouble: "captcha_script" };
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  if (isBox) {
    // A place of its own each time: a box is good for one answer, and one place for one box.
    const place = document.createElement("div");
    box.replaceChildren(place);
    const widget = grecaptcha.render(place, { sitekey: siteKey, size });
    return { read: () => grecaptcha.getResponse(widget) };
  }
  const answer = await grecaptcha.execute(siteKey, { action }).catch(() => ""); // its failure gets our message
  return answer ? { answer } : { trouble: "captcha_failed" };
}

let loading: Promise<boolean> | undefined;

/** Once a page; a script that did not load is requested again. */
function isLoaded(render: string, language: string): Promise<boolean> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement("script");
    const query = new URLSearchParams({ render, hl: language });
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
