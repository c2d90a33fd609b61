/** The lists of the office by name, for what serves each of them alike: files, acts on many rows. */

import { messagesDesk } from "contract/contact/contact-desk.ts";
import type { Shop } from "contract/contract.ts";
import { customersDesk } from "contract/customers/customers-desk.ts";
import type { DeskShape } from "contract/desks/desk.ts";
import { pointsDesk } from "contract/loyalty/points-words.ts";
import { ordersDesk } from "contract/orders/orders-desk.ts";
import { rentGroundsDesk } from "contract/partners/rent-grounds-desk.ts";
import { creditsDesk, flaggedDesk, refundsDesk } from "contract/payments/desk/money-desks.ts";
import { promotionsDesk } from "contract/promotions/promotions-desk.ts";
import { applicationsDesk } from "contract/recruitment/applications-desk.ts";
import { commentsDesk } from "contract/reviews/comments-desk.ts";
import { ticketsDesk } from "contract/service/service-words.ts";
import { warrantiesDesk } from "contract/warranty/warranty-words.ts";
import type { OfficeMessages } from "messages/office/messages.ts";
import { paths } from "../paths.ts";
import type { ListAnswer } from "./desk-list.tsx";
import type { ListQuery } from "./list-query.ts";
import type { DeskWords } from "./list-words.ts";

type AnyList = {
  desk: DeskShape;
  path: string;
  record: (key: string) => string;
  said: (messages: OfficeMessages) => DeskWords;
  read: (shop: Shop, asked: ListQuery, limit: number) => Promise<ListAnswer>;
  file: (shop: Shop, asked: ListQuery) => Promise<{ name: string; content: string }>;
};

const lists: readonly AnyList[] = [
  {
    ...{ desk: ordersDesk, path: paths.orders(), record: paths.order, said: ({ orders }) => orders },
    read: ({ orders }, asked, limit) => orders.desk({ ...asked, limit }),
    file: ({ orders }, asked) => orders.file(asked),
  },
  {
    ...{ desk: customersDesk, path: paths.customers(), record: paths.customer, said: ({ customers }) => customers },
    read: ({ customers }, asked, limit) => customers.desk({ ...asked, limit }),
    file: ({ customers }, asked) => customers.file(asked),
  },
  {
    ...{ desk: messagesDesk, path: paths.messages(), record: paths.message, said: ({ messages }) => messages },
    read: ({ contact }, asked, limit) => contact.desk({ ...asked, limit }),
    file: ({ contact }, asked) => contact.file(asked),
  },
  {
    ...{ desk: commentsDesk, path: paths.comments(), record: paths.comment, said: ({ comments }) => comments },
    read: ({ reviews }, asked, limit) => reviews.desk({ ...asked, limit }),
    file: ({ reviews }, asked) => reviews.file(asked),
  },
  {
    ...{ desk: pointsDesk, path: paths.points(), record: paths.customerPoints, said: ({ points }) => points },
    read: ({ loyalty }, asked, limit) => loyalty.desk({ ...asked, limit }),
    file: ({ loyalty }, asked) => loyalty.file(asked),
  },
  {
    ...{ desk: ticketsDesk, path: paths.tickets(), record: paths.ticket },
    said: ({ tickets }) => tickets,
    read: ({ service }, asked, limit) => service.desk({ ...asked, limit }),
    file: ({ service }, asked) => service.file(asked),
  },
  {
    ...{ desk: warrantiesDesk, path: paths.warranties(), record: paths.warranty },
    said: ({ warranties }) => warranties,
    read: ({ warranty }, asked, limit) => warranty.desk({ ...asked, limit }),
    file: ({ warranty }, asked) => warranty.file(asked),
  },
  {
    ...{ desk: promotionsDesk, path: paths.promotions(), record: paths.promotion },
    said: ({ promotions }) => promotions,
    read: ({ promotions }, asked, limit) => promotions.desk({ ...asked, limit }),
    file: ({ promotions }, asked) => promotions.file(asked),
  },
  {
    ...{ desk: refundsDesk, path: paths.refunds(), record: paths.refund, said: ({ refunds }) => refunds },
    read: ({ payments }, asked, limit) => payments.refunds({ ...asked, limit }),
    file: ({ payments }, asked) => payments.refundsFile(asked),
  },
  {
    ...{ desk: creditsDesk, path: paths.credits(), record: paths.credit, said: ({ credits }) => credits },
    read: ({ payments }, asked, limit) => payments.credits({ ...asked, limit }),
    file: ({ payments }, asked) => payments.creditsFile(asked),
  },
  {
    ...{ desk: flaggedDesk, path: paths.flagged(), record: paths.flagged, said: ({ flagged }) => flagged },
    read: ({ payments }, asked, limit) => payments.flagged({ ...asked, limit }),
    file: ({ payments }, asked) => payments.flaggedFile(asked),
  },
  {
    ...{ desk: applicationsDesk, path: paths.applications(), record: paths.application },
    said: ({ applications }) => applications,
    read: ({ recruitment }, asked, limit) => recruitment.applications({ ...asked, limit }),
    file: ({ recruitment }, asked) => recruitment.applicationsFile(asked),
  },
  {
    ...{ desk: rentGroundsDesk, path: paths.rentGrounds(), record: paths.rentGround },
    said: ({ premises }) => premises,
    read: ({ partners }, asked, limit) => partners.rentGrounds({ ...asked, limit }),
    file: ({ partners }, asked) => partners.rentGroundsFile(asked),
  },
];

/** Throws a 404 for a list that is none. */
export function listOf(name: string): AnyList {
  const found = lists.find(({ desk }) => desk.name === name);
  if (!found) throw new Response("Not found", { status: 404 });
  return found;
}
