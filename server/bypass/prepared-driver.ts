/**
 * A statement that this connection has prepared and answered before: what it answers is known, so it is bound and run
 * and nothing else. `pg` has every answer described again, which costs as much as a short answer itself. Values travel as
 * text, as `pg` sends them; times always as UTC. decisions/0163-what-a-call-costs.md
 */
import type pg from "pg";

type Column = { name: string; read: (text: string) => unknown };
export type Shape = { columns: readonly Column[]; is_planned_once: boolean };
export type Answer = { command: string; rowCount: number | null; rows: Record<string, unknown>[] };

/** What a described answer looks like, in the types of this pool. */
export function shapeOf(fields: readonly pg.FieldDef[], types: pg.CustomTypesConfig, isPlannedOnce: boolean): Shape {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, read: types.getTypeParser(dataTypeID, "text") }));
  return { columns, is_planned_once: isPlannedOnce };
}

const once = { name: "shop_once", text: "set plan_cache_mode = force_generic_plan" };
const AS_IT_SEES_FIT = { name: "shop_as_it_sees_fit", text: "set plan_cache_mode = auto" };
/** Sent on a connection, in this order, before its first statement with a generic plan. */
export const waysToPlan = [once, AS_IT_SEES_FIT] as const;

/** Runs on a connection no other caller uses meanwhile. `name` is prepared there. Rejects as `pg` would. */
export function askAgain(client: pg.PoolClient, name: string, values: unknown[], shape: Shape): Promise<Answer> {
  return new Promise((resolve, reject) => client.query(new PreparedStatement(name, values, shape, resolve, reject)));
}

/** The methods are those `pg` calls on whatever is submitted to it (as pg-cursor does). */
class PreparedStatement implements pg.Submittable {
  /** `pg` looks for it when an answer fails. */
  readonly name: string;
  readonly #values: unknown[];
  readonly #shape: Shape;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #rows: Record<string, unknown>[] = [];
  #tag = "";
  #problem: unknown;

  constructor(
    name: string,
    values: unknown[],
    shape: Shape,
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ) {
    this.name = name;
    this.#values = values;
    this.#shape = shape;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit({ stream }: pg.Connection): void {
    const frame = this.#shape.is_planned_once ? plannedOnce : asItIs;
    if (stream.writable) stream.write(bound(this.name, this.#values, frame)); // otherwise `pg` notices and reports it
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#problem !== undefined) return;
    try {
      const row: Record<string, unknown> = {};
      const { columns } = this.#shape;
      for (let at = 0; at < columns.length; at++) {
        const column = columns[at] as Column;
        const text = fields[at];
        row[column.name] = text === null || text === undefined ? null : column.read(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#problem = error; // reported when the connection is ready for the next statement
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (text !== "SET") this.#tag = text; // of the frame
  }

  handleReadyForQuery(): void {
    if (this.#problem !== undefined) this.#reject(this.#problem);
    else this.#resolve({ ...commandOf(this.#tag), rows: this.#rows });
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }
}

/** "SELECT 24", "INSERT 0 1", "LOCK TABLE". */
function commandOf(tag: string): Pick<Answer, "command" | "rowCount"> {
  const [command = "", ...figures] = tag.split(" ");
  const last = Number(figures.at(-1));
  return { command, rowCount: figures.length > 0 && Number.isInteger(last) ? last : null };
}

type Frame = { before: Buffer; after: Buffer };

/** Execute the unnamed portal to its end. */
const execute = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
const sync = Buffer.from([0x53, 0, 0, 0, 4]);
const asItIs: Frame = { before: Buffer.alloc(0), after: Buffer.concat([execute, sync]) };
const set = ({ name }: { name: string }) => bound(name, [], { ...asItIs, after: execute });
/** Before the only sync they are one transaction: where the statement fails, the way to plan is undone with it. */
const plannedOnce: Frame = { before: set(once), after: Buffer.concat([execute, set(AS_IT_SEES_FIT), sync]) };

/** Bind, execute and sync as one write. Frontend messages: PostgreSQL 18, 54.7. */
function bound(name: string, values: readonly unknown[], { before, after }: Frame): Buffer {
  const texts = values.map(wireForm);
  const sizes = texts.map((text) => (text === null ? 0 : Buffer.byteLength(text)));
  const hasBytes = texts.some(Buffer.isBuffer);
  const body = sizes.reduce((sum, size) => sum + 4 + size, 0);
  const formats = hasBytes ? 2 * texts.length : 0;
  const length = 4 + 1 + name.length + 1 + 2 + formats + 2 + body + 2;
  const message = Buffer.allocUnsafe(before.length + 1 + length + after.length);
  message.set(before);
  let at = message.writeUInt8(0x42, before.length);
  at = message.writeInt32BE(length, at);
  at = message.writeUInt8(0, at);
  at += message.write(name, at, "latin1");
  at = message.writeUInt8(0, at);
  at = message.writeInt16BE(hasBytes ? texts.length : 0, at); // none: everything is text
  if (hasBytes) for (const text of texts) at = message.writeInt16BE(Buffer.isBuffer(text) ? 1 : 0, at);
  at = message.writeInt16BE(texts.length, at);
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index] ?? null;
    at = message.writeInt32BE(text === null ? -1 : (sizes[index] ?? 0), at);
    if (typeof text === "string") at += message.write(text, at);
    else if (text !== null) at += text.copy(message, at);
  }
  at = message.writeInt16BE(0, at); // the answer is text
  message.set(after, at);
  return message;
}

/** As `pg` maps values: lists become array literals, other objects JSON. */
function wireForm(value: unknown): string | Buffer | null {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return arrayLiteral(value);
  return ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : JSON.stringify(value);
}

function arrayLiteral(values: readonly unknown[]): string {
  const members = values.map((value) => {
    if (typeof value === "number") return String(value);
    if (Array.isArray(value)) return arrayLiteral(value);
    const text = wireForm(value);
    if (text === null) return "NULL";
    return typeof text === "string" ? quoted(text) : `"\\\\x${text.toString("hex")}"`;
  });
  return `{${members.join(",")}}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
