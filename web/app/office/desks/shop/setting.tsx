import type { FormField } from "contract/platform/platform.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { redirect, useActionData, useLoaderData } from "react-router";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { problemOf } from "../../../forms/problem-of.ts";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, StepUpFields, SubmitButton, verifyStepUp } from "../../forms.tsx";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Conflict } from "../../kit/conflict.tsx";
import { FourEyes } from "../../kit/four-eyes.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/setting";
import { SectionMenu } from "./section-menu.tsx";
import { SettingFields } from "./setting-fields.tsx";
import { valueIn } from "./setting-value.ts";

export const meta = titled(({ shop }) => shop.settings.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  const { platform } = shopOf(context);
  const [rows, setting] = await Promise.all([platform.settings({}), platform.setting({ key: params.key })]);
  return { rows, setting };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { platform } = shopOf(context);
  const { key } = params;
  const refused = await verifyStepUp(form, context);
  if (refused) return refused;
  const setting = await platform.setting({ key });
  const value = valueIn(form.input, setting.form as FormField);
  const input = { key, value, ...sent(form, "version", "reason") };
  return submit(form, platform.saveSetting, input, () => {
    flash(context, "success", messagesIn(context).shop.settings.saved);
    return redirect(paths.settings(key));
  });
}

/** One setting as a form, beside the menu of all. */
export default function Setting() {
  const { shop } = useOfficeMessages();
  const { rows, setting } = useLoaderData<typeof loader>();
  const language = useLanguage();
  const problem = problemOf(useActionData());
  const said = shop.settings;
  const form = setting.form as FormField;
  const title = shop.names[setting.key] ?? setting.key;
  const changed = setting.updated_at
    ? said.changed({ at: formatDateTime(setting.updated_at, language), by: setting.updated_by ?? said.by_shop })
    : said.never_set;
  const value = problem ? valueIn(problem.values, form) : setting.value;
  return (
    <>
      <PageHead title={said.title} about={`${title} · ${changed}`} />
      <div className="with-menu">
        <SectionMenu rows={rows} current={setting.key} />
        <section className="card" aria-labelledby="setting">
          <div className="card-head">
            <h2 id="setting">{title}</h2>
          </div>
          <OfficeForm key={setting.key} intent="save" problem={problem} main className="panel form-stack">
            {problem?.code === "conflict" && problem.values.version !== setting.version && (
              <Conflict
                rows={[...flat(setting.value)].map(([name, theirs]) => ({
                  name: name
                    .split("/")
                    .map((part) => shop.fields[part] ?? part)
                    .join(" · "),
                  theirs,
                  mine: new Map(flat(value)).get(name) ?? "",
                }))}
              />
            )}
            {setting.guarded !== "no" && (
              <FourEyes>{setting.guarded === "always" ? said.guarded_text : said.looser_text}</FourEyes>
            )}
            <Hidden<"platform.saveSetting"> name="version" value={setting.version} />
            <SettingFields form={form} value={value} path={[]} label={title} errors={problem?.errors ?? {}} />
            <TextInput {...field<"platform.saveSetting">(problem, "reason")} label={said.reason} autoComplete="off" />
            {setting.guarded !== "no" && <StepUpFields intent="save" />}
            <SubmitButton intent="save">{said.save}</SubmitButton>
          </OfficeForm>
        </section>
      </div>
    </>
  );
}

/** Every text of a value under the path it stands at. */
function* flat(value: unknown, path = ""): Generator<[string, string]> {
  if (typeof value !== "object" || value === null) {
    yield [path, value === undefined || value === null ? "" : String(value)];
    return;
  }
  for (const [name, part] of Object.entries(value)) yield* flat(part, path ? `${path}/${name}` : name);
}
