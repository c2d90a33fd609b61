/**
 * eSMS and Zalo, for rehearsals and tests: a small server on loopback that answers as they do, remembers what it was sent
 * and refuses on demand. Point ESMS_URL, ZALO_URL and ZALO_OAUTH_URL at it.
 */
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Message = { by: "sms" | "voice" | "zns"; phone: string; text: string; reference: string };

export type CarrierSimulator = Awaited<ReturnType<typeof startCarriers>>;

/** Keys the simulator knows; everything else is refused. */
export const simulated = {
  esms: { api_key: "esms-key", secret_key: "esms-secret", brandname: "MUTOSI" },
  zalo: {
    app_id: "1234567890",
    secret_key: "zalo-secret",
    oa_secret_key: "zalo-oa-secret",
    refresh_token: "refresh-0",
    template_id: "505000",
  },
} as const;

export async function startCarriers() {
  const messages: Message[] = [];
  const refusing = new Set<Message["by"]>();
  let silent = false;
  let renewals = 0;
  let lost = 0;

  const esms = (body: Record<string, string>): object => {
    if (body.ApiKey !== simulated.esms.api_key || body.SecretKey !== simulated.esms.secret_key) {
      return { CodeResult: "101", CountRegenerate: 0, ErrorMessage: "Authorize Failed" };
    }
    const by = body.SmsType === "8" ? "voice" : "sms";
    if (by === "sms" && body.Brandname !== simulated.esms.brandname)
      return { CodeResult: "104", ErrorMessage: "Brandname not exist" };
    if (refusing.has(by)) return { CodeResult: "99", ErrorMessage: "Unknown error" };
    const repeated = messages.some((each) => each.reference === body.RequestId && each.by === by);
    if (repeated) return { CodeResult: "124", ErrorMessage: "RequestId is existed" };
    messages.push({ by, phone: body.Phone ?? "", text: body.Content ?? "", reference: body.RequestId ?? "" });
    return { CodeResult: "100", CountRegenerate: 0, SMSID: randomBytes(12).toString("hex") };
  };
  const token = () => `access-${renewals}-${lost}`;
  const oauth = (form: URLSearchParams, secret: string): object => {
    const known = secret === simulated.zalo.secret_key && form.get("app_id") === simulated.zalo.app_id;
    if (!known || form.get("refresh_token") !== `refresh-${renewals}`)
      return { error: -14014, error_name: "Invalid refresh token" };
    renewals += 1;
    return { access_token: token(), refresh_token: `refresh-${renewals}`, expires_in: "90000" };
  };
  const zns = (body: { phone: string; template_data: { otp: string }; tracking_id: string }, given: string): object => {
    if (given !== token()) return { error: -124, message: "Access token is invalid" };
    if (refusing.has("zns")) return { error: -118, message: "Zalo account not existed" };
    messages.push({ by: "zns", phone: body.phone, text: body.template_data.otp, reference: body.tracking_id });
    return {
      error: 0,
      message: "Success",
      data: { msg_id: randomBytes(8).toString("hex"), sent_time: "0", quota: {} },
    };
  };

  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    if (silent) return response.destroy();
    const { url = "" } = request;
    const header = (name: string) => String(request.headers[name] ?? "");
    const answer = url.startsWith("/MainService.svc/")
      ? esms(JSON.parse(body))
      : url === "/v4/oa/access_token"
        ? oauth(new URLSearchParams(body), header("secret_key"))
        : url === "/message/template"
          ? zns(JSON.parse(body), header("access_token"))
          : { error: 404 };
    return response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    messages,
    /** What the shop's configuration would be, with everything pointing here. */
    config: { esms: { ...simulated.esms, url }, zalo: { ...simulated.zalo, url, oauth_url: url } },
    refuse: (...ways: Message["by"][]) => {
      refusing.clear();
      for (const way of ways) refusing.add(way);
    },
    fallSilent: (isSilent: boolean) => {
      silent = isSilent;
    },
    /** The access token ends before its time. */
    loseToken: () => {
      lost += 1;
    },
    /** The receipt Zalo sends when a message has arrived. */
    receipt(trackingId: string, now: Date) {
      const timestamp = String(now.getTime());
      const body = JSON.stringify({
        sender: { id: "1" },
        recipient: { id: "2" },
        event_name: "user_received_message",
        message: { delivery_time: timestamp, msg_id: "m", tracking_id: trackingId },
        app_id: simulated.zalo.app_id,
        timestamp,
      });
      const { app_id, oa_secret_key } = simulated.zalo;
      const mac = createHash("sha256").update(`${app_id}${body}${timestamp}${oa_secret_key}`).digest("hex");
      return { body, headers: { "content-type": "application/json", "x-zevent-signature": `mac=${mac}` } };
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
