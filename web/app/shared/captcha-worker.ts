/** Looks for the number whose hash with the salt is the challenge, away from the page, so that typing stays smooth. */
type Challenge = { algorithm: string; challenge: string; maxnumber: number; salt: string };

const batch = 500; // hashes requested at once: the cost of one is mostly the call

const bytes = new TextEncoder();

async function hashOf(algorithm: string, text: string): Promise<string> {
  const hash = await crypto.subtle.digest(algorithm, bytes.encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function find({ algorithm, challenge, maxnumber, salt }: Challenge): Promise<number | null> {
  for (let first = 0; first <= maxnumber; first += batch) {
    const count = Math.min(batch, maxnumber - first + 1);
    const hashes = await Promise.all(Array.from({ length: count }, (_, at) => hashOf(algorithm, salt + (first + at))));
    const found = hashes.indexOf(challenge);
    if (found >= 0) return first + found;
  }
  return null;
}

addEventListener("message", async ({ data }: MessageEvent<Challenge>) => {
  postMessage(await find(data));
});
