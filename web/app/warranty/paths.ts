/** Routes of the server that only these screens know: no other page loads their paths. */
export const sendInvoice = "/v1/client/warranty/invoice";
