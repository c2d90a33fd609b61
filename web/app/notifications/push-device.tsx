import { useEffect, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { useLocale, useMessages } from "../i18n.tsx";
import { type PushState, pushState, turnPushOff, turnPushOn } from "../session/push.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/overlays/toast.tsx";
import { Note } from "../ui/text/note.tsx";

type Props = { public_key: string; devices: number };

/** Whether this browser gets push messages. No permission is requested before the click. */
export function PushDevice({ public_key, devices }: Props) {
  const { notifications: words } = useMessages();
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<PushState>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    pushState().then(setState, () => setState("unsupported")); // a browser that forbids the request gets no messages
  }, []);

  async function turn(on: boolean): Promise<void> {
    setBusy(true);
    try {
      const next = await (on ? turnPushOn(public_key, locale) : turnPushOff());
      setState(next);
      if (next === "on") toast({ text: words.push_turned_on });
      if (next === "off") toast({ text: words.push_turned_off });
      await revalidate();
    } catch (error) {
      console.warn("Push could not be changed:", error);
      toast({ kind: "error", text: words.push_failed });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="stack">
      <h3 className="h4">{words.push_title}</h3>
      <p className="muted">{words.push_text}</p>
      {state === "denied" && <Note tone="honey">{words.push_denied}</Note>}
      {state === "unsupported" && <Note>{words.push_unsupported}</Note>}
      {state === "on" && (
        <p className="row">
          <span role="status">{words.push_is_on}</span>
        </p>
      )}
      <div className="row row-wrap">
        {state === "on" ? (
          <Button type="button" variant="secondary" icon="bell" loading={busy} onClick={() => turn(false)}>
            {words.push_off}
          </Button>
        ) : (
          <Button
            type="button"
            variant="tinted"
            icon="bell"
            className="needs-script"
            data-hydrate=""
            disabled={state === "unsupported" || state === "denied"}
            loading={busy}
            onClick={() => turn(true)}
          >
            {words.push_on}
          </Button>
        )}
        {devices > 0 && (
          <Form method="post">
            <Button variant="ghost" name="intent" value="stop_all">
              {words.push_stop_all}
            </Button>
          </Form>
        )}
      </div>
      <p className="small muted">{devices === 0 ? words.push_none : words.push_devices({ count: devices })}</p>
    </div>
  );
}
