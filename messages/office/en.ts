/** The office's texts, English. A file of its folder is one line here. */
import { access } from "./en/access.ts";
import { applications } from "./en/applications.ts";
import { approvals } from "./en/approvals.ts";
import { audit } from "./en/audit.ts";
import { chats } from "./en/customers/chats.ts";
import { comments } from "./en/customers/comments.ts";
import { contact, messages } from "./en/customers/contact.ts";
import { customers } from "./en/customers/customers.ts";
import { customerPoints, points } from "./en/customers/points.ts";
import { premises } from "./en/customers/premises.ts";
import { surveys } from "./en/customers/surveys.ts";
import { plan, technicians, ticket, tickets } from "./en/customers/tickets.ts";
import { warranties, warranty } from "./en/customers/warranties.ts";
import { frame } from "./en/frame.ts";
import { home } from "./en/home.ts";
import { lists } from "./en/lists.ts";
import { credits, flagged, money, refunds } from "./en/money.ts";
import { orders } from "./en/orders.ts";
import { own } from "./en/own.ts";
import { batch, promotion, promotions, rule, trial } from "./en/promotions.ts";
import { rights } from "./en/rights.ts";
import { shop } from "./en/shop.ts";
import { staff } from "./en/staff.ts";

export const en = {
  access,
  applications,
  approvals,
  audit,
  batch,
  contact,
  messages,
  chats,
  comments,
  customers,
  frame,
  home,
  lists,
  credits,
  flagged,
  money,
  refunds,
  orders,
  own,
  customerPoints,
  points,
  premises,
  promotion,
  promotions,
  rule,
  trial,
  rights,
  shop,
  staff,
  surveys,
  warranties,
  warranty,
  tickets,
  ticket,
  plan,
  technicians,
};
