/** `npm run settings -- …`: brand, maintenance, limits until there is a back office. `--help` says what it does. */
import { help, settingsCommand } from "./commands/settings.ts";
import { speak } from "./commands/shopkeeper.ts";

await speak("settings", { help, answer: settingsCommand });
