/** A copy of the project as `git clone` would leave it, below `.data`; what git does not hold can be linked into it. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");
/** What `bin/*` would fetch or build, and git does not hold. */
const brought = [
  ".tools",
  "node_modules",
  "server/node_modules",
  "web/node_modules",
  "web/build",
  "web/first-pictures",
];

export function copyProject() {
  mkdirSync(join(root, ".data"), { recursive: true, mode: 0o755 });
  const folder = mkdtempSync(join(root, ".data", "copy-"));
  chmodSync(folder, 0o755); // as root: a folder the database's own user may enter
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const path of new Set(listed.toString().split("\0").filter(Boolean))) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path));
  }
  return {
    folder,
    /** Puts there what the set-up would bring, so that it has nothing to fetch. */
    bring(): void {
      for (const path of brought) if (existsSync(join(root, path))) link(join(root, path), join(folder, path));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Hard links where the system has them: a copy of 600 MB in a second. Nothing in it is written in place. */
function link(from: string, to: string): void {
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    rmSync(to, { recursive: true, force: true }); // a `cp` that knows no links, or another disk
    execFileSync("cp", ["-Rp", from, to]);
  }
}
