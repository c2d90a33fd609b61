/** What VNPAY's codes mean for an attempt (2.1.0, read 2026-11-21). The first that holds. Pure. */
export type Meaning = {
  status: "success" | "failed" | "expired" | "pending" | "refunded";
  flag?: "review" | "refund_pending" | "refund_rejected";
};

type Codes = { response: string; status: string; type?: string };

/** `type`: of a query, 01 is the payment, 02 a full refund of it, 03 one of a part. */
export function meaningOf({ response, status, type }: Codes): Meaning {
  if (type === "02" || type === "03") return ofRefund(type, status);
  // Debited but suspicious; debited at the bank and not at VNPAY. Nothing is handed over meanwhile.
  if (response === "07" || status === "07" || status === "04") return { status: "pending", flag: "review" };
  if (response === "00" && status === "00") return { status: "success" };
  if (status === "01") return { status: "pending" };
  if (response === "11") return { status: "expired" };
  if (status === "00") return { status: "pending", flag: "review" };
  return { status: "failed" };
}

function ofRefund(type: "02" | "03", status: string): Meaning {
  if (status === "00") return { status: type === "02" ? "refunded" : "success" };
  if (status === "05" || status === "06") return { status: "success", flag: "refund_pending" };
  return status === "09" ? { status: "success", flag: "refund_rejected" } : { status: "success" };
}
