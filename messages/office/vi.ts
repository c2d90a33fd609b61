/** The office's texts, Vietnamese. A file of its folder is one line here. */
import { access } from "./vi/access.ts";
import { applications } from "./vi/applications.ts";
import { approvals } from "./vi/approvals.ts";
import { audit } from "./vi/audit.ts";
import { chats } from "./vi/chats.ts";
import { comments } from "./vi/comments.ts";
import { contact, messages } from "./vi/contact.ts";
import { customers } from "./vi/customers.ts";
import { frame } from "./vi/frame.ts";
import { home } from "./vi/home.ts";
import { lists } from "./vi/lists.ts";
import { credits, flagged, money, refunds } from "./vi/money.ts";
import { orders } from "./vi/orders.ts";
import { own } from "./vi/own.ts";
import { premises } from "./vi/premises.ts";
import { rights } from "./vi/rights.ts";
import { shop } from "./vi/shop.ts";
import { staff } from "./vi/staff.ts";
import { surveys } from "./vi/surveys.ts";
import { warranties, warranty } from "./vi/warranties.ts";

export const vi = {
  access,
  applications,
  approvals,
  audit,
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
  premises,
  rights,
  shop,
  staff,
  surveys,
  warranties,
  warranty,
};
