/**
 * The shop's log: one line per event, even where a value has line breaks. JSON in production; elsewhere readable text with
 * times of Việt Nam. Secrets and personal data are masked by field name, and paths are logged without their query, which may
 * contain codes and phone numbers (rules/security#logs).
 */
import pino from "pino";

export type Log = pino.Logger;
export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

const PRIVATE_FIELDS = [
  "phone",
  "temp_phone",
  "email",
  "otp",
  "code_otp",
  "token",
  "id_token",
  "store_token",
  "session_id",
  "password",
  "secret",
  "card",
  "card_number",
  "cvv",
  "authorization",
  "cookie",
  '["set-cookie"]',
  '["x-order-phone"]',
];
const path = (above: string, field: string) =>
  field.startsWith("[") ? `${above}${field}` : above ? `${above}.${field}` : field;
export const REDACTED = PRIVATE_FIELDS.flatMap((field) => [path("", field), path("*", field), path("*.*", field)]);

type Destination = { write(line: string): void };

export function createLog({ level, format, to }: { level: LogLevel; format: "json" | "text"; to?: Destination }): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED, censor: "[hidden]" },
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      req: describeRequest,
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
      err: pino.stdSerializers.err,
    },
  };
  const out = to ?? pino.destination({ dest: 1, sync: true });
  return pino(options, format === "json" ? out : { write: (line: string) => out.write(asText(line)) });
}

/** The path alone: what follows "?" may hold a code, a phone number or a session. */
export function pathOf(url: string): string {
  return url.split(/[?#;]/, 1)[0] ?? "/";
}

function describeRequest(request: { method?: string; url?: string; id?: string; ip?: string }) {
  return { method: request.method, path: pathOf(request.url ?? "/"), request_id: request.id, ip: request.ip };
}

const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Ho_Chi_Minh", timeStyle: "medium" });

function asText(line: string): string {
  const { time, level, msg, ...rest } = JSON.parse(line) as { time: string; level: string; msg?: string };
  const fields = Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const message = JSON.stringify(msg ?? "")
    .slice(1, -1)
    .replaceAll('\\"', '"');
  return `${[clock.format(new Date(time)), level.padEnd(5), message, ...fields].join(" ")}\n`;
}
