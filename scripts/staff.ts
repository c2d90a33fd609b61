/** `npm run staff -- …`: the first owner, and one who is locked out. `--help` says what it does. */
import { speak } from "./commands/shopkeeper.ts";
import { help, options, staffCommand } from "./commands/staff.ts";

await speak("staff", { help, options, answer: staffCommand });
