/** Forms with files, which no row of the contract takes: described as files are. */
import { anyone, binary, data, type FileCall, inPath, lang } from "./file-call.ts";

/** Fields of premises that are asked for. */
const premises = [
  ...["full_name", "phone", "city_code", "ward_code", "street", "area_m2", "front_m", "monthly_rent"],
  ...["right", "available_from"],
] as const;

export const sentForms: readonly FileCall[] = [
  {
    route: "POST /v1/client/create-rent-ground",
    operationId: "partners.createRentGround",
    summary: "Offer premises for rent, with pictures",
    description:
      "multipart/form-data with 2 to 10 `pictures` of at most 10 MB each, drawn anew without their metadata. `area_m2` is 60 to 100,000, `front_m` 4 to 1,000 with at most one decimal, `monthly_rent` 1 to 10,000,000,000 đồng, `right` is `owner` or `agent`, `available_from` today or after it, `consent` is `1`. The same proposal again on one day answers the first code. Limits: 3 a day for each phone, 5 an hour for each session, 20 a day for each address, with `captcha` from the third.",
    security: anyone,
    parameters: [lang],
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: [...premises, "pictures", "consent"],
            properties: {
              ...Object.fromEntries(
                [...premises, "note", "consent", "captcha"].map((name) => [name, { type: "string" }]),
              ),
              pictures: { type: "array", minItems: 2, maxItems: 10, items: binary },
            },
          },
        },
      },
    },
    answer: data(
      "Received",
      { code: { type: "string" }, answer_by: { type: "string" }, delete_on: { type: "string" } },
      { code: "HT-6R3KWT", answer_by: "2026-12-07T17:00:00.000Z", delete_on: "2027-11-23" },
    ),
    errors: [
      "malformed",
      "too_large",
      "unsupported_media",
      "invalid",
      "conflict",
      "captcha_required",
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
];
