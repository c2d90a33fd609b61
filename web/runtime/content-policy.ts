/**
 * The content policy of every page. Pages carry two inline scripts, the same everywhere (app/hydration/theme-script.ts, app/hydration/boot.ts),
 * so a hash names each and the policy needs no nonce, which a cached page could not have. State travels in data blocks, which
 * do not run. rules/security
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
 * With `hasRecaptcha` its script may run as well: only where one signs in, never beside payment. `origins` are those of the
 * chosen payment provider's configuration, on the page of its step alone. rules/payments#content-policy
 */
export function contentPolicy(secure: boolean, hasRecaptcha = false, origins: PageOrigins | null = null): string {
  const foreign = (kind: keyof PageOrigins) =>
    (origins?.[kind] ?? [])
      .filter(isOrigin)
      .map((each) => ` ${each}`)
      .join("");
  const frames = `${hasRecaptcha ? recaptcha.other : ""}${foreign("frame")}`;
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

/** An origin and nothing more: what else stands in a policy is not a provider's to say. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
