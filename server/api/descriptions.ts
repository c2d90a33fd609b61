/** What an app developer has to know beside the calls themselves: the head of the description, and a line a domain. */

import { chatDesk } from "contract/chat/chat-desk.ts";
import { contactDesk } from "contract/contact/contact.ts";
import { loyaltyOffice } from "contract/loyalty/desk-loyalty.ts";
import { orderDesk } from "contract/orders/desk-orders.ts";
import { pagesDesk } from "contract/pages/pages.ts";
import { card } from "contract/payments/card.ts";
import { moneyDesk } from "contract/payments/desk/desk-payments.ts";
import { serviceOffice } from "contract/service/desk-tickets.ts";
import { approvals } from "contract/staff/approvals.ts";
import { audit } from "contract/staff/audit.ts";
import { ownAccount } from "contract/staff/own.ts";
import { signingIn } from "contract/staff/sign-in.ts";
import { warrantyOffice } from "contract/warranty/desk-warranties.ts";

export const guide = `Every call of the shop, as its own pages make them. Send and expect JSON in UTF-8; names are snake_case; amounts are whole đồng, points whole points; times are RFC 3339 in UTC, days \`YYYY-MM-DD\` of Việt Nam.

## Answers and errors

Success is \`{"data": …}\`; a list also has \`"meta": {"current_page", "last_page", "per_page", "total"}\`. Where a call's answer has no \`data\`, its schema shows it (signing in, the session).

Every failure has one shape: \`{"code", "message", "errors"?, "maintenance"?, "approval_id"?, "request_id"}\`. Decide by \`code\`, which never changes; show \`message\`, which is a sentence in the reader's language; \`errors\` names each field that was refused (\`"address.ward_code"\`, \`"items.0.quantity"\`) with its sentences, all of them in one round. \`approval_id\` is the request that a second person decides. \`request_id\` finds the request in the shop's log.

202 a second person has to agree · 400 the request cannot be read · 401 the token is missing, dead or wrong · 403 not allowed · 404 not there, or not yours · 409 something changed meanwhile · 413 too large · 415 not JSON · 422 a field is wrong · 429 too many · 503 maintenance, or another service is away.

Unknown fields are ignored (a call for staff refuses them), malformed ones are 422. A number may be sent as its digits in text; nothing, \`null\` and \`""\` all mean that a number was not given, which is 422 where one is needed; a \`quantity\` or a \`product_id\` that is sent has to be a number.

## Who calls: tokens

A visitor needs no token. A person signs in by password (\`POST /client/auth/login\`) or by a code sent to their phone (\`POST /v1/client/otp/send\`, then \`POST /auth/login-sms\`); the answer holds \`token\`: send it as \`Authorization: Bearer …\`. It ends 14 days after its last use and 60 days after signing in, when the person signs out (\`POST /api/auth/logout\`), changes the password elsewhere, or is locked; then every call that looks at it answers 401 \`unauthenticated\`, also those a visitor may make: drop the token and sign in again. Staff sessions are shorter.

Password sign-in names its field \`login\`, because it takes a phone number or an e-mail address; sign-in by code names it \`phone\`, because only a phone can be sent one.

In a browser on the shop's own pages the session is an HttpOnly cookie; \`GET /session\` then also answers \`id_token\`, a bearer of 15 minutes that counts only beside that cookie. It is of no use to an app.

## A visitor's cart without cookies: session_id

The first write to a cart opens a session and answers its \`session_id\` (browsers also get it as a cookie; apps that keep cookies need not do anything). Without cookies send it back as \`session_id\`, in the query of GET and DELETE, in the body of POST and PUT. At sign-in the visitor's cart is joined to the person's, the session ends, and from then on the token alone says whose cart it is; the visitor's \`session_id\` is of no more use and is dropped by the app. A write that still shows it alone within a minute is 409 \`conflict\`, so that what was written while signing in is not lost in a cart of nobody: send it again with the token.

A one-time code belongs to the session that asked for it. Without cookies send the \`session_id\` that \`POST /v1/client/otp/send\` answered along with the call that checks the code (\`POST /auth/login-sms\` and the others); without it the code is refused as \`otp_expired\`. A guest's order is shown in full, without its phone, to the session that placed it.

## Proving to be no robot: captcha

After a few codes or wrong passwords a call answers 422 \`captcha_required\`. \`GET /v1/client/captcha\` then answers a challenge; the solution goes into the field \`captcha\` of the same call, once. \`kind: "proof_of_work"\` is ALTCHA: find the \`number\` up to \`maxnumber\` for which SHA-256 of \`salt\` + \`number\` is \`challenge\`, and send the base64 of \`{"algorithm","challenge","number","salt","signature"}\`. Otherwise it is the token of the provider the answer names.

## Saying a thing once: Idempotency-Key

Calls that change something take the header \`Idempotency-Key\`: a value of your own for one act of the user, 22 to 255 random characters (a UUID will do; within a session a shorter one is taken, an empty header is none). Sent again within 24 hours with the same content, it answers what it answered first and does nothing; with another content it is 422 \`idempotency_mismatch\`; while the first is running 409 \`in_progress\`. Refused requests are not remembered, nor are answers that sign the caller in: those calls do not list the header. Keys belong to the caller. Use one for placing an order, and repeat with the same one when a line breaks. Without a key the same content from the same customer, session or (with neither) network address within 60 seconds is taken for a repeat too, and is answered with the first order; where it names another \`expected_total\` than that order's total, it is judged by itself.

## An order without an account: X-Order-Phone

Who ordered as a guest shows the phone number of the order in the header \`X-Order-Phone\`, never in the address; its owner's token does as well. A wrong phone answers 404 as if the order were not there, and is counted: after 30 in ten minutes from one IP address every further try from there needs a captcha (422 \`captcha_required\`), and after 20 an hour at one order it is 429. What is no phone number at all is 422.

## Limits

Calls that could be abused have a limit, which their description names; beyond it they answer 429 \`too_many\` with \`Retry-After\` in seconds. Lists take \`page\` and \`limit\` (1 to 100, 24 where nothing is said).

## Languages

\`Accept-Language\` or the parameter \`lang\` (which wins): \`vi\`, \`en\`, \`ja\`; Vietnamese where nothing is said. Texts without a translation are Vietnamese and say so in their own \`lang\`.

## Browsers of other sites

There is no CORS: pages of other origins can neither read answers nor write. A preflight (\`OPTIONS\`) answers 204 with \`Allow\` and without any \`Access-Control-…\` header, so the browser stops there; a write that a browser sends from another site is 403 \`forbidden\`, with or without cookies. Apps and servers, which send no \`Origin\`, are not concerned.

## Trying it

A shop that runs with its simulators shows accounts to try it with, and their password, in the terminal that started it; one-time codes lie in the outbox it names. The examples here are of such accounts; a shop that is open for business has none.`;

