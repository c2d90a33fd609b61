/** `npm run settings -- …`: brand, maintenance, limits until there is a back office. `--help` says what it does. */
import { help, settingsCommand } from "./settings-command.ts";
import { speak } from "./shopkeeper.ts";

await speak("settings", { help, answer: settingsCommand });
