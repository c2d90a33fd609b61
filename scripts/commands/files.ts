/** Files a command reads and writes: errors are printed as sentences, and a file appears when it is complete. */
import { createWriteStream, type Stats } from "node:fs";
import { access, constants, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** An error the operator can correct; its message is printed as it is. */
export class FileTrouble extends Error {
  override readonly name = "FileTrouble";
}

/** Throws FileTrouble where there is no file that can be read. */
export async function assertReadable(path: string): Promise<void> {
  const found = await statOf(path);
  if (!found) throw new FileTrouble(`There is no file "${path}".`);
  if (found.isDirectory()) throw new FileTrouble(`"${path}" is a folder; say which file in it.`);
  if (!(await may(path, constants.R_OK))) throw new FileTrouble(`"${path}" may not be read by this user.`);
}

/** Throws FileTrouble where no file can be made, before anything is made for it. */
export async function assertWritable(path: string): Promise<void> {
  if (path === "") throw new FileTrouble("Say which file: --out FILE");
  if ((await statOf(path))?.isDirectory()) throw new FileTrouble(`"${path}" is a folder; say which file in it.`);
  const folder = dirname(path);
  if (!(await statOf(folder))?.isDirectory()) throw new FileTrouble(`There is no folder "${folder}" for "${path}".`);
  if (!(await may(folder, constants.W_OK))) throw new FileTrouble(`No file can be made in "${folder}" by this user.`);
}

/** The file appears when it is whole; what stood there before stays until then. Throws FileTrouble for a full disk. */
export async function writeWhole(file: Readable, path: string): Promise<void> {
  await assertWritable(path);
  const there = await statOf(path);
  if (there && !there.isFile()) return pipeline(file, createWriteStream(path)); // /dev/stdout, a pipe
  const unfinished = `${path}.part`;
  try {
    await pipeline(file, createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    throw new FileTrouble(`"${path}" could not be written: the disk is full.`);
  }
}

/** Undefined where there is nothing, or a file stands where a folder should. */
async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new FileTrouble(`"${path}" cannot be reached: ${(error as Error).message}`);
  }
}

async function may(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode);
    return true;
  } catch {
    return false;
  }
}