/** Parts of a domain that has too many calls for one page; the rest stay under the name of the domain. */
const parts: readonly { domain: string; tag: string; calls: object }[] = [
  { domain: "pages", tag: "pages-office", calls: pagesDesk },
  { domain: "chat", tag: "chat-office", calls: chatDesk },
  { domain: "contact", tag: "contact-office", calls: contactDesk },
  { domain: "warranty", tag: "warranty-office", calls: warrantyOffice },
  { domain: "orders", tag: "orders-office", calls: orderDesk },
  { domain: "loyalty", tag: "loyalty-office", calls: loyaltyOffice },
  { domain: "service", tag: "service-office", calls: serviceOffice },
  { domain: "payments", tag: "payments-card", calls: card },
  { domain: "payments", tag: "payments-office", calls: moneyDesk },
  { domain: "staff", tag: "staff-sign-in", calls: { ...signingIn, ...ownAccount } },
  { domain: "staff", tag: "staff-audit", calls: { ...audit, ...approvals } },
];

/** The tag of a call ("staff.home"): its domain, or the part of it. */
export function tagOf(name: string): string {
  const [domain = "", key = ""] = name.split(".");
  return parts.find((part) => part.domain === domain && key in part.calls)?.tag ?? domain;
}

/** In the order in which they are shown. */
export const tags: Readonly<Record<string, string>> = {
  identity: "Signing in and out, the account, its devices and its proofs.",
  cart: "The caller's cart: lines, address, delivery and payment chosen so far.",
  orders: "Placing orders, finding them again, and what a shopper may still change.",
  "orders-office": "The office: orders as lists and one order, and what staff do with it.",
  payments: "How to pay an order, and whether it is paid.",
  "payments-card": "The card through VPBank: its steps with 3-D Secure in their order, and saved cards.",
  "payments-office": "The office: money that goes back or belongs to no order, and what a person decides of it.",
  fulfilment: "Provinces and wards of both systems, the address book, delivery fees and dates.",
  catalogue: "Products, categories, search and its filters, favourites, recently viewed.",
  promotions: "Flash sales and programmes; promotions as staff write, publish and stop them.",
  loyalty: "Points and ranks of an account.",
  "loyalty-office": "The office: what moved points, adjustments, what is owed, gifts.",
  reviews: "Ratings, questions and replies about products, and what staff do with them.",
  service: "Repair and installation: times, requests, quotes, and a technician's visits.",
  "service-office": "The office: tickets of repair and installation, visits and technicians.",
  warranty: "Warranty: activation, look-up, certificates and new owners.",
  "warranty-office": "The office: warranty cards, serials and what is decided of them.",
  content: "Menus, settings, news, questions, policies.",
  pages: "Pages made of blocks: fixed, landing and builder pages, and what bears a tag.",
  "pages-office": "The office: writing, previewing, publishing and ending pages.",
  contact: "Messages to the shop and complaints: sent, followed and gone on with.",
  "contact-office": "The office: messages and complaints, assigned, answered, extended and closed.",
  chat: "The live chat: a conversation with the shop, its messages and events.",
  "chat-office": "The office: chats that wait, conversations, canned replies.",
  stores: "Stores and who serves a place.",
  surveys: "Surveys and their results.",
  partners: "Premises offered to the shop.",
  recruitment: "Vacancies and applications.",
  notifications: "Notifications of a person, by which ways, and the open stream of it.",
  desks: "What every list of the office can: views, columns, acts on many rows, files.",
  customers: "Customers as the office sees them: masked, one value in full for a reason.",
  privacy: "Consents, a copy of one's data, erasure.",
  staff: "The office: accounts of staff, roles, API keys, what waits.",
  "staff-sign-in": "The office: signing in as staff, the second factor, one's own account and devices.",
  "staff-audit": "The office: the audit log, and what waits for a second person.",
  platform: "The office: settings as forms, jobs, maintenance.",
  messengers: "Where a bank and a carrier of messages reach the shop, signed. Not for apps.",
  running: "What load balancers ask.",
};

