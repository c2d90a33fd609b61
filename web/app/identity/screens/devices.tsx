import { formatDateTime } from "contract/values/locale.ts";
import { messagesOf } from "messages/messages.ts";
import { Form, redirect, useActionData } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { messagesAt, useLocale, useMessages } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { signedOut } from "../../session/signing-out.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { Note } from "../../ui/text/note.tsx";
import { flash } from "../../visitor.ts";
import type { Route } from "./+types/devices";

export async function loader({ context }: Route.LoaderArgs) {
  return { devices: await shopOf(context).identity.devices({}), submission_key: newSubmissionKey() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { identity } = shopOf(context);
  const locale = localeOf(context);
  const { profile: words } = messagesOf(locale);
  const done = (text: string) => () => {
    flash(context, "success", text);
    return redirect(pathsIn(locale).devices(), 303);
  };
  if (form.intent === "sign_out_others") return submit(form, identity.signOutOthers, {}, done(words.signed_out_others));
  if (form.intent === "sign_out_all") {
    return submit(form, identity.signOutAll, {}, () => signedOut(context, words.signed_out_all));
  }
  return submit(form, identity.signOutDevice, sent(form, "id"), done(words.signed_out_device));
}

export const meta: Route.MetaFunction = (args) => {
  const { profile } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: profile.devices_title, description: profile.devices_description, path: null });
};

export default function DevicesScreen({ loaderData: { devices, submission_key } }: Route.ComponentProps) {
  const { profile: words } = useMessages();
  const locale = useLocale();
  const problem = problemOf(useActionData());
  return (
    <>
      <h1 className="h2">{words.devices_title}</h1>
      <p className="muted">{words.devices_text}</p>
      {problem && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      <ul className="card notices">
        {devices.map(({ id, device, signed_in_at, last_seen_at, is_this }) => (
          <li key={id} className="notice notice-wrap">
            <span className="grow">
              <b className="own-line">
                {device || words.unknown_device} {is_this && <Badge tone="ok">{words.this_device}</Badge>}
              </b>
              <span className="own-line small muted num">
                {words.signed_in_at({ at: formatDateTime(signed_in_at, locale) })}
              </span>
              <span className="own-line small muted num">
                {words.last_seen({ at: formatDateTime(last_seen_at, locale) })}
              </span>
            </span>
            {!is_this && (
              <Form method="post">
                <input type="hidden" name="idempotency_key" value={submission_key} />
                <Hidden<"identity.signOutDevice"> name="id" value={id} />
                <Button
                  variant="secondary"
                  size="small"
                  name="intent"
                  value="sign_out"
                  aria-label={words.sign_out_named({ device: device || words.unknown_device })}
                >
                  {words.sign_out_device}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <div className="row row-wrap">
        {devices.length > 1 && (
          <Form method="post">
            <input type="hidden" name="idempotency_key" value={submission_key} />
            <Button variant="secondary" name="intent" value="sign_out_others">
              {words.sign_out_others}
            </Button>
          </Form>
        )}
        <Form method="post" reloadDocument>
          <Button variant="danger" icon="logout" name="intent" value="sign_out_all">
            {words.sign_out_all}
          </Button>
        </Form>
      </div>
    </>
  );
}
