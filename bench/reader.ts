/**
 * Reads from a process of its own: `clients` at once, each going round addresses of its own, so that no two ask the same at
 * the same moment. For `seconds`; answers JSON.
 */
import { Agent, get } from "node:http";
import type { Alone, Read } from "./alone.ts";

type Given = Alone & { url: string; clients: number };
const { url, paths, seconds, headers, clients } = JSON.parse(process.argv[2] ?? "") as Given;
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const until = performance.now() + seconds * 1000;
const read: Read = { done: 0, failed: 0 };

await Promise.all(
  Array.from({ length: clients }, (_, own) => client(paths.filter((_path, at) => at % clients === own))),
);
process.stdout.write(JSON.stringify(read));
agent.destroy();

async function client(own: readonly string[]): Promise<void> {
  for (let at = 0; performance.now() < until; at++) {
    const status = await statusOf(url + own[at % own.length]);
    read.done += 1;
    if (status !== 200) read.failed += 1;
  }
}

function statusOf(address: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = get(address, { agent, headers }, (answer) => {
      answer.on("end", () => resolve(answer.statusCode)).on("error", reject);
      answer.resume();
    });
    asked.on("error", reject);
  });
}