/** What each code means, where the code does not say it all. */
export const failures: Readonly<Partial<Record<string, string>>> = {
  malformed: "the request cannot be read",
  unauthenticated: "the token is missing, dead or wrong",
  forbidden: "not allowed, or sent by a page of another site",
  not_found: "not there, or not the caller's",
  invalid: "a field is wrong; `errors` names it",
  too_many: "too often; `Retry-After` says when again",
  maintenance: "the shop is closed for maintenance",
  too_large: "more than 64 KB",
  unsupported_media: "not JSON",
  unavailable: "too busy; `Retry-After` says when again",
  internal: "a fault of the shop; nothing was decided",
  conflict: "what it is about has changed, or the visitor shown in `session_id` has just signed in: use the token",
  in_progress: "the same Idempotency-Key is still at work",
  idempotency_mismatch: "the Idempotency-Key came with another content",
  step_up_required: "the second factor was shown too long ago; see `POST /v1/staff/step-up`",
  factor_pending: "after a recovery code a new second factor comes first",
  last_holder: "a person must keep the permission",
  page_ended: "the campaign is over; `GET /v1/client/ended-pages/{kind}/{slug}` says what follows",
  link_over: "the link was used, has lapsed, or was replaced",
  state_conflict: "what it is about no longer stands where that is possible",
  price_changed: "the total is another than `expected_total`, or a gift of `expected_gifts` is no longer given",
};
