/** Routes of the server that only these screens know: no other page loads their paths. */
export const sendPicture = "/v1/client/comment-picture";
