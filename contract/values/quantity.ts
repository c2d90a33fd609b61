/** The most of one product that a line holds, whatever the stock: in the cart, on the wire and where it is chosen. */
export const LARGEST_QUANTITY = 999;
