/**
 * Cuts a JSON text into its products while it streams by: the elements of one list, or objects one after the other (a
 * line each, or not). Only one element is in memory at a time. Says on which line each begins.
 */

export type Element = { text: string; line: number };

/** Longer than this is no product. */
const MAX_CHARACTERS = 5_000_000;

/** Throws where the text is neither a list nor objects. */
export async function* jsonElements(chunks: AsyncIterable<string>): AsyncGenerator<Element> {
  let [depth, line, inString, escaped, base] = [0, 1, false, false, -1];
  let held = "";
  let startLine = 1;
  let isOpen = false;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const sign = chunk.charCodeAt(at);
      if (sign === 10) line++;
      if (inString) {
        if (escaped) escaped = false;
        else if (sign === 92) escaped = true;
        else if (sign === 34) inString = false;
        continue;
      }
      if (base < 0) {
        if (sign <= 32 || sign === 0xfeff) continue;
        if (sign !== 91 && sign !== 123) throw new SyntaxError("this is no JSON: neither a list nor an object");
        base = sign === 91 ? 1 : 0;
        if (base === 1) {
          depth = 1;
          continue;
        }
      }
      if (sign === 34) inString = true;
      else if (sign === 123 || sign === 91) {
        if (depth === base) {
          isOpen = true;
          held = "";
          from = at;
          startLine = line;
        }
        depth++;
      } else if (sign === 125 || sign === 93) {
        depth--;
        if (isOpen && depth === base) {
          yield { text: held + chunk.slice(from, at + 1), line: startLine };
          isOpen = false;
        }
      }
    }
    if (!isOpen) continue;
    held += chunk.slice(from);
    if (held.length > MAX_CHARACTERS) throw new SyntaxError(`line ${startLine}: this is too long for one product`);
  }
  if (isOpen || inString || depth > 0)
    throw new SyntaxError(`line ${startLine}: the file ends in the middle of a product`);
}
