import { businessDay } from "contract/values/locale.ts";
import { formatPhone } from "contract/values/phone.ts";
import { EARLY_DAYS } from "contract/warranty/warranty-words.ts";
import { errorText } from "messages/error-text.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect, useActionData } from "react-router";
import { callerContext, localeOf, type RouteContext, shopOf } from "../../context.ts";
import {
  type FormCall,
  type FormProblem,
  newSubmissionKey,
  readForm,
  type SentForm,
  sent,
  submit,
  unfinished,
} from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { MembersStyles, ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Note } from "../../ui/text/note.tsx";
import { flash } from "../../visitor.ts";
import { checked } from "../parts/checked.ts";
import { OwnMachines } from "../parts/own-machines.tsx";
import { OwnerForm } from "../parts/owner-form.tsx";
import { PhoneLookUp } from "../parts/phone-look-up.tsx";
import { Found, InvoiceForm, LabelCard, PurchaseForm, SerialForm } from "../parts/steps.tsx";
import { TransferForm } from "../parts/transfer-form.tsx";
import type { Route } from "./+types/register";

const DAY_MS = 86_400_000;

/** The steps before the last are in the address: nothing of a person, so that a reload and the way back keep them. */
function saidIn(url: URL) {
  const at = (name: string) => (url.searchParams.get(name) ?? "").slice(0, 500);
  const day = at("bought_on");
  return {
    serial: at("serial"),
    bought_on: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : "",
    bought_at: at("bought_at").slice(0, 100),
    city_code: /^\d{2}$/.test(at("city_code")) ? at("city_code") : "",
  };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const shop = shopOf(context);
  const said = saidIn(url);
  const now = new Date();
  const [caller, machines, provinces, wards, found] = await Promise.all([
    callerOf(context),
    shop.warranty.own({ limit: 100 }),
    shop.fulfilment.provinces({}),
    said.city_code ? shop.fulfilment.wards({ city_code: said.city_code }) : [],
    said.serial ? checked(shop, said.serial) : null,
  ]);
  const isLate =
    said.bought_on !== "" && Date.parse(businessDay(now)) - Date.parse(said.bought_on) > EARLY_DAYS * DAY_MS;
  return {
    ...{ said, caller, provinces, wards, found },
    is_late: isLate,
    machines: machines.data,
    is_transfer: url.searchParams.has("transfer"),
    invoice_refused: refusalOf(context, url.searchParams.get("invoice")),
    now: now.toISOString(),
    today: businessDay(now),
    submission_key: newSubmissionKey(),
    look_up_key: newSubmissionKey(),
  };
}

/** Why a file was not taken: the route of the server says it by its message key. */
function refusalOf(context: RouteContext, word: string | null): string | null {
  if (word === null || word === "added" || !/^[a-z_]{1,40}$/.test(word)) return null;
  return errorText(localeOf(context), word, { seconds: 3600 }) || null;
}

async function callerOf(context: RouteContext) {
  const caller = await context.get(callerContext)();
  if (caller === null || caller.kind === "visitor") return null;
  const { full_name, phone, active_role } = await shopOf(context).identity.profile({});
  return { full_name, phone: phone ? formatPhone(phone) : "", is_agent: active_role === "agent" };
}

/** Sends the code to the phone that was typed; what was typed comes back. */
async function sendCode(context: RouteContext, form: SentForm) {
  const { identity } = shopOf(context);
  type Asking = { phone: string; captcha?: string | undefined };
  const call: FormCall<Asking, unknown> = ({ phone, captcha }, options) =>
    identity.sendCode({ phone, captcha, purpose: "warranty" }, options);
  return submit(form, call, sent(form, "phone", "captcha"), () => ({
    code_sent: form.intent,
    typed: unfinished(form, form.intent),
  }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const shop = shopOf(context);
  const locale = localeOf(context);
  const words = messagesOf(locale).warranty;
  const toCard = ({ id }: { id: string }) => {
    flash(context, "success", words.activated);
    return redirect(pathsIn(locale).warrantyCard(id), 303);
  };
  switch (form.intent) {
    case "phone":
      return submit(form, shop.warranty.lookUp, sent(form, "phone", "captcha"), () => ({
        look_up_phone: typeof form.input.phone === "string" ? form.input.phone : "",
      }));
    case "phone_code": {
      const back = await submit(form, shop.warranty.lookUpConfirm, sent(form, "phone", "otp"), () =>
        redirect(`${pathsIn(locale).warranty({})}#may-cua-ban`, 303),
      );
      return back instanceof Response ? back : { ...back.data, look_up_phone: String(form.input.phone ?? "") };
    }
    case "own":
      return submit(form, shop.warranty.activateOwn, sent(form, "id"), toCard);
    case "code":
    case "transfer_code":
      return sendCode(context, form);
    case "transfer": {
      const fields = sent(form, "serial", "phone", "otp", "full_name", "captcha");
      return submit(form, shop.warranty.transfer, fields, ({ code }) => ({ transfer_code: code }));
    }
    default: {
      const names = ["serial", "phone", "otp", "for_phone", "full_name", "city_code", "ward_code"] as const;
      const fields = sent(form, ...names, "bought_on", "bought_at", "consent", "captcha");
      return submit({ ...form, intent: "activate" }, shop.warranty.activate, fields, (card) =>
        form.input.for_phone === undefined ? toCard(card) : forCustomer(context),
      );
    }
  }
}

function forCustomer(context: RouteContext) {
  const locale = localeOf(context);
  flash(context, "success", messagesOf(locale).warranty.activated);
  return redirect(pathsIn(locale).warranty({}), 303);
}

export const meta: Route.MetaFunction = (args) => {
  const { warranty: words } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: words.title, description: words.text, path: pathsIn("vi").warranty({}) });
};

