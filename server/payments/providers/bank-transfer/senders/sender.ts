/** One of the services that tell the shop what its bank has booked: its dialect, its signature, its receipt. */
import type { Acknowledgement, Adapter, Ipn, IpnOutcome, Message } from "../../../provider.ts";

export type Sender = {
  readIpn(message: Message, now: Date): Ipn;
  acknowledge(outcome: IpnOutcome): Acknowledgement;
} & Required<Pick<Adapter, "redact" | "canonical" | "sign">>;
