/**
 * What a caller sees who knows an order's code and phone, and may still not be its owner: enough to recognise the order,
 * too little to find the house. rules/orders#look-up. Pure.
 */
import type { Address } from "contract/fulfilment/fulfilment.ts";
import { maskPhone } from "contract/values/phone.ts";

/** "Tạ Mai Lan" → "T** M** L**": every name as long as every other. */
export function maskName(name: string): string {
  return name
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => `${[...word][0] ?? ""}**`)
    .join(" ");
}

/** Ward and province without the street: "***, Phường Kim Liên, Thành phố Hà Nội". */
export function maskPlace(address: Pick<Address, "street" | "text">): string {
  const place = address.text.startsWith(address.street) ? address.text.slice(address.street.length) : "";
  return `***${place}`;
}

export function maskReceiver(receiver: { full_name: string; phone: string }, address: Address) {
  return { full_name: maskName(receiver.full_name), phone: maskPhone(receiver.phone), address: maskPlace(address) };
}
