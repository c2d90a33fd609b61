/** Writes from a process of its own: `clients` at once, each one request after another, for `seconds`. Answers JSON. */
import { Agent, request } from "node:http";
import type { Written } from "./writes.ts";

const { url, body, seconds, clients } = JSON.parse(process.argv[2] ?? "") as {
  url: string;
  body: unknown;
  seconds: number;
  clients: number;
};
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const text = JSON.stringify(body);
const until = performance.now() + seconds * 1000;
const took: number[] = [];
let failed = 0;
let complaint = "";

await Promise.all(Array.from({ length: clients }, client));
took.sort((one, other) => one - other);
if (complaint) process.stderr.write(`${complaint}\n`);
const p99Ms = took[Math.floor(took.length * 0.99)] ?? 0;
process.stdout.write(JSON.stringify({ done: took.length, failed, p99_ms: p99Ms } satisfies Written));
agent.destroy();

async function client(): Promise<void> {
  while (performance.now() < until) {
    const began = performance.now();
    const status = await post();
    took.push(performance.now() - began);
    if (status !== 200) failed += 1;
  }
}

function post(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const sent = request(url, { method: "POST", agent, headers }, async (answer) => {
      let said = "";
      for await (const part of answer.setEncoding("utf8")) said += part;
      if (answer.statusCode !== 200) complaint ||= said;
      resolve(answer.statusCode);
    });
    sent.on("error", reject);
    sent.end(text);
  });
}
