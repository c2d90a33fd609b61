import type { Unit } from "contract/fulfilment/fulfilment.ts";
import { serviceKinds, slotText } from "contract/service/service-words.ts";
import type { ServiceOptions, ServiceSlots } from "contract/service/tickets.ts";
import { formatDate } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Form } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import type { FormProblem } from "../../forms/forms.ts";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/inputs.tsx";
import { Note } from "../../ui/text/note.tsx";
import { type BookingQuery, queryOf } from "../booking-query.ts";
import { bookingPath, ownTicketsPath } from "../paths.ts";
import { ContactForm } from "./contact-form.tsx";
import { PicturesForm } from "./pictures.tsx";

export type BookingProps = {
  asked: BookingQuery;
  options: ServiceOptions;
  provinces: readonly Unit[];
  wards: readonly Unit[];
  /** Null until machine, work and ward are said. */
  slots: ServiceSlots | null;
  caller: { full_name: string; phone: string } | null;
  picture_refused: string | null;
  submission_key: string;
  code_sent: boolean;
  problem: FormProblem | undefined;
};

/** Machine and place, pictures, day, time and person. What comes before the last form is in the address. */
export function Booking(props: BookingProps) {
  const { asked, options, slots, picture_refused } = props;
  const { household: words } = useMessages();
  const paths = usePaths();
  return (
    <div className="with-summary booking" id="dat">
      <div className="stack-loose">
        <WorkForm {...props} />
        {slots && (
          <>
            <PicturesForm
              pictures={options.pictures}
              return_to={bookingPath(queryOf(asked))}
              refused={picture_refused}
            />
            <Days asked={asked} slots={slots} />
            <ContactForm {...props} slots={slots} />
          </>
        )}
      </div>
      <aside className="stack">
        <Summary {...props} />
        <p>
          <a className="link" href={paths.link(ownTicketsPath)}>
            {words.own_link}
          </a>
        </p>
      </aside>
    </div>
  );
}

function WorkForm({ asked, options, provinces, wards }: BookingProps) {
  const { household: words } = useMessages();
  const paths = usePaths();
  return (
    <Form className="card" action={`${paths.link(bookingPath())}#dat`}>
      <div className="card-head">
        <h3 className="h4">{words.step_work}</h3>
      </div>
      <div className="panel stack">
        <div className="fields">
          <Select
            name={"category_slug" satisfies FieldOf<"service.slots">}
            label={words.category}
            placeholder={words.choose}
            options={options.categories.map(({ slug, name }) => ({ value: slug, text: name }))}
            defaultValue={asked.category_slug}
            required
          />
          <Select
            name={"kind" satisfies FieldOf<"service.request">}
            label={words.kind}
            placeholder={words.choose}
            options={serviceKinds.map((kind) => ({ value: kind, text: words.kinds[kind] }))}
            defaultValue={asked.kind}
            help={asked.kind ? words.kind_texts[asked.kind] : undefined}
            required
          />
          <Select
            name={"city_code" satisfies FieldOf<"service.slots">}
            label={words.city}
            placeholder={words.choose}
            options={provinces.map(({ code, name }) => ({ value: code, text: name }))}
            defaultValue={asked.city_code}
            required
          />
          {wards.length > 0 && (
            <Select
              key={asked.city_code}
              name={"ward_code" satisfies FieldOf<"service.slots">}
              label={words.ward}
              placeholder={words.choose}
              options={wards.map(({ code, name }) => ({ value: code, text: name }))}
              defaultValue={asked.ward_code}
              required
            />
          )}
        </div>
        <p>
          <Button variant={asked.ward_code === "" ? "primary" : "secondary"}>{words.go_on}</Button>
        </p>
      </div>
    </Form>
  );
}

/** Days are links: the times of the chosen one stand below. */
function Days({ asked, slots }: { asked: BookingQuery; slots: ServiceSlots }) {
  const { household: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const { days, call_back } = slots;
  return (
    <section className="card panel stack" aria-labelledby="ngay" id="ngay-gio">
      <h3 id="ngay" className="h4">
        {words.step_time}
      </h3>
      {call_back !== null && <Note>{words.call_back({ hours: call_back })}</Note>}
      {call_back === null && days.length === 0 && <Note tone="honey">{words.no_day}</Note>}
      {days.length > 0 && (
        <ul className="visit-days">
          {days.map(({ day, slots: times }) => {
            const left = times.reduce((sum, { free }) => sum + free, 0);
            const shown = (
              <>
                <b className="num">{formatDate(day, locale)}</b>
                <span className="tiny">{left === 0 ? words.full : words.left({ count: left })}</span>
              </>
            );
            return (
              <li key={day}>
                {left === 0 ? (
                  <span className="visit-day">{shown}</span>
                ) : (
                  <a
                    className="visit-day"
                    data-stay
                    href={`${paths.link(bookingPath(queryOf({ ...asked, day })))}#ngay-gio`}
                    aria-current={day === asked.day ? "true" : undefined}
                  >
                    {shown}
                  </a>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function Summary({ asked, options, slots }: BookingProps) {
  const { household: words } = useMessages();
  const locale = useLocale();
  const prices = options.prices.filter(({ kind }) => asked.kind === "" || kind === asked.kind);
  const times = slots?.days.find(({ day }) => day === asked.day)?.slots ?? [];
  const category = options.categories.find(({ slug }) => slug === asked.category_slug);
  return (
    <section className="card panel stack" aria-labelledby="lich-hen">
      <h3 id="lich-hen" className="h4">
        {words.summary}
      </h3>
      {category && (
        <p>
          {asked.kind ? `${words.kinds[asked.kind]}: ` : ""}
          {category.name}
        </p>
      )}
      {times.length > 0 && (
        <p className="num">
          {formatDate(asked.day, locale)}:{" "}
          {times
            .filter(({ free }) => free > 0)
            .map(({ slot }) => slotText(slot))
            .join(", ")}
        </p>
      )}
      <div className="stack">
        <h4 className="small">{words.cost}</h4>
        {prices.length === 0 ? (
          <p className="small">{words.no_price}</p>
        ) : (
          <ul className="small stack">
            {prices.map(({ code, name, price, parts_extra }) => (
              <li key={code}>
                {words.price_line({ name, price: formatDong(price) })}
                {parts_extra && <span className="muted"> ({words.parts_extra})</span>}
              </li>
            ))}
          </ul>
        )}
        {slots && (
          <p className="small">
            {slots.travel_fee === 0 ? words.no_travel : words.travel({ fee: formatDong(slots.travel_fee) })}
            {slots.travel_free_above !== null &&
              `, ${words.travel_free({ above: formatDong(slots.travel_free_above) })}`}
          </p>
        )}
        <p className="small muted">{words.price_note}</p>
        <p className="small muted">{words.warranty_note}</p>
        <p className="small muted">{words.foot}</p>
      </div>
    </section>
  );
}
