/**
 * A person's picture. It is sent as `POST /v1/client/avatar`, multipart/form-data with one file `avatar` of 5 MB at
 * most (server/identity/accounts/avatar-route.ts); only its JSON calls are here. Spec §3 avatar_url, §7 generic
 * multipart upload.
 */
import { z } from "zod";
import { type Call, call } from "../call.ts";
import { locale } from "../values/fields.ts";

export const avatars = {
  removeAvatar: call("DELETE /v1/client/avatar", {
    summary: "Take the caller's picture away; safe to repeat",
    who: "customer",
    input: z.object({ lang: locale.optional() }),
    output: z.object({ avatar_url: z.null() }),
    example: { input: {} },
  }),
} satisfies Record<string, Call>;
