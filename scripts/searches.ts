/** `npm run searches`: searches without a result. `--help` says more. */
import { help, options, searchesCommand } from "./commands/searches.ts";
import { speak } from "./commands/shopkeeper.ts";

await speak("searches", { help, options, runs_bare: true, answer: searchesCommand });
