/** What partners answer beside the calls of the contract: premises come with pictures. */
import type { RouteContext } from "../http/route-context.ts";
import { receiveRentGrounds } from "./rent-ground-route.ts";

export function mountPartnersRoutes(context: RouteContext): void {
  receiveRentGrounds(context);
}
