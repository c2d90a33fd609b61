/** `npm run words -- …`: the search's synonyms and other terms. `--help` says what it does. */
import { speak } from "./shopkeeper.ts";
import { help, wordsCommand } from "./words-command.ts";

await speak("words", { help, options: {}, answer: wordsCommand });
