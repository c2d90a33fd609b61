import { serviceSlots, slotText } from "contract/service/service-words.ts";
import { formatDate } from "contract/values/locale.ts";
import { Form, Link, useLoaderData } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { shopOf } from "../../context.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/plan";

export const meta = titled(({ plan }) => plan.title);

export async function loader({ request, context }: Route.LoaderArgs) {
  const day = new URL(request.url).searchParams.get("day") ?? "";
  return shopOf(context).service.plan(/^\d{4}-\d{2}-\d{2}$/.test(day) ? { day } : {});
}

const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Who goes where on a day: technicians down, times across. */
export default function VisitPlan() {
  const { plan: words, tickets } = useOfficeMessages();
  const language = useLanguage();
  const { day, technicians } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.tickets()}>
          {tickets.title}
        </Link>
      </p>
      <PageHead title={words.title} about={words.about({ day: formatDate(day, language) })} />
      <Form method="get" className="card panel row row-wrap">
        <TextInput name="day" type="date" label={words.day} defaultValue={day} key={day} required />
        <Button variant="secondary">{words.show}</Button>
        <Link className="button button-secondary" to={paths.visitPlan({ day: dayAfter(day, -1) })}>
          {words.before}
        </Link>
        <Link className="button button-secondary" to={paths.visitPlan({ day: dayAfter(day, 1) })}>
          {words.after}
        </Link>
      </Form>
      <section className="card data-grid-frame" aria-label={words.title}>
        <table className="data-grid">
          <thead>
            <tr>
              <th scope="col">{words.technician}</th>
              {serviceSlots.map((slot) => (
                <th key={slot} scope="col" className="num nowrap">
                  {slotText(slot)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {technicians.map(({ code, name, area, is_off, visits }) => (
              <tr key={code}>
                <th scope="row">
                  {name}
                  <span className="tiny muted own-line">{area}</span>
                </th>
                {serviceSlots.map((slot) => {
                  const visit = visits.find((each) => each.slot === slot);
                  return (
                    <td key={slot} data-label={slotText(slot)}>
                      {visit ? (
                        <Link className="link" to={paths.ticket(visit.code)}>
                          <span className="nowrap">{visit.code}</span>
                          <span className="tiny muted own-line">
                            {tickets.options.state[visit.state]} · {visit.machine} · {visit.place}
                          </span>
                        </Link>
                      ) : (
                        <span className="tiny muted">{is_off ? words.off : words.free}</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
