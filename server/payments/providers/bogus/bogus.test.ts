import { afterAll } from "vitest";
import { conform } from "../conformance.ts";
import { bogus } from "./bogus.ts";
import { bogusIpn, bogusServer } from "./simulator.ts";

const secret = "a-secret-of-the-tests";
const server = await bogusServer();
afterAll(() => server.close());

conform(bogus, {
  folder: import.meta.dirname,
  config: { env: { BOGUS_URL: server.url, BOGUS_SECRET: secret } },
  message: ({ attempt, amount, txn }) =>
    bogusIpn({ ref: attempt.provider_ref, txn, amount, outcome: "success" }, secret),
});
