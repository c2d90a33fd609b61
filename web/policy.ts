/**
 * The content policy of every page. Pages carry one inline script, the same everywhere (app/boot.ts), so one hash names
 * it and the policy needs no nonce, which a kept page could not have. State travels in data blocks, which do not run.
 * Facts: reliability 3.13; stack.md trap 6.
 */
import { createHash } from "node:crypto";
import { boot_script } from "virtual:boot-script";

const hash = createHash("sha256").update(boot_script).digest("base64");

export function contentPolicy(secure: boolean): string {
  const rules = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  if (secure) rules.push("upgrade-insecure-requests");
  return rules.join("; ");
}
