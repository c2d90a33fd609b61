import { formatDateTime } from "contract/values/locale.ts";
import { redirect, useActionData, useLoaderData } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { field, fieldError, readForm, sent, submit } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Checkbox, ChoiceGroup } from "../../../ui/fields/choices.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, StepUpFields, SubmitButton, useProblem, verifyStepUp } from "../../forms.tsx";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { FourEyes } from "../../kit/four-eyes.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/keys";
import { namesIn } from "./account-fields.tsx";
import { StaffTabs } from "./staff-tabs.tsx";

export const meta = titled(({ staff }) => staff.keys.title);

export async function loader({ context }: Route.LoaderArgs) {
  return shopOf(context).staff.keys({});
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { staff } = shopOf(context);
  if (form.intent === "end") {
    return submit(form, staff.endKey, sent(form, "id"), () => {
      flash(context, "success", messagesIn(context).staff.keys.ended);
      return redirect(paths.keys());
    });
  }
  const refused = await verifyStepUp(form, context);
  if (refused) return refused;
  const { warehouses_named: named, days = null } = form.input;
  const warehouses = typeof named === "string" ? namesIn(named) : null;
  const input = { ...sent(form, "name"), scopes: form.input.scopes ?? [], warehouses, days };
  return submit(form, staff.makeKey, input, ({ secret }) => ({ secret }));
}

const tones = { active: "ok", expired: "waits", ended: "over" } as const;

/** Programs that work for a person, within a part of that person's rights. */
export default function Keys() {
  const { staff, rights, frame } = useOfficeMessages();
  const { keys, possible, needs_second_person } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const language = useLanguage();
  const said = staff.keys;
  const secret = typeof result === "object" && "secret" in result ? result.secret : null;
  return (
    <>
      <PageHead title={said.title} about={said.about} />
      <StaffTabs current="keys" />
      <div className="two-columns">
        <div className="data-grid-frame">
          {keys.length === 0 ? (
            <p className="empty-row">{said.none}</p>
          ) : (
            <table className="data-grid">
              <thead>
                <tr>
                  <th scope="col">{said.columns.name}</th>
                  <th scope="col">{said.columns.scopes}</th>
                  <th scope="col">{said.columns.used}</th>
                  <th scope="col">{said.columns.until}</th>
                  <th scope="col">{said.columns.state}</th>
                  <th scope="col">
                    <span className="visually-hidden">{said.end}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {keys.map((key) => (
                  <tr key={key.id}>
                    <td>
                      <b>{key.name}</b>
                      <span className="sub">
                        <code>{key.hint}</code> · {key.made_by}
                      </span>
                    </td>
                    <td data-label={said.columns.scopes}>
                      {key.scopes.map((name) => rights.names[name]).join(", ")}
                      {key.warehouses && <span className="sub">{key.warehouses.join(", ")}</span>}
                    </td>
                    <td data-label={said.columns.used}>
                      {key.last_used_at ? formatDateTime(key.last_used_at, language) : frame.never}
                    </td>
                    <td data-label={said.columns.until}>
                      {key.expires_at ? formatDateTime(key.expires_at, language) : said.forever}
                    </td>
                    <td>
                      <Status tone={tones[key.state]}>{said.states[key.state]}</Status>
                    </td>
                    <td>{key.state === "active" && <EndKey id={key.id} name={key.name} />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
        <div className="pile">
          {secret && (
            <Note tone="ok" role="status">
              <b className="own-line">{said.secret}</b>
              {said.secret_text}
              <code className="secret">{secret}</code>
              <CopyButton text={secret} label={said.copy} what={said.secret} copied={said.copied} />
            </Note>
          )}
          <MakeKey possible={possible} second={needs_second_person} />
        </div>
      </div>
    </>
  );
}

function EndKey({ id, name }: { id: number; name: string }) {
  const said = useOfficeMessages().staff.keys;
  return (
    <OfficeForm intent="end" problem={undefined}>
      <Hidden<"staff.endKey"> name="id" value={id} />
      <SubmitButton intent="end" variant="danger" size="small" aria-label={`${said.end}: ${name}`}>
        {said.end}
      </SubmitButton>
    </OfficeForm>
  );
}

type Loaded = Awaited<ReturnType<typeof loader>>;

function MakeKey({ possible, second }: { possible: Loaded["possible"]; second: Loaded["needs_second_person"] }) {
  const { staff, rights, frame } = useOfficeMessages();
  const problem = useProblem("make");
  const said = staff.keys;
  const back = problem?.values.scopes;
  const chosen = Array.isArray(back) ? back.map(String) : [];
  const named = problem?.values.warehouses_named;
  return (
    <section className="card" aria-labelledby="moi">
      <div className="card-head">
        <h2 id="moi">{said.make}</h2>
      </div>
      <OfficeForm
        intent="make"
        problem={problem}
        main
        className="panel form-stack"
        labels={{ name: said.name, scopes: said.scopes, days: said.days }}
      >
        <TextInput {...field<"staff.makeKey">(problem, "name")} label={said.name} autoComplete="off" required />
        <ChoiceGroup
          legend={said.scopes}
          id="scopes"
          error={fieldError<"staff.makeKey">(problem, "scopes")}
          className="scopes"
        >
          {possible.map((name) => (
            <Checkbox
              key={name}
              dense
              name={"scopes[]" satisfies FieldOf<"staff.makeKey">}
              value={name}
              defaultChecked={chosen.includes(name)}
              after={second.includes(name) && <span className="tiny muted">{said.second}</span>}
            >
              {rights.names[name]}
            </Checkbox>
          ))}
        </ChoiceGroup>
        <TextInput
          name={WAREHOUSES}
          label={said.warehouses}
          defaultValue={typeof named === "string" ? named : ""}
          error={problem?.errors.warehouses?.[0]}
          spellCheck={false}
          autoComplete="off"
        />
        <TextInput {...field<"staff.makeKey">(problem, "days")} label={said.days} inputMode="numeric" />
        {second.length > 0 && <FourEyes>{said.second_text}</FourEyes>}
        <StepUpFields intent="make" />
        <SubmitButton intent="make">{said.create}</SubmitButton>
        {possible.length === 0 && <p className="small muted">{frame.never}</p>}
      </OfficeForm>
    </section>
  );
}

const WAREHOUSES = "warehouses_named";
