import { messagesOf } from "messages/messages.ts";
import { redirect, useActionData } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { MembersStyles, ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { flash } from "../../visitor.ts";
import { CardCode } from "../parts/card-code.tsx";
import { CertificateView } from "../parts/certificate-view.tsx";
import { Machine, StateBadge, TermBar } from "../parts/machine.tsx";
import type { Route } from "./+types/certificate";

/** In full for the owner; to all others product, months, end and state. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const answer = await shopOf(context).warranty.card({ id: params.id });
  return { ...answer, id: params.id, now: new Date().toISOString(), submission_key: newSubmissionKey() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { warranty } = shopOf(context);
  const locale = localeOf(context);
  const { id } = params;
  const done = () => {
    flash(context, "success", messagesOf(locale).warranty.saved);
    return redirect(pathsIn(locale).warrantyCard(id), 303);
  };
  switch (form.intent) {
    case "code":
      return submit(form, warranty.sendCode, { id, ...sent(form, "captcha") }, () => ({ code_sent: true }));
    case "prove":
      return submit(form, warranty.prove, { id, ...sent(form, "otp") }, () =>
        redirect(pathsIn(locale).warrantyCard(id), 303),
      );
    case "activate":
      return submit(form, warranty.activateOwn, { id }, done);
    case "object":
      return submit(form, warranty.object, { id, ...sent(form, "text") }, done);
    case "answer":
      return submit(form, warranty.answerTransfer, sent(form, "code", "accept"), done);
    default:
      throw new Response("Not found", { status: 404 });
  }
}

export const meta: Route.MetaFunction = (args) => {
  const { warranty: words } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: words.certificate, description: words.certificate_text, path: null });
};

export default function CertificateScreen({ loaderData }: Route.ComponentProps) {
  const { warranty: words, common } = useMessages();
  const paths = usePaths();
  const { id, shown, certificate, has_phone, now, submission_key } = loaderData;
  const result: unknown = useActionData<typeof action>();
  const isSent = typeof result === "object" && result !== null && "code_sent" in result;
  const code = (
    <CardCode
      is_sent={isSent}
      problem={problemOf(result, "code") ?? problemOf(result, "prove")}
      has_card={certificate !== null}
      submission_key={submission_key}
    />
  );
  return (
    <div className="wrap section">
      <ReadingStyles />
      <MembersStyles />
      <Breadcrumb
        label={words.breadcrumb}
        trail={[
          { text: common.home, to: paths.home() },
          { text: words.here, to: paths.warranty({}) },
          { text: certificate?.code ?? words.certificate },
        ]}
      />
      {certificate ? (
        <CertificateView
          {...{ id, certificate, now, code, submission_key }}
          problem={problemOf(result, "object") ?? problemOf(result, "answer")}
        />
      ) : (
        <div className="form-width centred stack-loose">
          <div className="card panel stack">
            <Machine product={shown.product} badge={<StateBadge state={shown.state} />} level={1}>
              <p className="small">{words.months({ months: shown.months })}</p>
              <TermBar shown={shown} now={now} />
            </Machine>
          </div>
          {has_phone && code}
        </div>
      )}
    </div>
  );
}
