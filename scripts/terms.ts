/** `npm run terms -- …`: what the search knows of words. `--help` says what it does. */
import { speak } from "./commands/shopkeeper.ts";
import { help, wordsCommand } from "./commands/terms.ts";

await speak("words", { help, options: {}, answer: wordsCommand });
