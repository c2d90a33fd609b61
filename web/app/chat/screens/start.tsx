import { formatDateTime } from "contract/values/locale.ts";
import { redirect, useActionData } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { TalkingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { StartForm } from "../parts/start-form.tsx";
import { newClientId } from "../state/chat-shop.ts";
import type { Route } from "./+types/start";

/** Who has a conversation that goes on is led to it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const { conversations, known } = await shop.chat.own({});
  const current = conversations.find(({ state }) => state !== "done");
  if (current) throw redirect(pathsIn(localeOf(context)).chat(current.id));
  const [hours, provinces] = await Promise.all([shop.chat.hours({}), shop.fulfilment.provinces({})]);
  const places = provinces.map(({ code, full_name }) => ({ value: code, text: full_name }));
  const isNew = new URL(request.url).searchParams.has("moi");
  return { hours, known, places, earlier: isNew ? [] : conversations, client_id: newClientId() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { chat } = shopOf(context);
  const paths = pathsIn(localeOf(context));
  const fields = sent(form, "phone", "city_code", "text", "captcha", "client_id");
  const done = ({ id }: { id: string }) => redirect(paths.chat(id), 303);
  return form.intent === "leave" ? submit(form, chat.leave, fields, done) : submit(form, chat.start, fields, done);
}

export const meta: Route.MetaFunction = (args) => {
  const { chat } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: chat.title, description: chat.description, path: null });
};

export default function StartScreen({ loaderData }: Route.ComponentProps) {
  const { chat: words, common } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const problem = problemOf(useActionData());
  const { earlier, ...form } = loaderData;
  return (
    <div className="wrap stack-loose">
      <TalkingStyles />
      <Breadcrumb label={words.breadcrumb} trail={[{ text: common.home, to: paths.home() }, { text: words.title }]} />
      <h1 className="h2">{words.title}</h1>
      <div className="with-summary">
        <div className="card panel">
          <StartForm {...form} problem={problem} />
        </div>
        <aside className="stack">
          <Help />
          {earlier.length > 0 && (
            <section className="card panel stack" aria-labelledby="earlier">
              <h2 className="h4" id="earlier">
                {words.earlier}
              </h2>
              <ul className="stack">
                {earlier.map(({ id, last_at }) => (
                  <li key={id}>
                    <a className="link" href={paths.chat(id)}>
                      {words.earlier_of({ time: formatDateTime(new Date(last_at), locale) })}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
    </div>
  );
}

/** What many ask, answered by pages. */
function Help() {
  const { chat: words } = useMessages();
  const paths = usePaths();
  const links = [
    { to: paths.orderLookup(), text: words.help_order },
    { to: paths.information(), text: words.help_returns },
    { to: paths.stores(), text: words.help_stores },
  ];
  return (
    <section className="card panel stack" aria-labelledby="help">
      <h2 className="h4" id="help">
        {words.help}
      </h2>
      <ul className="row row-wrap">
        {links.map(({ to, text }) => (
          <li key={to}>
            <a className="chip" href={to}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
