/** `npm run searches`: what people looked for and the shop had nothing for. `--help` says more. */
import { help, options, searchesCommand } from "./searches-command.ts";
import { speak } from "./shopkeeper.ts";

await speak("searches", { help, options, runs_bare: true, answer: searchesCommand });
