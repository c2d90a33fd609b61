/** Jobs that send: every message leaves by one, after the transaction that wants it. */
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { emailEncrypted, emailNotification } from "./emails.ts";
import { sweepNotifications } from "./notifications.ts";
import { notifyOldPhone } from "./old-phone.ts";
import { sweepOutbox } from "./outbox.ts";
import { pushToDevice } from "./push.ts";
import { sendOtp } from "./send-otp.ts";

export const notificationsJobs = {
  send_otp: { run: sendOtp },
  tell_old_phone: { run: notifyOldPhone },
  push_to_device: { run: pushToDevice },
  mail_notification: { run: emailNotification },
  mail_encrypted: { run: emailEncrypted },
} satisfies DomainJobs;

export const notificationsSweep: readonly SweepPart[] = [sweepNotifications, sweepOutbox];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof notificationsJobs> {}
}
