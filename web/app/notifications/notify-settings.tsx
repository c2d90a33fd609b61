import { notificationChannels, notificationTopics } from "contract/notifications/notification-kinds.ts";
import type { NotificationSettings } from "contract/notifications/notifications.ts";
import { Form, useNavigation } from "react-router";
import { useMessages, usePaths } from "../i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Switch } from "../ui/fields/choices.tsx";
import { PushDevice } from "./push-device.tsx";

/** Channels of notifications; the list is stored whatever they are. */
export function NotifySettings({
  settings: { settings, email, push_devices, push_public_key },
}: {
  settings: NotificationSettings;
}) {
  const { notifications: words } = useMessages();
  const paths = usePaths();
  const busy = useNavigation().formData?.get("intent") === "settings";
  const is_on = (topic: string, channel: string) =>
    settings.some((each) => each.topic === topic && each.channel === channel && each.is_on);
  return (
    <section className="card" aria-labelledby="notify-settings">
      <div className="panel stack">
        <h2 className="h3" id="notify-settings">
          {words.settings_title}
        </h2>
        <p className="muted">{words.settings_text}</p>
        <PushDevice public_key={push_public_key} devices={push_devices} />
      </div>
      <Form method="post" className="panel topped stack">
        {/* A change made elsewhere shows: the switches are remounted when the stored settings change. */}
        <div key={JSON.stringify(settings)} className="notify-grid">
          {notificationChannels.map((channel) => (
            <fieldset key={channel} className="field">
              <legend className="legend">{words.channels[channel]}</legend>
              {channel === "email" && (
                <p className="field-help">
                  {email === "" ? words.email_missing : words.email_to({ email })}{" "}
                  {email === "" && (
                    <a className="link" href={`${paths.profile()}#contact`}>
                      {words.email_add}
                    </a>
                  )}
                </p>
              )}
              {notificationTopics.map((topic) => (
                <Switch key={topic} name="on[]" value={`${topic}-${channel}`} defaultChecked={is_on(topic, channel)}>
                  {words.topics[topic]}
                </Switch>
              ))}
            </fieldset>
          ))}
        </div>
        <div>
          <Button variant="secondary" name="intent" value="settings" loading={busy} loadingText={words.save}>
            {words.save}
          </Button>
        </div>
      </Form>
    </section>
  );
}
