/** Routes of the server that only these screens know: no other page loads their paths. */
export const sendRentGround = "/v1/client/create-rent-ground";
