/** A reason not to start that a person can act on: printed as it is, without a stack, and the process exits 1. */
export class ShopCannotStart extends Error {
  override name = "ShopCannotStart";
}
