import { randomBytes } from "node:crypto";
import { linkSync, rmSync, writeFileSync } from "node:fs";

/**
 * Creates a file that only its owner may read, unless it exists; returns whether this call created it. Of several processes
 * that try at once one wins, and the file is never seen half written. The folder must exist.
 */
export function writeOnce(path: string, text: string): boolean {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.half`;
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: 0o600, flush: true });
    linkSync(temporary, path); // unlike a renaming, refused where the name is taken
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
