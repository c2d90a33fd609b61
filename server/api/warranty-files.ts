/** Files of warranty: the invoice of a late activation, and the QR code of a card. */
import { anyone, binary, data, type FileCall, file, inPath, owner } from "./file-call.ts";

export const warrantyFiles: readonly FileCall[] = [
  {
    route: "POST /v1/client/warranty/invoice",
    operationId: "warranty.addInvoice",
    summary: "Send the invoice of a machine that is activated late",
    description:
      "multipart/form-data with one file in `invoice`, a picture or a PDF up to 10 MB by its content, and `serial`. Pictures are drawn anew without their metadata. `warranty.activate` names the answered key, or takes the newest of the session. Limit: 20 an hour for each IP address.",
    security: [{}, ...owner],
    parameters: [],
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["serial", "invoice"],
            properties: { serial: { type: "string" }, invoice: binary },
          },
        },
      },
    },
    answer: data(
      "The key of the invoice, for 24 hours",
      { invoice: { type: "string" } },
      { invoice: "warranty/Jc2kq0hVb8wXnZf3RtLs4A.webp" },
    ),
    errors: [
      "malformed",
      "unauthenticated",
      "forbidden",
      "too_large",
      "unsupported_media",
      "invalid",
      "too_many",
      "maintenance",
    ],
  },
  {
    route: "GET /qr/warranty/{id}",
    operationId: "warranty.qr",
    summary: "The address of a warranty card as a QR code",
    description: "Of any id: it says nothing about what stands there.",
    security: anyone,
    parameters: [inPath("id", "Jc2kq0hVb8wXnZf3RtLs4A")],
    answer: file("image/svg+xml", "A square"),
    errors: ["not_found"],
  },
];
