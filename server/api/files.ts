/** The URLs that answer with files, streams or to other systems: no rows of the contract, described beside it. */
import { anyone, binary, data, type FileCall, file, inPath, lang, owner, receipt } from "./file-shapes.ts";
import { warrantyFiles } from "./warranty-files.ts";

const proof = inPath("uid_payment", "0".repeat(22));
const standing = (words: string[]) => ({
  type: "object",
  required: ["status"],
  properties: { status: { enum: words } },
});

export const fileCalls: readonly FileCall[] = [
  {
    route: "GET /v1/client/orders/{id}/slip",
    operationId: "orders.slip",
    summary: "The purchase slip of an order as a PDF",
    description: "For the order's owner, or with the order's phone in X-Order-Phone.",
    security: [{}, ...owner],
    parameters: [
      inPath("id", "23456789AB"),
      { name: "X-Order-Phone", in: "header", required: false, schema: { type: "string", example: "0590000011" } },
      lang,
    ],
    answer: file("application/pdf", "The slip, named after the order"),
    errors: ["unauthenticated", "not_found", "too_many"],
  },
  {
    route: "GET /v1/client/data-requests/{id}/file",
    operationId: "privacy.file",
    summary: "The copy of one's data, once it is ready",
    description:
      "`download` of a ready request names it. For its owner alone; requested by `POST /v1/client/data-requests/export`.",
    security: owner,
    parameters: [inPath("id", "0".repeat(22))],
    answer: file("application/zip", "Everything stored about the caller"),
    errors: ["unauthenticated", "not_found"],
  },
  {
    route: "GET /v1/client/notifies/stream",
    operationId: "notifications.stream",
    summary: "The caller's notifications while the line is open, as server-sent events",
    description:
      "The first event is the present state, each further one its change: `{unread, newest}` as JSON in `data`. Ends with the session. Limit: 240 openings an hour for each session.",
    security: owner,
    parameters: [lang],
    answer: { description: "An endless stream", content: { "text/event-stream": { schema: { type: "string" } } } },
    errors: ["unauthenticated", "password_pending", "too_many", "maintenance"],
  },
  {
    route: "POST /v1/client/avatar",
    operationId: "identity.setAvatar",
    summary: "Give the account a picture",
    description:
      "multipart/form-data with the file in `avatar`: JPEG, PNG, WebP, AVIF or GIF up to 5 MB; it is drawn anew without its metadata. Limit: 30 an hour for each session.",
    security: owner,
    parameters: [],
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: { type: "object", required: ["avatar"], properties: { avatar: binary } },
        },
      },
    },
    answer: data(
      "Where the picture is",
      { avatar_url: { type: ["string", "null"] } },
      { avatar_url: "/avatars/Jc2kq0hVb8wXnZf3RtLs4A.webp" },
    ),
    errors: [
      "malformed",
      "unauthenticated",
      "forbidden",
      "password_pending",
      "too_large",
      "unsupported_media",
      "invalid",
      "too_many",
      "maintenance",
    ],
  },
  {
    route: "POST /v1/client/vacancies/{id}/applications",
    operationId: "recruitment.apply",
    summary: "Apply for a vacancy, with a CV",
    description:
      "multipart/form-data, 6 MB in all; `cv_file` is a PDF or DOCX of at most 5 MB, judged by its content. `expected_salary` is more than 1,000,000 and less than 500,000,000 đồng a month, `introduction` has 5 words or more and at most 500 characters, `consent` is `1`. With the same Idempotency-Key the first answer. Limits: 3 a day for each phone, 5 an hour for each session, 20 a day for each address, with `captcha` from the third.",
    security: anyone,
    parameters: [
      inPath("id", "9001"),
      lang,
      {
        name: "Idempotency-Key",
        in: "header",
        required: false,
        schema: { type: "string", minLength: 1, maxLength: 255, example: "0".repeat(22) },
      },
    ],
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["full_name", "phone", "email", "consent", "cv_file"],
            properties: {
              ...Object.fromEntries(
                [
                  "full_name",
                  "phone",
                  "email",
                  "birthday",
                  "province_code",
                  "expected_salary",
                  "introduction",
                  "consent",
                  "captcha",
                ].map((name) => [name, { type: "string" }]),
              ),
              cv_file: binary,
            },
          },
        },
      },
    },
    answer: {
      description: "Received",
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["data"],
            properties: {
              data: {
                type: "object",
                required: ["code", "answer_by", "delete_on"],
                properties: {
                  code: { type: "string" },
                  answer_by: { type: "string", format: "date-time" },
                  delete_on: { type: "string", format: "date" },
                },
              },
            },
          },
          example: { data: { code: "HS-8M4T2K", answer_by: "2026-12-07T17:00:00.000Z", delete_on: "2027-11-23" } },
        },
      },
    },
    errors: [
      "malformed",
      "forbidden",
      "not_found",
      "vacancy_closed",
      "too_large",
      "unsupported_media",
      "invalid",
      "captcha_required",
      "too_many",
      "maintenance",
    ],
  },
  {
    route: "GET /avatars/{name}",
    operationId: "identity.avatarFile",
    summary: "A person's picture",
    description: "As `avatar_url` of the account names it; the name cannot be guessed.",
    security: anyone,
    parameters: [inPath("name", "Jc2kq0hVb8wXnZf3RtLs4A.webp")],
    answer: file("image/webp", "A square"),
    errors: ["not_found"],
  },
  {
    route: "POST /v1/client/comment-picture",
    operationId: "reviews.addPicture",
    summary: "Add pictures to a rating that is being written",
    description:
      "multipart/form-data with up to 5 files in `picture`: JPEG, PNG, WebP, AVIF or GIF up to 10 MB, drawn anew without their metadata; `product_id`, and what is typed so far in `stars`, `text`, `hashtags[]`, `show_name`. `reviews.write` names the answered keys. Limit: 60 an hour for each session.",
    security: owner,
    parameters: [],
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["product_id", "picture"],
            properties: {
              ...Object.fromEntries(
                ["product_id", "stars", "text", "show_name"].map((name) => [name, { type: "string" }]),
              ),
              "hashtags[]": { type: "array", items: { type: "string" } },
              picture: { type: "array", items: binary },
            },
          },
        },
      },
    },
    answer: data(
      "The pictures of the draft",
      { pictures: { type: "array", items: { type: "string" } } },
      { pictures: ["comments/Jc2kq0hVb8wXnZf3RtLs4A.webp"] },
    ),
    errors: [
      "malformed",
      "unauthenticated",
      "forbidden",
      "password_pending",
      "not_found",
      "too_large",
      "unsupported_media",
      "invalid",
      "too_many",
      "maintenance",
    ],
  },
  {
    route: "GET /uploads/comments/{name}",
    operationId: "reviews.pictureFile",
    summary: "A picture of a rating",
    description: "Of a published rating for everybody, of any other for its author; the name cannot be guessed.",
    security: [{}, ...owner],
    parameters: [inPath("name", "Jc2kq0hVb8wXnZf3RtLs4A.webp")],
    answer: file("image/webp", "A picture"),
    errors: ["not_found", "unauthenticated"],
  },
  ...warrantyFiles,
  {
    route: "GET /qr/member.svg",
    operationId: "identity.memberQr",
    summary: "The caller's member code as a QR",
    description: "For the member's own session.",
    security: owner,
    parameters: [],
    answer: { description: "A picture", content: { "image/svg+xml": { schema: { type: "string" } } } },
    errors: ["unauthenticated"],
  },
  {
    route: "GET /qr/payment/{uid_payment}/vietqr.svg",
    operationId: "payments.qr",
    summary: "The VietQR of a bank transfer as SVG",
    description: "By the payment's proof; 404 where it is not paid by transfer.",
    security: anyone,
    parameters: [proof],
    answer: { description: "A picture", content: { "image/svg+xml": { schema: { type: "string" } } } },
    errors: ["not_found"],
  },
  {
    route: "GET /qr/payment/{uid_payment}/vietqr.png",
    operationId: "payments.qrPng",
    summary: "The VietQR of a bank transfer as PNG, to keep and open in a bank's app",
    description: "By the payment's proof; 404 where it is not paid by transfer.",
    security: anyone,
    parameters: [proof],
    answer: file("image/png", "A picture"),
    errors: ["not_found"],
  },
  {
    route: "GET /v1/payments/{uid_payment}/card-frame",
    operationId: "payments.cardFrame",
    summary: "The page of a card's bank, for a frame",
    description: "By the payment's proof, while the bank is asked; 404 before and after.",
    security: anyone,
    parameters: [proof],
    answer: { description: "A page", content: { "text/html": { schema: { type: "string" } } } },
    errors: ["not_found"],
  },
  {
    route: "GET /qr/payment/{uid_payment}/link.svg",
    operationId: "payments.linkQr",
    summary: "The pay link of an order as SVG, for the person who pays",
    description: "By the payment's proof; 404 where it is not paid by a link.",
    security: anyone,
    parameters: [proof],
    answer: file("image/svg+xml", "A picture"),
    errors: ["not_found"],
  },
  {
    route: "GET /v1/payments/{sender}/ipn",
    operationId: "payments.getIpn",
    summary: "A payment provider that signs a query says what became of a payment",
    description:
      "As by POST, for senders that use GET; the answer is in the sender's own dialect. A parameter that comes twice makes it invalid.",
    security: anyone,
    parameters: [inPath("sender", "bank-transfer")],
    answer: { description: "Received, or received before, in the sender's dialect" },
    errors: ["not_found"],
    refusals: {
      401: receipt("Not signed by the one who may", { success: false }),
      503: receipt("Not stored: to be sent again", { success: false }),
    },
  },
  {
    route: "POST /v1/payments/{sender}/ipn",
    operationId: "payments.bankTransferIpn",
    summary: "A payment provider, or the bank's messenger, says that money has arrived",
    description:
      "`sender` says who speaks; `bank-transfer` stays the second name of `sepay`. Signed by the messenger (SePay: `Authorization: Apikey …`, or an HMAC of the body); what is not is answered 401 and changes nothing. Goes on during maintenance. Answers are in the sender's dialect; these are SePay's.",
    security: anyone,
    parameters: [inPath("sender", "bank-transfer")],
    requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
    answer: receipt("Received, or received before", { success: true }),
    errors: ["not_found", "too_large"],
    refusals: {
      400: receipt("Signed, and not to be read", { success: false }),
      401: receipt("Not signed by the one who may", { success: false }),
      503: receipt("Not stored: to be sent again", { success: false }),
    },
  },
  {
    route: "POST /v1/notifications/zalo/ipn",
    operationId: "notifications.zaloIpn",
    summary: "Zalo says that a message has arrived",
    description:
      "Signed in `X-ZEvent-Signature`; what is not is answered 401 and changes nothing. 404 where the shop does not send by Zalo.",
    security: anyone,
    parameters: [],
    requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
    answer: receipt("Received", { error: 0 }),
    errors: ["not_found", "too_large"],
    refusals: { 401: receipt("Not signed by the one who may", { error: 1 }) },
  },
  {
    route: "GET /healthz",
    operationId: "running.alive",
    summary: "Whether the process lives",
    description: "Goes on during maintenance.",
    security: anyone,
    parameters: [],
    answer: {
      description: "It does",
      content: { "application/json": { schema: standing(["alive"]), example: { status: "alive" } } },
    },
    errors: [],
  },
  {
    route: "GET /readyz",
    operationId: "running.ready",
    summary: "Whether the process should be given visitors",
    description: "503 with Retry-After while it should not: the database is away or behind, or the process is ending.",
    security: anyone,
    parameters: [],
    answer: {
      description: "It should",
      content: { "application/json": { schema: standing(["ready"]), example: { status: "ready" } } },
    },
    errors: [],
  },
];
