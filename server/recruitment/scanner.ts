/**
 * The malware scanner, where the environment names one: a clamd (`tcp://host:port`, `unix:/path`), asked by INSTREAM, or a
 * command that reads the file from its input and answers 0 for clean and 1 for harmful. Anything else is a failure, and the
 * job tries again: no file is clean by default. rules/recruitment#scanner
 */
import { spawn } from "node:child_process";
import { connect } from "node:net";
import type { Config } from "../kernel/config.ts";

export type Verdict = "clean" | "infected";
type Scanner = (bytes: Uint8Array) => Promise<Verdict>;

const TIMEOUT_MS = 60_000;
const CHUNK_BYTES = 64 * 1024;

/** Null where none is set up. */
export function scannerOf({ cv_scanner }: Pick<Config, "cv_scanner">): Scanner | null {
  if (cv_scanner === undefined) return null;
  const tcp = /^tcp:\/\/\[?([^\]/]+?)\]?:(\d+)\/?$/.exec(cv_scanner);
  if (tcp) return (bytes) => askClamd({ host: tcp[1] ?? "", port: Number(tcp[2]) }, bytes);
  const socket = /^unix:(?:\/\/)?(\/.+)$/.exec(cv_scanner)?.[1];
  if (socket) return (bytes) => askClamd({ path: socket }, bytes);
  return (bytes) => runCommand(cv_scanner, bytes);
}

/** INSTREAM: chunks, each after its length, ended by an empty one. */
function askClamd(address: { host: string; port: number } | { path: string }, bytes: Uint8Array): Promise<Verdict> {
  return new Promise((done, fail) => {
    const socket = connect(address);
    let answer = "";
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error("the scanner did not answer in time")));
    socket.on("error", fail);
    socket.on("data", (part) => {
      answer += part.toString("utf8");
    });
    socket.on("close", () => {
      if (/: OK\0?$/.test(answer.trim())) done("clean");
      else if (/ FOUND\0?$/.test(answer.trim())) done("infected");
      else fail(new Error(`the scanner answered ${JSON.stringify(answer.slice(0, 100))}`));
    });
    socket.on("connect", () => {
      socket.write("zINSTREAM\0");
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
        const chunk = bytes.subarray(at, at + CHUNK_BYTES);
        socket.write(lengthOf(chunk.length));
        socket.write(chunk);
      }
      socket.write(lengthOf(0));
    });
  });
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

function runCommand(command: string, bytes: Uint8Array): Promise<Verdict> {
  return new Promise((done, fail) => {
    const [program = "", ...options] = command.split(" ").filter(Boolean);
    const child = spawn(program, options, { stdio: ["pipe", "ignore", "ignore"], timeout: TIMEOUT_MS });
    child.on("error", fail);
    child.stdin.on("error", () => undefined); // it may answer before it has read everything
    child.on("close", (code) => {
      if (code === 0) done("clean");
      else if (code === 1) done("infected");
      else fail(new Error(`the scanner ended with ${code}`));
    });
    child.stdin.end(bytes);
  });
}
