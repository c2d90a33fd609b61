/** An error of the start that the operator can mend: its message is shown as it is, without a stack. */
export class ShopCannotStart extends Error {
  override readonly name = "ShopCannotStart";
}

/** For the terminal: a refusal of the system or of the database in its own words, a bug with its stack. */
export function exitMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ShopCannotStart) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (/^E[A-Z]+$/.test(code ?? "")) return `The system refuses: ${error.message}`;
  if (/^[0-9A-Z]{5}$/.test(code ?? "")) return `The database refuses: ${error.message} (${code})`;
  return error.stack ?? error.message;
}
