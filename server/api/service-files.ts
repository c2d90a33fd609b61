/** Files of service: pictures of a machine and its fault. */
import { binary, data, type FileCall, file, inPath, owner } from "./file-call.ts";

export const serviceFiles: readonly FileCall[] = [
  {
    route: "POST /v1/client/service-picture",
    operationId: "service.addPictures",
    summary: "Send pictures of a machine, before the request that takes them, or of a visit",
    description:
      "multipart/form-data with up to 6 files in `picture`, up to 10 MB each by their content; a technician names the visit by its `id`. They are drawn anew without their metadata and the place they were taken at. Limit: 60 a day for each IP address.",
    security: [{}, ...owner],
    parameters: [],
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["picture"],
            properties: { picture: { type: "array", items: binary }, id: { type: "string" } },
          },
        },
      },
    },
    answer: data(
      "The keys of the pictures, for 24 hours",
      { pictures: { type: "array", items: { type: "string" } } },
      { pictures: ["service/Jc2kq0hVb8wXnZf3RtLs4A.webp"] },
    ),
    errors: [
      "malformed",
      "unauthenticated",
      "forbidden",
      "not_found",
      "too_large",
      "unsupported_media",
      "invalid",
      "phone_unconfirmed",
      "too_many",
      "maintenance",
    ],
  },
  {
    route: "GET /uploads/service/{name}",
    operationId: "service.pictureFile",
    summary: "A picture of a request",
    description: "For the session that sent it, the owner of its ticket, and the technician of its visit.",
    security: [{}, ...owner],
    parameters: [inPath("name", "Jc2kq0hVb8wXnZf3RtLs4A.webp")],
    answer: file("image/webp", "The picture"),
    errors: ["not_found", "unauthenticated"],
  },
];
