import type { NotificationChannel, NotificationTopic } from "contract/notifications/notification-kinds.ts";
import { notificationChannels, notificationTopics } from "contract/notifications/notification-kinds.ts";
import { sameSitePath } from "contract/values/same-site.ts";
import { messagesOf } from "messages/messages.ts";
import { Form, redirect } from "react-router";
import { localeOf, shopOf } from "../context.ts";
import { readForm, sent, submit } from "../forms/forms.ts";
import { assertPageExists } from "../guards.ts";
import { messagesAt, useMessages, usePaths } from "../i18n.tsx";
import { pageMeta } from "../meta.ts";
import { pathsIn } from "../paths.ts";
import { pageIn } from "../shared/page-number.ts";
import { emptyPicture } from "../shared/products/empty-picture.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Pagination } from "../ui/navigation/pagination.tsx";
import { TabLinks } from "../ui/navigation/tabs.tsx";
import { flash } from "../visitor.ts";
import type { Route } from "./+types/notifications";
import { NotificationDays } from "./notification-days.tsx";
import { NotifySettings } from "./notify-settings.tsx";

const per_page = 20;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const unread = query.get("unread") === "1";
  const page = pageIn(query);
  const shop = shopOf(context);
  const [list, settings] = await Promise.all([
    shop.notifications.list({ page, limit: per_page, ...(unread && { unread }) }),
    shop.notifications.settings({}),
  ]);
  await assertPageExists(shop, page, list.meta);
  return { list, settings, only_unread: unread, now: new Date().toISOString() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { notifications } = shopOf(context);
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  const words = messagesOf(locale).notifications;
  const back = (text?: string) => {
    if (text) flash(context, "success", text);
    return redirect(sameSitePath(form.return_to, paths.notifications()), 303);
  };
  switch (form.intent) {
    case "open":
      return submit(form, notifications.watch, sent(form, "id"), ({ link }) =>
        link === null ? back() : redirect(paths.link(link), 303),
      );
    case "watch_all":
      return submit(form, notifications.watchAll, {}, () => back(words.marked_all));
    case "settings":
      return submit(form, notifications.saveSettings, { settings: switches(form.input) }, () => back(words.saved));
    case "stop_all":
      return submit(form, notifications.unsubscribe, {}, () => back(words.push_stopped_all));
    default:
      return back();
  }
}

/** An unticked box sends nothing: every switch is named, on or off. */
function switches(
  input: Record<string, unknown>,
): { topic: NotificationTopic; channel: NotificationChannel; is_on: "0" | "1" }[] {
  const ticked = new Set([input.on].flat().filter((each) => typeof each === "string"));
  return notificationTopics.flatMap((topic) =>
    notificationChannels.map((channel) => ({ topic, channel, is_on: ticked.has(`${topic}-${channel}`) ? "1" : "0" })),
  );
}

export const meta: Route.MetaFunction = (args) => {
  const { notifications } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: notifications.title, description: notifications.description, path: null });
};

export default function NotificationsScreen({ loaderData }: Route.ComponentProps) {
  const { notifications: words, favourites } = useMessages();
  const paths = usePaths();
  const { list, settings, only_unread, now } = loaderData;
  const { data, meta: about, unread } = list;
  const at = (page: number) => paths.notifications({ unread: only_unread ? 1 : null, page: page === 1 ? null : page });
  return (
    <>
      <div className="between row-wrap">
        <h1 className="h2">{words.title}</h1>
        {unread > 0 && (
          <Form method="post">
            <Button variant="ghost" size="small" icon="check" name="intent" value="watch_all">
              {words.mark_all}
            </Button>
          </Form>
        )}
      </div>
      <TabLinks
        label={words.title}
        tabs={[
          { to: paths.notifications(), text: words.all, current: !only_unread },
          {
            to: paths.notifications({ unread: 1 }),
            text: words.only_unread,
            count: unread > 0 ? String(unread) : undefined,
            current: only_unread,
          },
        ]}
      />
      <NotificationDays notices={data} now={now} />
      {data.length === 0 && (
        <EmptyState
          image={emptyPicture("orders")}
          heading={only_unread ? words.empty_unread_title : words.empty_title}
          text={only_unread ? words.empty_unread_text : words.empty_text}
          action={!only_unread && <ButtonLink href={paths.products()}>{favourites.go_shopping}</ButtonLink>}
        />
      )}
      <Pagination
        label={words.pages}
        page={about.current_page}
        lastPage={about.last_page}
        toPage={at}
        previous={favourites.previous}
        next={favourites.next}
        pageLabel={(page) => favourites.page({ page })}
      />
      <NotifySettings settings={settings} />
    </>
  );
}
