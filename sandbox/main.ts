/** `npm run sandbox`: the sandbox gateway alone, configured by the environment. */
import { ownOptions } from "../scripts/commands/command-line.ts";
import { SandboxRefusal } from "./core/settings.ts";
import { type Sandbox, startSandbox } from "./start.ts";

const usage = `The payment providers, simulated: VNPAY, MoMo, ZaloPay, ShopeePay, NAPAS, Alepay, and the bank with SePay, Casso and payOS. No money moves.

  npm run sandbox [-- --port 4100 --speed 60 --seed TEXT --state FILE]

  --port     where it listens on this machine (SANDBOX_PORT, 4100)
  --speed    how fast its clock runs; 60: retries of five minutes come after five seconds (SANDBOX_SPEED, 1)
  --seed     the same seed and steps make the same ids (SANDBOX_SEED, a new one)
  --state    a file that survives a restart (SANDBOX_STATE, none)

PUBLIC_URL is the shop's address, http://localhost:3000 if there is none; SANDBOX_PAGES_URL is how browsers reach
the pages where the shop passes them on.
`;
const asked = ownOptions(usage, {
  port: { type: "string" },
  speed: { type: "string" },
  seed: { type: "string" },
  state: { type: "string" },
});

try {
  announce(await startSandbox(configuration()));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof SandboxRefusal ? 2 : 1;
}

function configuration() {
  const { env } = process;
  const seed = asked.seed ?? env.SANDBOX_SEED;
  const file = asked.state ?? env.SANDBOX_STATE;
  return {
    port: numberOf(asked.port ?? env.SANDBOX_PORT ?? "4100"),
    speed: numberOf(asked.speed ?? env.SANDBOX_SPEED ?? "1"),
    ...(seed ? { seed } : {}),
    ...(file ? { state_file: file } : {}),
    ...(env.PUBLIC_URL ? { shop_url: env.PUBLIC_URL } : {}),
    ...(env.SANDBOX_PAGES_URL ? { pages_url: env.SANDBOX_PAGES_URL } : {}),
  };
}

function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0) throw new Error(`"${text}" is no number from 0`);
  return value;
}

function announce({ url, token, seed, pages, environment, close }: Sandbox): void {
  const variables = Object.entries(environment()).map(([name, value]) => `  ${name}=${value}\n`);
  process.stdout.write(
    `The sandbox gateway SIMULATES payment providers. No money moves.

  bank       ${url}/bank/transfer
  control    ${url}/_ctl, authorization: Bearer ${token}
  seed       ${seed}

A shop that uses it is started with

${variables.join("")}
and passes on to browsers, below /dev/gateway: ${pages().join(", ")}

Stop with Ctrl-C.
`,
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void close());
}
