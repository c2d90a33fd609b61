import { formatDateTime } from "contract/values/locale.ts";
import { redirect, redirectDocument, useActionData, useLoaderData } from "react-router";
import { readForm, sent, submit } from "../../../forms/forms.ts";
import { Note } from "../../../ui/text/note.tsx";
import { type RouteContext, shopOf } from "../../context.ts";
import { flash, rememberLanguage, rememberSession } from "../../cookies.ts";
import { verifyStepUp } from "../../forms.tsx";
import { useStaff } from "../../frame/staff.ts";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { RecoveryCodes } from "../../kit/factors/recovery-codes.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { placesText } from "../../kit/places-text.ts";
import { titled } from "../../kit/titles.ts";
import { ownPath, paths } from "../../paths.ts";
import type { Route } from "./+types/own-account";
import { OwnFactors } from "./own-factors.tsx";
import { OwnPassword, OwnSessions, OwnSettings } from "./own-settings.tsx";

export const meta = titled(({ own }) => own.title);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { staff } = shopOf(context);
  const session = await staff.session({});
  const isAsked = new URL(request.url).searchParams.has("totp") || session.must_set_factor;
  const [factors, devices, totp] = await Promise.all([
    staff.factors({}),
    session.must_set_factor ? [] : staff.devices({}),
    isAsked ? staff.newTotp({}) : null,
  ]);
  return { factors, devices, totp };
}

export type OwnData = Awaited<ReturnType<typeof loader>>;

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { staff } = shopOf(context);
  const said = messagesIn(context).own;
  const refused = await verifyStepUp(form, context);
  if (refused) return refused;
  switch (form.intent) {
    case "language":
      return chooseLanguage(context, form.input.chosen, form.return_to);
    case "settings": {
      const { language } = form.input;
      const input = { single_keys: form.input.single_keys !== undefined, ...(isLanguage(language) && { language }) };
      return submit(form, staff.setOwn, input, () => {
        if (isLanguage(language)) rememberLanguage(context, language);
        flash(context, "success", messagesIn(context).own.saved);
        return redirectDocument(paths.own());
      });
    }
    case "password": {
      const input = sent(form, "current_password", "password", "password_confirmation");
      return submit(form, staff.changeOwnPassword, input, (signedIn) => {
        rememberSession(context, signedIn.token, signedIn.expires_at);
        return done(context, said.password.saved);
      });
    }
    case "totp":
      return submit(form, staff.setTotp, sent(form, "setup", "code"), (signedIn) => {
        rememberSession(context, signedIn.token, signedIn.expires_at);
        return { recovery_codes: signedIn.recovery_codes ?? [] };
      });
    case "recovery":
      return submit(form, staff.newRecoveryCodes, {}, ({ recovery_codes }) => ({ recovery_codes }));
    case "add_passkey":
      return submit(form, staff.addPasskey, sent(form, "name", "answer"), () => done(context, said.passkeys.added));
    case "remove_passkey":
      return submit(form, staff.removePasskey, sent(form, "id"), () => done(context, said.passkeys.removed));
    case "end_session":
      return submit(form, staff.signOutDevice, sent(form, "id"), () => done(context, said.sessions.ended));
    case "end_others":
      return submit(form, staff.signOutOthers, {}, ({ ended }) =>
        done(context, said.sessions.others_ended({ count: ended })),
      );
    default:
      return redirect(paths.own());
  }
}

const isLanguage = (value: unknown): value is "vi" | "en" => value === "vi" || value === "en";

function done(context: RouteContext, text: string): Response {
  flash(context, "success", text);
  return redirect(paths.own());
}

/** From the header's menu, on any page: back to it, in the other language. */
async function chooseLanguage(context: RouteContext, chosen: unknown, to: string): Promise<Response> {
  if (!isLanguage(chosen)) return redirect(ownPath(to));
  await shopOf(context).staff.setOwn({ language: chosen });
  rememberLanguage(context, chosen);
  return redirectDocument(ownPath(to));
}

/** Password, second steps, sessions and habits of the person who is signed in. */
export default function OwnAccount() {
  const messages = useOfficeMessages();
  const { own } = messages;
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const staff = useStaff();
  const language = useLanguage();
  const at = (instant: string) => formatDateTime(instant, language);
  if (typeof result === "object" && "recovery_codes" in result) {
    return (
      <div className="card panel form-stack recovery-page">
        <RecoveryCodes codes={result.recovery_codes} />
      </div>
    );
  }
  const { must_set_factor, account, roles } = staff;
  return (
    <>
      <PageHead title={own.title} about={account.full_name} />
      {must_set_factor && (
        <Note tone="honey" role="alert">
          {own.must_set_factor}
        </Note>
      )}
      <div className="two-columns">
        <div className="pile">
          {!must_set_factor && <OwnSettings />}
          {!must_set_factor && <OwnPassword />}
          <OwnFactors {...data} only={must_set_factor} />
        </div>
        <div className="pile">
          <section className="card panel form-stack" aria-labelledby="who">
            <h2 id="who">{own.facts}</h2>
            <Facts
              rows={[
                [own.email, account.email],
                [own.roles, roles.map(({ name }) => name).join(", ")],
                [own.places, placesText(staff.places, messages) || "–"],
                [own.since, at(staff.signed_in_at)],
                [own.until, at(staff.expires_at)],
              ]}
            />
          </section>
          {!must_set_factor && <OwnSessions devices={data.devices} />}
        </div>
      </div>
    </>
  );
}
