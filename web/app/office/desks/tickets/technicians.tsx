import type { TechnicianRow } from "contract/service/desk-tickets.ts";
import { serviceSlots, slotText } from "contract/service/service-words.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { field, fieldError, readForm, sent, submit } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { Checkbox, ChoiceGroup, Radio } from "../../../ui/fields/choices.tsx";
import { TextArea } from "../../../ui/fields/inputs.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { messagesIn, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PossibleAct } from "../../kit/possible-act.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/technicians";

export const meta = titled(({ technicians }) => technicians.title);

export async function loader({ context }: Route.LoaderArgs) {
  return { technicians: await shopOf(context).service.technicians({}) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { service } = shopOf(context);
  const fields = sent(form, "code", "version", "slots", "days_off", "is_active");
  return submit(form, service.saveTechnician, fields, () => {
    flash(context, "success", messagesIn(context).ticket.done);
    return redirect(paths.technicians());
  });
}

const possible = { act: { possible: true, why: null }, why: {} } as const;

/** Times and days off; visits that are booked stay. */
export default function Technicians() {
  const { technicians: words, tickets } = useOfficeMessages();
  const { technicians } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.tickets()}>
          {tickets.title}
        </Link>
      </p>
      <PageHead title={words.title} about={words.about} />
      <section className="card" aria-label={words.title}>
        {technicians.map((each) => (
          <Technician key={`${each.code} ${each.version}`} row={each} />
        ))}
      </section>
    </>
  );
}

function Technician({ row }: { row: TechnicianRow }) {
  const { technicians: words } = useOfficeMessages();
  const intent = `save-${row.code}`;
  const problem = useProblem(intent);
  const slots = field<"service.saveTechnician">(problem, "slots").name;
  const active = field<"service.saveTechnician">(problem, "is_active", String(row.is_active));
  return (
    <PossibleAct
      {...possible}
      title={`${row.full_name} · ${row.area} · ${row.skills.join(", ")}`}
      icon="user"
      intent={intent}
    >
      <OfficeForm
        intent={intent}
        problem={problem}
        className="form-stack"
        labels={{ [`off-${row.code}`]: words.days_off }}
      >
        <Hidden<"service.saveTechnician"> name="code" value={row.code} />
        <Hidden<"service.saveTechnician"> name="version" value={row.version} />
        <ChoiceGroup legend={words.slots} id={`slots-${row.code}`}>
          {serviceSlots.map((slot) => (
            <Checkbox key={slot} dense name={`${slots}[]`} value={slot} defaultChecked={row.slots.includes(slot)}>
              <span className="num">{slotText(slot)}</span>
            </Checkbox>
          ))}
        </ChoiceGroup>
        <TextArea
          {...field<"service.saveTechnician">(problem, "days_off", row.days_off.join("\n"))}
          id={`off-${row.code}`}
          label={words.days_off}
          help={words.days_off_help}
          rows={3}
        />
        <ChoiceGroup
          legend={words.active}
          id={`active-${row.code}`}
          error={fieldError<"service.saveTechnician">(problem, "is_active")}
        >
          <Radio dense name={active.name} value="true" defaultChecked={active.defaultValue === "true"}>
            {words.yes}
          </Radio>
          <Radio dense name={active.name} value="false" defaultChecked={active.defaultValue === "false"}>
            {words.no}
          </Radio>
        </ChoiceGroup>
        <SubmitButton intent={intent}>{words.save}</SubmitButton>
      </OfficeForm>
    </PossibleAct>
  );
}
