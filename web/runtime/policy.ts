/**
 * The content policy of every page. Pages carry two inline scripts, the same everywhere (app/hydration/theme-script.ts, app/hydration/boot.ts),
 * so a hash names each and the policy needs no nonce, which a cached page could not have. State travels in data blocks, which
 * do not run. rules/security
 */
import { createHash } from "node:crypto";
import { boot_script, theme_script } from "virtual:inline-scripts";

const inline = [theme_script, boot_script].map(
  (script) => ` 'sha256-${createHash("sha256").update(script).digest("base64")}'`,
);

/** Where reCAPTCHA's script, its frame and its answers come from. https://developers.google.com/recaptcha/docs/faq */
const recaptcha = {
  script: " https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
  other: " https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
};

/** With `hasRecaptcha` its script may run as well: only where one signs in, never beside payment. */
export function contentPolicy(secure: boolean, hasRecaptcha = false): string {
  const { script, other } = hasRecaptcha ? recaptcha : { script: "", other: "" };
  const rules = [
    "default-src 'none'",
    `script-src 'self'${inline.join("")}${script}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${other}`,
    ...(other ? [`frame-src${other}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  if (secure) rules.push("upgrade-insecure-requests");
  return rules.join("; ");
}
