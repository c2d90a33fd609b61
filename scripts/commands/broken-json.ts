/** What is wrong with a text that can only be meant as JSON, and where. */
type Fault = { reason: string; place: number };

/** `place` counts characters from 0. Undefined where nothing is wrong. */
export function jsonFault(text: string): Fault | undefined {
  const why = jsonError(text);
  if (why === undefined) return undefined;
  const place = Number(/position (\d+)/.exec(why)?.[1] ?? unexpectedAt(text));
  return { reason: why.replace(/,? (?:"|\.\.\.).* is not valid JSON$|( in JSON)? at position.*$/s, ""), place };
}

/** Of an unexpected token the parser gives no position: it is where a longer prefix fails first. */
function unexpectedAt(text: string): number {
  let [fine, wrong] = [0, text.length + 1];
  while (wrong - fine > 1) {
    const middle = Math.floor((fine + wrong) / 2);
    if (/^Unexpected (?!end)/.test(jsonError(text.slice(0, middle)) ?? "")) wrong = middle;
    else fine = middle;
  }
  return wrong - 1;
}

function jsonError(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
