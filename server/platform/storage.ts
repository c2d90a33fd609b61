/**
 * Uploads and exports: on disk under DATA_DIR/uploads, or in S3-compatible storage where its
 * settings are given. Keys are made by us (`avatars/…`, `exports/…`, `cvs/…`, `comments/…`, `premises/…`, `chat/…`, `warranty/…`, `service/…`), 128 random bits each, and are
 * never a path a client typed. docs/decisions/0154. Calls go over the network: never inside a transaction.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AwsClient } from "aws4fetch";
import type { Config } from "../kernel/config.ts";

export type Storage = {
  /** Replaces what is there. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null for what is not there. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Safe to repeat. */
  remove(key: string): Promise<void>;
};

const WANTED_KEY = /^(?:avatars|exports|cvs|comments|premises|chat|warranty|service)\/[\w-]{22}\.[a-z]{3,4}$/;
const TIMEOUT_MS = 20_000;

/** A random name: `avatars/….webp`. */
export function newKey(
  folder: "avatars" | "exports" | "cvs" | "comments" | "premises" | "chat" | "warranty" | "service",
  kind: string,
): string {
  return `${folder}/${randomBytes(16).toString("base64url")}.${kind}`;
}

export function storageOf(config: Pick<Config, "data_dir" | "s3">): Storage {
  const storage = config.s3 ? bucket(config.s3) : disk(join(config.data_dir, "uploads"));
  const checked = (key: string) => {
    if (!WANTED_KEY.test(key)) throw new Error(`"${key}" is no key of ours`);
    return key;
  };
  return {
    put: (key, bytes, contentType) => storage.put(checked(key), bytes, contentType),
    get: (key) => storage.get(checked(key)),
    remove: (key) => storage.remove(checked(key)),
  };
}

/** Written beside and then named, so that a half file is never read. */
function disk(root: string): Storage {
  return {
    async put(key, bytes) {
      const file = join(root, key);
      const half = `${file}.${randomBytes(4).toString("hex")}.half`;
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(half, bytes, { mode: 0o600 });
      await rename(half, file);
    },
    async get(key) {
      try {
        return new Uint8Array(await readFile(join(root, key)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    remove: (key) => rm(join(root, key), { force: true }),
  };
}

function bucket({ endpoint, bucket, region, access_key_id, secret_access_key }: NonNullable<Config["s3"]>): Storage {
  const aws = new AwsClient({
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    region,
    service: "s3",
    retries: 2,
  });
  const ask = async (key: string, init: RequestInit): Promise<Response> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await aws.fetch(`${endpoint}/${bucket}/${key}`, { ...init, redirect: "error", signal });
    if (answer.ok || answer.status === 404) return answer;
    await answer.body?.cancel();
    throw new Error(`the storage answered ${answer.status} to ${init.method ?? "GET"}`);
  };
  return {
    async put(key, bytes, contentType) {
      const body = new Uint8Array(bytes);
      const answer = await ask(key, { method: "PUT", body, headers: { "content-type": contentType } });
      await answer.body?.cancel();
      if (answer.status === 404) throw new Error(`the storage has no bucket ${bucket}`);
    },
    async get(key) {
      const answer = await ask(key, { method: "GET" });
      if (answer.status !== 404) return new Uint8Array(await answer.arrayBuffer());
      await answer.body?.cancel();
      return null;
    },
    async remove(key) {
      await (await ask(key, { method: "DELETE" })).body?.cancel();
    },
  };
}
