/** `npm run orders -- …`: the shopkeeper's commands until there is a back office. `--help` says what it does. */
import { help, options, ordersCommand } from "./commands/orders.ts";
import { speak } from "./commands/shopkeeper.ts";

await speak("orders", { help, options, answer: ordersCommand });
