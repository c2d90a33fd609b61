/**
 * Cuts a JSON text into its products while it streams by: the elements of one list, or objects one after the other (a
 * line each, or not). Only one element is in memory at a time. Says on which line each begins.
 */

export type Element = { text: string; line: number };

/** Longer than this is no product. */
const max_characters = 5_000_000;

/** Throws where the text is neither a list nor objects. */
export async function* jsonElements(chunks: AsyncIterable<string>): AsyncGenerator<Element> {
  let [depth, line, in_string, escaped, base] = [0, 1, false, false, -1];
  let held = "";
  let start_line = 1;
  let is_open = false;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const sign = chunk.charCodeAt(at);
      if (sign === 10) line++;
      if (in_string) {
        if (escaped) escaped = false;
        else if (sign === 92) escaped = true;
        else if (sign === 34) in_string = false;
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
      if (sign === 34) in_string = true;
      else if (sign === 123 || sign === 91) {
        if (depth === base) {
          is_open = true;
          held = "";
          from = at;
          start_line = line;
        }
        depth++;
      } else if (sign === 125 || sign === 93) {
        depth--;
        if (is_open && depth === base) {
          yield { text: held + chunk.slice(from, at + 1), line: start_line };
          is_open = false;
        }
      }
    }
    if (!is_open) continue;
    held += chunk.slice(from);
    if (held.length > max_characters) throw new SyntaxError(`line ${start_line}: this is too long for one product`);
  }
  if (is_open || in_string || depth > 0)
    throw new SyntaxError(`line ${start_line}: the file ends in the middle of a product`);
}
