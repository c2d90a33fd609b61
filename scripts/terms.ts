/** `npm run terms -- …`: the synonyms and other terms of the search. `--help` says what it does. */
import { speak } from "./commands/shopkeeper.ts";
import { help, termsCommand } from "./commands/terms.ts";

await speak("terms", { help, options: {}, answer: termsCommand });
