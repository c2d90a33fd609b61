/** How a URL that answers with a file, or takes one, is described. */
import type { Schema } from "./schemas.ts";

export type Answer = { description: string; content?: Record<string, { schema: Schema; example?: unknown }> };
export type FileCall = {
  route: string;
  operationId: string;
  summary: string;
  description: string;
  security: object[];
  parameters: { name: string; in: "path" | "query" | "header"; required: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> };
  answer: Answer;
  /** Codes of the one failure shape, beside those every such call may answer. */
  errors: readonly string[];
  /** Refusals in the words of whom they go to. */
  refusals?: Readonly<Record<number, Answer>>;
};

export const owner = [{ bearer: [] }, { session: [] }];
export const anyone = [{}];
export const binary = { type: "string", format: "binary" };
export const inPath = (name: string, example: string) =>
  ({ name, in: "path", required: true, schema: { type: "string", example } }) as const;
export const lang = {
  name: "lang",
  in: "query",
  required: false,
  schema: { type: "string", enum: ["vi", "en", "ja"] },
} as const;
export const file = (type: string, description: string): Answer => ({
  description,
  content: { [type]: { schema: binary } },
});
/** What a messenger reads. */
export const receipt = (description: string, example: Record<string, boolean | number>): Answer => {
  const properties = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, { type: typeof value === "number" ? "integer" : "boolean" }]),
  );
  const schema = { type: "object", required: Object.keys(example), properties };
  return { description, content: { "application/json": { schema, example } } };
};
/** `{ data }` with exactly these. */
export const data = (description: string, properties: Record<string, Schema>, example: object): Answer => {
  const inner = { type: "object", required: Object.keys(properties), properties };
  const schema = { type: "object", required: ["data"], properties: { data: inner } };
  return { description, content: { "application/json": { schema, example: { data: example } } } };
};
