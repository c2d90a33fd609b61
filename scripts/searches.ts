/** `npm run searches`: what people looked for and the shop had nothing for. `--help` says more. */
import { help, options, searchesCommand } from "./commands/searches.ts";
import { speak } from "./commands/shopkeeper.ts";

await speak("searches", { help, options, runs_bare: true, answer: searchesCommand });
