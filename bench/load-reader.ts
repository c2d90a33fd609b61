/**
 * Reads from a process of its own over connections that never pause, each sending one request after another: all the same, or each
 * its own part of the paths, so that no two request the same at one moment. Bare sockets, which know the end of an answer by
 * its content-length: HTTP clients cost more than what is measured with them here. Answers JSON.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Read, Reading } from "./measure.ts";

const { url, paths, headers, clients, ...end } = JSON.parse(process.argv[2] ?? "") as Reading;
const { hostname, port, host } = new URL(url);
const until = end.seconds === undefined ? Infinity : performance.now() + end.seconds * 1000;
let left = end.requests ?? Infinity;
let failed = 0;
const took: number[] = [];

const began = performance.now();
await Promise.all(Array.from({ length: clients }, (_, at) => client(partOf(at))));
took.sort((one, other) => one - other);
const read: Read = {
  done: took.length,
  failed,
  seconds: (performance.now() - began) / 1000,
  p50_ms: took[Math.floor(took.length / 2)] ?? 0,
  p99_ms: took[Math.floor(took.length * 0.99)] ?? 0,
};
process.stdout.write(JSON.stringify(read));

function partOf(client: number): Buffer[] {
  const own = paths.length === 1 ? paths : paths.filter((_path, at) => at % clients === client);
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return own.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${fields.join("")}\r\n`));
}

async function client(questions: readonly Buffer[]): Promise<void> {
  if (questions.length === 0) throw new Error("There are fewer addresses than clients");
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await once(socket, "connect");
  for (let at = 0; performance.now() < until && left > 0; at++) {
    left -= 1;
    const asked = performance.now();
    socket.write(questions[at % questions.length] as Buffer);
    if ((await answer(socket)) !== 200) failed += 1;
    took.push(performance.now() - asked);
  }
  socket.destroy();
}

/** Its status, when all of it is here. */
function answer(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let [head, status, missing] = ["", 0, Infinity];
    const gone = () => reject(new Error("The server has closed the connection"));
    const take = (part: Buffer) => {
      if (missing !== Infinity) missing -= part.length;
      else {
        const before = head.length;
        head += part.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end === -1) return;
        status = Number(head.slice(9, 12));
        const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1];
        if (length === undefined) return reject(new Error("An answer does not tell its length"));
        missing = Number(length) - (before + part.length - end - 4);
      }
      if (missing > 0) return;
      socket.off("data", take).off("close", gone);
      resolve(status);
    };
    socket.on("data", take).on("close", gone);
  });
}
