import { countriesIn } from "contract/values/countries.ts";
import { businessDay } from "contract/values/locale.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect, useActionData } from "react-router";
import { localeOf, requestContext, shopOf } from "../../context.ts";
import {
  asking,
  EMPTY,
  type FormInput,
  type FormValue,
  readForm,
  type SentForm,
  sent,
  submit,
} from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { flash } from "../../visitor.ts";
import { Leave } from "../parts/leave.tsx";
import { AvatarForm } from "../profile/avatar-form.tsx";
import { BankForm } from "../profile/bank-form.tsx";
import { EmailForms } from "../profile/email-forms.tsx";
import { GoogleForm } from "../profile/google-form.tsx";
import { MemberCard } from "../profile/member-card.tsx";
import { PersonalForm } from "../profile/personal-form.tsx";
import { PhoneChange } from "../profile/phone-change.tsx";
import type { Route } from "./+types/profile";
import { addGoogle } from "./google.ts";

/** What the actions of this page answer, besides a FormProblem: which codes have been sent. */
export type ProfileAnswer = { phone_sent?: string; email_sent?: boolean; owner_sent?: boolean; leave_for?: string };

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const locale = localeOf(context);
  const [user, banks, points] = await Promise.all([
    shop.identity.profile({}),
    shop.payments.banks({}),
    shop.loyalty.points({}),
  ]);
  const word = new URL(request.url).searchParams.get("avatar");
  const thisYear = Number(businessDay(new Date()).slice(0, 4));
  const { has_google } = context.get(requestContext);
  return { user, banks, points, countries: countriesIn(locale), this_year: thisYear, word, has_google };
}

/** An emptied field is sent as empty: left out it would stay as it was. */
function whole<Name extends string>({ input }: SentForm, ...names: readonly Name[]): { [K in Name]: FormValue } {
  return sent({ input: Object.fromEntries(names.map((name) => [name, input[name] ?? EMPTY])) }, ...names);
}

/** Three fields are one day; what is no day goes as it was typed, and comes back refused. */
function birthdayOf({
  birthday_year: year = EMPTY,
  birthday_month: month = EMPTY,
  birthday_day: day = EMPTY,
}: FormInput): string {
  const parts = [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(day).padStart(2, "0")];
  return year === "" && month === "" && day === "" ? "" : parts.join("-");
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { identity } = shopOf(context);
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  const { profile: words } = messagesOf(locale);
  const done = (text: string) => () => {
    flash(context, "success", text);
    return redirect(paths.profile(), 303);
  };
  switch (form.intent) {
    case "personal": {
      const input = whole(form, "full_name", "nickname", "gender", "nationality", "locale");
      const birthday = birthdayOf(form.input);
      return submit(form, identity.updateProfile, { ...input, birthday }, done(words.saved));
    }
    case "email":
      return submit(form, identity.updateProfile, whole(form, "email"), done(words.email_saved));
    case "bank": {
      const input = whole(form, "bank", "account_number", "account_name");
      return submit(form, identity.updateProfile, input, done(words.bank_saved));
    }
    case "email_send":
      return submit(form, identity.verifyEmailSend, {}, (): ProfileAnswer => ({ email_sent: true }));
    case "email_code":
      return submit(form, identity.verifyEmail, sent(form, "otp"), done(words.email_confirmed));
    case "phone": {
      const phone = typeof form.input.phone === "string" ? form.input.phone : "";
      const input = sent(form, "phone", "current_password", "captcha");
      return submit(form, identity.updatePhone, input, (): ProfileAnswer => ({ phone_sent: phone }));
    }
    case "phone_codes": {
      const input = { ...sent(form, "phone", "otp"), ...asking(form, "asks_old", "old_otp") };
      return submit(form, identity.updatePhoneOtp, input, done(words.phone_changed));
    }
    case "owner_code":
      return submit(
        form,
        identity.ownerCode,
        sent(form, "channel", "captcha"),
        (): ProfileAnswer => ({ owner_sent: true }),
      );
    case "google_link":
      return addGoogle(context, form);
    case "google_unlink": {
      const input = { ...sent(form, "current_password"), ...asking(form, "asks_code", "otp") };
      return submit(form, identity.socialUnlink, input, done(words.google_unlinked));
    }
    default:
      return redirect(paths.profile(), 303);
  }
}

export const meta: Route.MetaFunction = (args) => {
  const { profile } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: profile.title, description: profile.description, path: null });
};

export default function ProfileScreen({ loaderData }: Route.ComponentProps) {
  const { profile: words } = useMessages();
  const { user, banks, points, countries, this_year, word, has_google } = loaderData;
  const answer = useActionData() as ProfileAnswer | undefined;
  const problem = problemOf(answer);
  if (answer?.leave_for) return <Leave leave_for={answer.leave_for} />;
  return (
    <>
      <h1 className="h2">{words.title}</h1>
      <section className="card panel stack-loose" aria-labelledby="personal">
        <h2 className="h3" id="personal">
          {words.personal}
        </h2>
        <AvatarForm name={user.full_name || user.nickname} avatar_url={user.avatar_url} word={word} />
        <PersonalForm user={user} countries={countries} this_year={this_year} problem={problemOf(answer, "personal")} />
      </section>
      <section className="card panel stack-loose" aria-labelledby="contact">
        <h2 className="h3" id="contact">
          {words.contact}
        </h2>
        <PhoneChange phone={user.phone} sent={answer?.phone_sent} problem={problem} />
        <EmailForms email={user.email} verified={user.email_verified} sent={answer?.email_sent} problem={problem} />
      </section>
      <section className="card panel stack-loose" aria-labelledby="bank-account">
        <div>
          <h2 className="h3" id="bank-account">
            {words.bank_title}
          </h2>
          <p className="muted">{words.bank_text}</p>
        </div>
        <BankForm user={user} banks={banks} problem={problemOf(answer, "bank")} />
      </section>
      {(has_google || user.has_google) && (
        <GoogleForm
          is_linked={user.has_google}
          has_password={user.has_password}
          phone={user.phone}
          sent={answer?.owner_sent}
          problem={problem && /^(google|owner)_/.test(problem.intent) ? problem : undefined}
        />
      )}
      <MemberCard
        code={user.id}
        name={user.full_name || user.nickname}
        {...{ rank: points.rank, score: user.current_score, next: points.next }}
      />
      <More has_password={user.has_password} />
    </>
  );
}

function More({ has_password }: { has_password: boolean }) {
  const { profile: words, identity } = useMessages();
  const paths = usePaths();
  const links = [
    { to: paths.changePassword(), text: has_password ? words.to_password : identity.create_title, icon: "lock" },
    { to: paths.devices(), text: words.to_devices, icon: "globe" },
    { to: paths.ownPrivacy(), text: words.to_privacy, icon: "shield" },
  ] as const;
  return (
    <nav className="card account-menu" aria-label={words.more}>
      <ul>
        {links.map(({ to, text, icon }) => (
          <li key={to}>
            <a href={to}>
              <Icon name={icon} />
              <span className="grow">{text}</span>
              <Icon name="chevron-right" size={16} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