type Answer = { code_sent?: string; typed?: FormProblem; look_up_phone?: string; transfer_code?: string };

export default function RegisterScreen({ loaderData }: Route.ComponentProps) {
  const { warranty: words, common } = useMessages();
  const paths = usePaths();
  const {
    said,
    caller,
    provinces,
    wards,
    found,
    is_late,
    machines,
    is_transfer,
    invoice_refused,
    now,
    today,
    submission_key,
    look_up_key,
  } = loaderData;
  const result: unknown = useActionData<typeof action>();
  const answer = (typeof result === "object" && result !== null ? result : {}) as Answer;
  const typedFor = (intent: string) => (answer.code_sent === intent ? answer.typed : undefined);
  const known = { full_name: caller?.full_name ?? "", phone: caller?.phone ?? "" };
  const isProved = known.phone !== "";
  const state = found?.checked?.state;
  const isSaid = said.bought_on !== "" && said.city_code !== "";
  const needsInvoice = state === "can_activate" && isSaid && is_late && !found?.checked?.has_invoice;
  const isLast = (state === "can_activate" && isSaid && !needsInvoice) || (state === "order" && said.city_code !== "");
  return (
    <div className="wrap section">
      <ReadingStyles />
      <MembersStyles />
      <Breadcrumb label={words.breadcrumb} trail={[{ text: common.home, to: paths.home() }, { text: words.here }]} />
      <div className="stack above-8">
        <h1>{words.title}</h1>
        <p className="lead muted">{words.text}</p>
      </div>
      <div className="with-summary above-16">
        <div className="stack-loose">
          <SerialForm serial={said.serial} problem={found?.problem ?? null} />
          {found?.checked && <Found found={found.checked} shown={found.shown} serial={said.serial} now={now} />}
          {answer.transfer_code && (
            <Note tone="ok" role="status">
              {words.transfer_sent({ code: answer.transfer_code })}
            </Note>
          )}
          {is_transfer && state === "active" && !answer.transfer_code && (
            <TransferForm
              {...{ serial: said.serial, known, submission_key }}
              is_proved={isProved}
              code_sent={answer.code_sent === "transfer_code"}
              problem={typedFor("transfer_code") ?? problemOf(result, "transfer") ?? problemOf(result, "transfer_code")}
            />
          )}
          {(state === "can_activate" || state === "order") && (
            <PurchaseForm {...{ said, provinces, today }} asks_purchase={state === "can_activate"} />
          )}
          {needsInvoice && <InvoiceForm said={said} refused={invoice_refused} />}
          {isLast && (
            <OwnerForm
              {...{ said, wards, known, submission_key }}
              is_proved={isProved}
              is_agent={caller?.is_agent === true && state === "can_activate"}
              code_sent={answer.code_sent === "code"}
              problem={typedFor("code") ?? problemOf(result, "activate") ?? problemOf(result, "code")}
            />
          )}
          {(machines.length > 0 || caller !== null) && <OwnMachines {...{ machines, now, submission_key }} />}
        </div>
        <aside className="stack">
          <PhoneLookUp
            phone={answer.look_up_phone ?? null}
            problem={problemOf(result, "phone")}
            codeProblem={problemOf(result, "phone_code")}
            submission_key={look_up_key}
          />
          <LabelCard />
          <p>
            <ButtonLink href={paths.information("bao-hanh")} variant="ghost">
              {words.policy}
            </ButtonLink>
          </p>
        </aside>
      </div>
    </div>
  );
}
