/**
 * Cells a spreadsheet may not run: one that begins like a formula gets an apostrophe in front, and loses it again when it
 * is read. So whatever the text, writing and reading give it back. Pure. OWASP "CSV injection".
 */

const risky = /^'*[=+\-@\t\r\n]/;

export function safeCell(text: string): string {
  return risky.test(text) ? `'${text}` : text;
}

export function readCell(text: string): string {
  return text.startsWith("'") && risky.test(text) ? text.slice(1) : text;
}
