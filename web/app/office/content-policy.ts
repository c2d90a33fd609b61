/**
 * The content policy of the office's pages: as strict as the storefront's. No page is cached, so a nonce of this one
 * answer names the inline scripts. rules/office#pages
 */
export function contentPolicy(nonce: string, secure: boolean): string {
  const rules = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  if (secure) rules.push("upgrade-insecure-requests");
  return rules.join("; ");
}
