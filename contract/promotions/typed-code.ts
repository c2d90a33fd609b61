/** The one form of a promotion's code, however it is typed. Pure, without zod, because screens compare codes too. rules/promotions#codes */

/**
 * NFKC, upper case, without blanks and marks, so that "chao-bạn" and "CHAOBAN" are one. No letter is taken for another: one of
 * another script stays as it is, and no code has it.
 */
export function codeForm(typed: string): string {
  return typed
    .normalize("NFKC")
    .toUpperCase()
    .normalize("NFD")
    .replaceAll("Đ", "D")
    .replace(/[\p{M}\p{P}\p{S}\p{Z}\p{C}]/gu, "");
}
