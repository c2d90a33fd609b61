/** Names the order form, for what stands beside it and belongs to it. */
export const order_form = "order";
