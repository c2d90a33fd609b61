/** The office's texts, Vietnamese. A file of its folder is one line here. */
import { access } from "./vi/access.ts";
import { applications } from "./vi/applications.ts";
import { approvals } from "./vi/approvals.ts";
import { audit } from "./vi/audit.ts";
import { chats } from "./vi/customers/chats.ts";
import { comments } from "./vi/customers/comments.ts";
import { contact, messages } from "./vi/customers/contact.ts";
import { customers } from "./vi/customers/customers.ts";
import { customerPoints, points } from "./vi/customers/points.ts";
import { premises } from "./vi/customers/premises.ts";
import { surveys } from "./vi/customers/surveys.ts";
import { plan, technicians, ticket, tickets } from "./vi/customers/tickets.ts";
import { warranties, warranty } from "./vi/customers/warranties.ts";
import { frame } from "./vi/frame.ts";
import { home } from "./vi/home.ts";
import { lists } from "./vi/lists.ts";
import { credits, flagged, money, refunds } from "./vi/money.ts";
import { orders } from "./vi/orders.ts";
import { own } from "./vi/own.ts";
import { batch, promotion, promotions, rule, trial } from "./vi/promotions.ts";
import { rights } from "./vi/rights.ts";
import { shop } from "./vi/shop.ts";
import { staff } from "./vi/staff.ts";

export const vi = {
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
