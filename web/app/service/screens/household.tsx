import { formatPhone } from "contract/values/phone.ts";
import { errorText } from "messages/error-text.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect, useActionData } from "react-router";
import { callerContext, localeOf, type RouteContext, shopOf } from "../../context.ts";
import { newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { MembersStyles, ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { Blocks } from "../../pages/blocks.tsx";
import { blockPageMeta } from "../../pages/page-head.ts";
import { pathsIn } from "../../paths.ts";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { flash } from "../../visitor.ts";
import { askedIn, queryOf } from "../booking-query.ts";
import { Booking } from "../parts/booking.tsx";
import { bookingPath, ticketPath } from "../paths.ts";
import { sendCode } from "../send-code.ts";
import type { Route } from "./+types/household";

/** Work at home: what an editor wrote, and the booking of a technician. Rendered for each visitor: what is free changes. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const shop = shopOf(context);
  const asked = askedIn(url);
  const page = await shop.pages.fixed({ key: "household" });
  if (!page.blocks.some(({ type }) => type === "form")) return { page, booking: null };
  const { category_slug, city_code, ward_code } = asked;
  const [options, provinces, wards, caller] = await Promise.all([
    shop.service.options(category_slug ? { category_slug } : {}),
    shop.fulfilment.provinces({}),
    city_code ? shop.fulfilment.wards({ city_code }) : [],
    callerOf(context),
  ]);
  const isPlaced = category_slug !== "" && asked.kind !== "" && wards.some(({ code }) => code === ward_code);
  const slots = isPlaced ? await shop.service.slots({ category_slug, city_code, ward_code }) : null;
  const booking = {
    ...{ asked, options, provinces, wards, slots, caller },
    picture_refused: refusalOf(context, url.searchParams.get("picture")),
    submission_key: newSubmissionKey(),
  };
  return { page, booking };
}

/** Why a picture was not taken: the route of the server says it by its message key. */
function refusalOf(context: RouteContext, word: string | null): string | null {
  if (word === null || word === "added" || !/^[a-z_]{1,40}$/.test(word)) return null;
  return errorText(localeOf(context), word, { seconds: 3600, maximum: 6 }) || null;
}

async function callerOf(context: RouteContext) {
  const caller = await context.get(callerContext)();
  if (caller === null || caller.kind === "visitor") return null;
  const { full_name, phone } = await shopOf(context).identity.profile({});
  return { full_name, phone: phone ? formatPhone(phone) : "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const shop = shopOf(context);
  const locale = localeOf(context);
  const words = messagesOf(locale).household;
  if (form.intent === "code") return sendCode(context, form);
  const key = /^remove:(service\/[\w-]{22}\.webp)$/.exec(form.intent)?.[1];
  if (key) {
    const back = `${bookingPath(queryOf(askedIn(new URL(request.url))))}#anh`;
    return submit(form, shop.service.removePicture, { key }, () => redirect(pathsIn(locale).link(back), 303));
  }
  const names = ["kind", "category_slug", "warranty_id", "fault", "text", "full_name", "phone", "otp"] as const;
  const time = form.input.slot === undefined ? {} : sent(form, "day", "slot");
  const fields = { ...sent(form, ...names, "city_code", "ward_code", "street", "consent", "captcha"), ...time };
  return submit({ ...form, intent: "request" }, shop.service.request, fields, ({ code, visit }) => {
    flash(context, "success", (visit ? words.booked : words.received)({ code }));
    return redirect(pathsIn(locale).link(ticketPath(code)), 303);
  });
}

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData?.page;
  if (!page) return [];
  return blockPageMeta(args, page, pathsIn("vi").household(), messagesAt(args.location.pathname).common.home);
};

export default function HouseholdScreen({ loaderData: { page, booking } }: Route.ComponentProps) {
  const { pages, common } = useMessages();
  const paths = usePaths();
  const result: unknown = useActionData<typeof action>();
  const answer = (typeof result === "object" && result !== null ? result : {}) as {
    code_sent?: true;
    typed?: ReturnType<typeof problemOf>;
  };
  return (
    <div className="wrap">
      <ReadingStyles />
      <MembersStyles />
      <Breadcrumb label={pages.breadcrumb} trail={[{ text: common.home, to: paths.home() }, { text: page.title }]} />
      <Blocks
        page={page}
        form={(block) =>
          booking && (
            <>
              <h2 id={`${block.id}-title`}>{block.title}</h2>
              <Booking
                {...booking}
                code_sent={answer.code_sent === true}
                problem={answer.typed ?? problemOf(result, "request") ?? problemOf(result, "code")}
              />
            </>
          )
        }
      />
    </div>
  );
}
