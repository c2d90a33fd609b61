/**
 * The closed list of what can go wrong, its HTTP status, and the one shape in which it crosses the wire.
 * Recognise an error by `code`, never by `instanceof`: the site's bundle carries its own copy of this file.
 * Spec §8; rules/wire#errors
 */

export const errorStatus = {
  /** No failure: the call was made a request, which a second person decides. */
  approval_asked: 202,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  password_pending: 403,
  account_locked: 403,
  factor_pending: 403,
  step_up_required: 403,
  approval_needed: 403,
  own_request: 403,
  own_account: 403,
  not_bought: 403,
  not_invited: 403,
  seller_cannot_rate: 403,
  not_found: 404,
  conflict: 409,
  approval_void: 409,
  not_alone: 409,
  in_progress: 409,
  state_conflict: 409,
  price_changed: 409,
  coupon_slot_taken: 409,
  code_dearer: 409,
  phone_registered: 409,
  email_registered: 409,
  last_holder: 409,
  vacancy_closed: 409,
  already_rated: 409,
  already_answered: 409,
  poll_closed: 409,
  already_objected: 409,
  chat_closed: 409,
  chat_over: 409,
  chat_taken: 409,
  already_active: 409,
  serial_used: 409,
  slot_taken: 409,
  open_ticket: 409,
  too_late: 409,
  quote_changed: 409,
  out_of_stock: 409,
  link_over: 410,
  page_ended: 410,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  idempotency_mismatch: 422,
  below_minimum: 422,
  above_maximum: 422,
  cart_empty: 422,
  shipping_required: 422,
  shipping_unavailable: 422,
  payment_unavailable: 422,
  cod_limit: 422,
  phone_unconfirmed: 422,
  wrong_credentials: 422,
  wrong_password: 422,
  proof_required: 422,
  password_common: 422,
  captcha_required: 422,
  otp_wrong: 422,
  otp_expired: 422,
  google_refused: 422,
  second_factor_wrong: 422,
  sign_in_over: 422,
  setup_over: 422,
  place_required: 422,
  forbidden_scope: 422,
  file_not_clean: 423,
  own_comment: 422,
  too_many: 429,
  daily_limit: 429,
  internal: 500,
  maintenance: 503,
  unavailable: 503,
  otp_unavailable: 503,
  google_unavailable: 503,
  mail_unavailable: 503,
  passkeys_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Values a message needs, e.g. `{ name: "Nồi cơm", maximum: 2 }`. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** A message key of `messages/<locale>/errors.ts` with its values; made into text at the edge, in the caller's language. */
export type FieldError = { key: string; params?: ErrorParams };

export type ErrorOptions = {
  /** A message of its own, where the code's would say too little: "order_not_found". */
  message_key?: string;
  params?: ErrorParams;
  fields?: Readonly<Record<string, readonly FieldError[]>>;
  /** Seconds after which a repeat may succeed; becomes `Retry-After`. */
  retry_after_seconds?: number;
  cause?: unknown;
};

export class ShopError extends Error {
  override readonly name = "ShopError";
  readonly code: ErrorCode;
  readonly message_key: string;
  readonly params: ErrorParams;
  readonly fields: Readonly<Record<string, readonly FieldError[]>>;
  readonly retry_after_seconds: number | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.message_key = options.message_key ?? code;
    this.params = options.params ?? {};
    this.fields = options.fields ?? {};
    this.retry_after_seconds = options.retry_after_seconds;
  }
}

/** The body of every failure. `message` and `errors` are already in the caller's language. */
export type WireError = {
  code: ErrorCode;
  message: string;
  errors?: Record<string, string[]>;
  maintenance?: true;
  /** Of `approval_asked`: the request that was made. */
  approval_id?: string;
  request_id: string;
};

/** True for a ShopError of any copy of this module. */
export function isShopError(error: unknown): error is ShopError {
  return error instanceof Error && error.name === "ShopError" && typeof (error as { code?: unknown }).code === "string";
}

/** What a client throws when the shop answered with a failure; carries the ready texts of the wire. */
export class WireFailure extends Error {
  override readonly name = "WireFailure";
  readonly status: number;
  readonly body: WireError;
  readonly retry_after_seconds: number | undefined;

  constructor(status: number, body: WireError, retry_after_seconds?: number) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.retry_after_seconds = retry_after_seconds;
  }
}

/** True for a WireFailure of any copy of this module; with `code`, only for that one. */
export function isWireFailure(error: unknown, code?: ErrorCode): error is WireFailure {
  if (!(error instanceof Error) || error.name !== "WireFailure") return false;
  return code === undefined || (error as WireFailure).body.code === code;
}
