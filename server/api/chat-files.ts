/** Events and pictures of the live chat. */
import { anyone, binary, data, type FileCall, file, inPath, lang, owner } from "./file-call.ts";

export const chatFiles: readonly FileCall[] = [
  {
    route: "GET /v1/client/chat/{id}/events",
    operationId: "chat.events",
    summary: "What comes in one's own conversation while the line is open, as server-sent events",
    description:
      "`message` has its number as `id`, so a reader that was cut off gets what it missed by `Last-Event-ID` or `after`; `state` is the conversation without messages; `typing` says that the other side types. Limit: 600 openings an hour for each session.",
    security: [{}, ...owner],
    parameters: [
      inPath("id", "A".repeat(22)),
      { name: "after", in: "query", required: false, schema: { type: "integer", example: 0 } },
      lang,
    ],
    answer: { description: "An endless stream", content: { "text/event-stream": { schema: { type: "string" } } } },
    errors: ["not_found", "unauthenticated", "too_many", "maintenance"],
  },
  {
    route: "GET /v1/staff/chats/events",
    operationId: "chat.staffEvents",
    summary: "Which conversations change, and who types, while the line is open, as server-sent events",
    description:
      "`changed` and `typing` name a conversation, or null: read the list again. While it is open its person counts as there. For `chat:answer`.",
    security: owner,
    parameters: [],
    answer: { description: "An endless stream", content: { "text/event-stream": { schema: { type: "string" } } } },
    errors: ["unauthenticated", "forbidden", "factor_pending"],
  },
  {
    route: "POST /v1/client/chat/{id}/pictures",
    operationId: "chat.addPictures",
    summary: "Pictures for a message of one's own conversation",
    description:
      "multipart/form-data with up to 5 files in `picture`: JPEG, PNG, WebP, AVIF or GIF up to 10 MB, drawn anew without their metadata. `chat.send` names the answered keys; those no message names go after a day. Limit: 60 an hour for each session.",
    security: [{}, ...owner],
    parameters: [inPath("id", "A".repeat(22))],
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: { type: "object", required: ["picture"], properties: { picture: { type: "array", items: binary } } },
        },
      },
    },
    answer: data(
      "Their keys",
      { pictures: { type: "array", items: { type: "string" } } },
      { pictures: ["chat/Jc2kq0hVb8wXnZf3RtLs4A.webp"] },
    ),
    errors: [
      "malformed",
      "unauthenticated",
      "forbidden",
      "not_found",
      "too_large",
      "unsupported_media",
      "invalid",
      "too_many",
      "maintenance",
    ],
  },
  {
    route: "GET /v1/client/chat-picture/{token}",
    operationId: "chat.picture",
    summary: "A picture of a chat",
    description: "As `pictures` of a message names it; the address is good for 5 minutes.",
    security: anyone,
    parameters: [inPath("token", "eyJhbGciOiJIUzI1NiJ9.e30.c2ln")],
    answer: file("image/webp", "A picture"),
    errors: ["not_found"],
  },
];
