/** `npm run orders -- …`: the shopkeeper's commands until there is a back office. `--help` says what it does. */
import { help, options, ordersCommand } from "./orders-command.ts";
import { speak } from "./shopkeeper.ts";

await speak("orders", { help, options, answer: ordersCommand });
