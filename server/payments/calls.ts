/** Payment calls: the available methods and the state of a payment, by its proof. Spec §7 Payments. */
import { contract } from "contract/contract.ts";
import { chosenMethod, paymentMethod } from "contract/payments/payments.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { z } from "zod";
import { implement } from "../calls/handle.ts";
import type { Ctx } from "../kernel/context.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { deskFile } from "../platform/list/desk-file.ts";
import { listDesk } from "../platform/list/desk-query.ts";
import { memo } from "../platform/memo.ts";
import { NO_METHOD } from "./attempts.ts";
import { removeSavedCard, savedCards } from "./card/saved-cards.ts";
import { authenticateCard, cardForm, cardSession, checkCard, initiateCard, payByCard } from "./card/steps.ts";
import {
  countAtDesk,
  dropAtDesk,
  giveBackAtDesk,
  keepAtDesk,
  matchAtDesk,
  oweAtDesk,
  reopenAtDesk,
  sendAtDesk,
} from "./desk/money-acts.ts";
import { creditRecord, refundRecord } from "./desk/refund-record.ts";
import { creditsSource, flaggedSource, refundsSource } from "./desk/sources.ts";
import { duePayment, makePayLink, payByLink } from "./due/due.ts";
import { takeReturn } from "./ipn/ipn.ts";
import { methodsFor, paymentMarks } from "./methods.ts";
import { providers } from "./providers/index.ts";
import { startAttempt, wantedOf } from "./start.ts";
import { queriedStatus, transact, transactByTransfer } from "./transactions.ts";
import { paymentByProof } from "./view.ts";

// Which methods there are the registry of providers knows: /openapi.json lists them.
const methods = providers.map((each) => each.method);
z.globalRegistry.add(chosenMethod, { ...z.globalRegistry.get(chosenMethod), enum: methods });
z.globalRegistry.add(paymentMethod, { ...z.globalRegistry.get(paymentMethod), enum: [...methods, NO_METHOD] });

/** The banks of the country, in the order people look for them: a small list that changes with a release. */
const banks = memo("banks", (ctx: Ctx) =>
  ctx.sql.selectFrom("payments.banks").select(["code", "short_name", "name"]).orderBy("position").execute(),
);

const wordsIn = ({ locale }: Ctx) => (locale === "vi" ? vi : en);

export const paymentsCalls = implement(contract.payments, {
  marks: paymentMarks,

  methods: async (ctx, { amount = null, uid_payment, without_delivery = false }) =>
    methodsFor(
      ctx,
      uid_payment === undefined
        ? { amount, minutes: null, has_delivery: !without_delivery }
        : await wantedOf(ctx, uid_payment),
    ),

  banks: (ctx) => banks(ctx),

  queryStatus: (ctx, { order_code, uid_payment }) => queriedStatus(ctx, order_code, uid_payment),

  guide: (ctx, { uid_payment }) => paymentByProof(ctx, uid_payment),

  start: (ctx, { uid_payment, payment_method }) => startAttempt(ctx, uid_payment, payment_method),

  vnpay: (ctx, asked) => transact(ctx, contract.payments.vnpay, asked),
  momo: (ctx, asked) => transact(ctx, contract.payments.momo, asked),
  zalopay: (ctx, asked) => transact(ctx, contract.payments.zalopay, asked),
  shopeepay: (ctx, asked) => transact(ctx, contract.payments.shopeepay, asked),
  napas: (ctx, asked) => transact(ctx, contract.payments.napas, asked),
  alepay: (ctx, asked) => transact(ctx, contract.payments.alepay, asked),
  virtual: (ctx, asked) => transactByTransfer(ctx, contract.payments.virtual, asked),

  cardSession: (ctx, asked) => cardSession(ctx, asked),
  cardForm: async (ctx) => cardForm(ctx),
  cardChecked: (ctx, asked) => checkCard(ctx, asked),
  cardInitiated: (ctx, asked) => initiateCard(ctx, asked),
  cardAuthenticated: (ctx, asked) => authenticateCard(ctx, asked),
  cardPaid: (ctx, asked) => payByCard(ctx, asked),
  savedCards: (ctx) => savedCards(ctx),
  removeSavedCard: (ctx, { code }) => removeSavedCard(ctx, code),

  returned: (ctx, brought) => takeReturn(ctx, brought),

  due: (ctx, { id }) => duePayment(ctx, id),

  indirect: (ctx, asked) => payByLink(ctx, asked),

  makePayLink: (ctx, { order_code }) => makePayLink(ctx, order_code),

  refunds: async (ctx, asked) => listDesk(ctx, refundsSource, asked, await deskCaller(ctx)),
  refundsFile: async (ctx, asked) =>
    deskFile(ctx, refundsSource, asked, await deskCaller(ctx), wordsIn(ctx).refunds.columns),
  refund: (ctx, { id }) => refundRecord(ctx, id),
  sendRefund: sendAtDesk,
  oweRefund: oweAtDesk,
  keepRefund: keepAtDesk,
  countRefund: countAtDesk,
  dropRefund: dropAtDesk,
  reopenOrder: reopenAtDesk,
  credits: async (ctx, asked) => listDesk(ctx, creditsSource, asked, await deskCaller(ctx)),
  creditsFile: async (ctx, asked) =>
    deskFile(ctx, creditsSource, asked, await deskCaller(ctx), wordsIn(ctx).credits.columns),
  credit: (ctx, { id }) => creditRecord(ctx, id),
  matchCredit: matchAtDesk,
  returnCredit: giveBackAtDesk,
  flagged: async (ctx, asked) => listDesk(ctx, flaggedSource, asked, await deskCaller(ctx)),
  flaggedFile: async (ctx, asked) =>
    deskFile(ctx, flaggedSource, asked, await deskCaller(ctx), wordsIn(ctx).flagged.columns),
});
