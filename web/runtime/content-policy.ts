/**
 * The content policy of every page. All pages have the same two inline scripts (app/hydration/theme-script.ts, boot.ts), which
 * the policy allows by their hashes; a cached page could not have a nonce. State is in data blocks, which do not run. rules/security
 */
import { createHash } from "node:crypto";
import { boot_script, theme_script } from "virtual:inline-scripts";
import type { PageOrigins } from "contract/payments/payments.ts";

const inline = [theme_script, boot_script].map(
  (script) => ` 'sha256-${createHash("sha256").update(script).digest("base64")}'`,
);

/** Where reCAPTCHA's script, its frame and its answers come from. https://developers.google.com/recaptcha/docs/faq */
const recaptcha = {
  script: " https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
  other: " https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
};

/**
 * `hasRecaptcha` allows reCAPTCHA's script: only on pages of signing in, never on those of payment. `origins` are from the
 * configuration of the chosen payment provider, only on the page of its step; `isChallenge`: the page on which a bank asks its
 * customer, and that one alone. rules/payments#content-policy
 */
export function contentPolicy(
  secure: boolean,
  hasRecaptcha = false,
  origins: PageOrigins | null = null,
  isChallenge = false,
): string {
  const foreign = (kind: keyof PageOrigins) =>
    (origins?.[kind] ?? [])
      .filter(isOrigin)
      .map((each) => ` ${each}`)
      .join("");
  // A card's step puts a document of ours around the bank's, whose hosts are unknown.
  const own = isChallenge ? " 'self' https:" : foreign("frame") ? " 'self'" : "";
  const frames = `${hasRecaptcha ? recaptcha.other : ""}${own}${isChallenge ? "" : foreign("frame")}`;
  const { script, other } = hasRecaptcha ? recaptcha : { script: "", other: "" };
  const rules = [
    "default-src 'none'",
    `script-src 'self'${inline.join("")}${script}${foreign("script")}`,
    `style-src 'self'${foreign("style")}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${other}${foreign("connect")}`,
    ...(frames ? [`frame-src${frames}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self'${foreign("form")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  if (secure) rules.push("upgrade-insecure-requests");
  return rules.join("; ");
}

/** True for a plain origin: a provider's configuration must not add anything else to the policy. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
