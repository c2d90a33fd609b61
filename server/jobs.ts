/** All jobs of the shop, by the domain that does them. One that is left out here does not compile. */
import { catalogueJobs, catalogueSweep } from "./catalogue/jobs.ts";
import { chatJobs, chatSweep } from "./chat/jobs.ts";
import { contactSweep } from "./contact/jobs.ts";
import { desksJobs, desksSweep } from "./desks/jobs.ts";
import { identitySweep } from "./identity/jobs.ts";
import type { Ctx } from "./kernel/context.ts";
import type { JobList } from "./kernel/jobs.ts";
import { joined } from "./kernel/joined.ts";
import { loyaltyJobs } from "./loyalty/jobs.ts";
import { notificationsJobs, notificationsSweep } from "./notifications/jobs.ts";
import { ordersJobs, ordersSweep } from "./orders/jobs.ts";
import { partnersSweep } from "./partners/jobs.ts";
import { paymentsJobs, paymentsSweep } from "./payments/jobs.ts";
import { platformJobs, platformSweep } from "./platform/jobs.ts";
import { privacyJobs, privacySweep } from "./privacy/jobs.ts";
import { promotionsJobs, promotionsSweep } from "./promotions/jobs.ts";
import { recruitmentJobs, recruitmentSweep } from "./recruitment/jobs.ts";
import { reviewsSweep } from "./reviews/jobs.ts";
import { serviceJobs, serviceSweep } from "./service/jobs.ts";
import { staffJobs, staffSweep } from "./staff/jobs.ts";
import { surveysJobs, surveysSweep } from "./surveys/jobs.ts";
import { warrantyJobs, warrantySweep } from "./warranty/jobs.ts";

const sweepParts = [
  ...identitySweep,
  ...staffSweep,
  ...notificationsSweep,
  ...privacySweep,
  ...paymentsSweep,
  ...ordersSweep,
  ...platformSweep,
  ...catalogueSweep,
  ...desksSweep,
  ...contactSweep,
  ...recruitmentSweep,
  ...partnersSweep,
  ...surveysSweep,
  ...reviewsSweep,
  ...chatSweep,
  ...warrantySweep,
  ...promotionsSweep,
  ...serviceSweep,
];

async function sweep(ctx: Ctx): Promise<void> {
  for (const part of sweepParts) await part(ctx);
}

export const jobs: JobList = joined({
  all: { sweep: { run: sweep, schedule: "23 * * * *" } },
  platform: platformJobs,
  staff: staffJobs,
  catalogue: catalogueJobs,
  notifications: notificationsJobs,
  promotions: promotionsJobs,
  loyalty: loyaltyJobs,
  payments: paymentsJobs,
  orders: ordersJobs,
  privacy: privacyJobs,
  desks: desksJobs,
  recruitment: recruitmentJobs,
  chat: chatJobs,
  surveys: surveysJobs,
  warranty: warrantyJobs,
  service: serviceJobs,
});
