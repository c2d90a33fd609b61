import { redirect, useActionData, useLoaderData } from "react-router";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { problemOf } from "../../../forms/problem-of.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea, TextInput } from "../../../ui/fields/inputs.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm } from "../../forms.tsx";
import { messagesIn, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/maintenance";
import { languages } from "./setting-value.ts";

export const meta = titled(({ shop }) => shop.maintenance.title);

export async function loader({ context }: Route.LoaderArgs) {
  return shopOf(context).platform.maintenance({});
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const said = messagesIn(context).shop.maintenance;
  const typed = form.input.message;
  const message = typeof typed === "object" && !Array.isArray(typed) ? typed : {};
  const words = Object.fromEntries(languages.map((each) => [each, message[each] ?? ""]));
  const input = {
    ...sent(form, "version"),
    on: form.input.act === "close",
    until: form.input.until ?? "",
    message: { vi: "", en: "", ja: "", ...words },
  };
  return submit(form, shopOf(context).platform.setMaintenance, input, ({ on }) => {
    flash(context, "success", on ? said.closed : said.opened);
    return redirect(paths.maintenance());
  });
}

/** Closes the shop to customers, or opens it again. */
export default function Maintenance() {
  const { shop } = useOfficeMessages();
  const now = useLoaderData<typeof loader>();
  const problem = problemOf(useActionData());
  const said = shop.maintenance;
  return (
    <>
      <PageHead title={said.title} about={said.about} />
      <div className="pile form-page">
        <Note tone={now.on ? "honey" : "ok"}>
          <b>{now.on ? said.closed_now : said.open_now}</b> {now.by_environment && said.by_environment}
        </Note>
        <OfficeForm intent="maintenance" problem={problem} main className="card panel form-stack">
          <Hidden<"platform.setMaintenance"> name="version" value={now.version} />
          <TextInput
            {...field<"platform.setMaintenance">(problem, "until", now.until)}
            label={said.until}
            help={said.until_help}
            autoComplete="off"
          />
          {languages.map((each) => (
            <TextArea
              key={each}
              {...field<"platform.setMaintenance">(problem, `message.${each}`, now.message[each])}
              label={`${said.message}, ${shop.settings.languages[each]}`}
              rows={2}
              lang={each}
            />
          ))}
          <div className="row row-wrap">
            {now.on ? (
              <>
                <Button type="submit" name={ACT} value="open">
                  {said.open_again}
                </Button>
                <Button type="submit" name={ACT} value="close" variant="secondary">
                  {said.save}
                </Button>
              </>
            ) : (
              <Button type="submit" name={ACT} value="close" variant="danger-filled">
                {said.close_now}
              </Button>
            )}
          </div>
        </OfficeForm>
      </div>
    </>
  );
}

const ACT = "act";
