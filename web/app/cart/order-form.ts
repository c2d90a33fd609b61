/** Names the order form, for what stands beside it and belongs to it. */
export const ORDER_FORM = "order";
