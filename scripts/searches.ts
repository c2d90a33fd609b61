/** `npm run searches`: searches without a result. `--help` says more. */
import { help, options, searchesCommand } from "./searches-command.ts";
import { speak } from "./shopkeeper.ts";

await speak("searches", { help, options, runs_bare: true, answer: searchesCommand });
