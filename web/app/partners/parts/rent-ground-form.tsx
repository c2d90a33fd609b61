/**
 * The form of premises: a plain multipart form to the server's route, which sends the browser back here. With scripts the same
 * route is asked while the page stays.
 */
import type { Unit } from "contract/fulfilment/fulfilment.ts";
import type { ShownBlockOf } from "contract/pages/pages.ts";
import type { HeldPicture, SentRentGround } from "contract/partners/rent-grounds.ts";
import { MAX_NOTE, MAX_STREET, premisesRights } from "contract/partners/rent-grounds-desk.ts";
import { formatDate } from "contract/values/locale.ts";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, fieldsToMend } from "../../forms/forms.ts";
import { useSending } from "../../forms/use-sending.ts";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import type { loader as places } from "../../resources/places.ts";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, ChoiceGroup } from "../../ui/fields/choices.tsx";
import { ErrorSummary, Field } from "../../ui/fields/field.tsx";
import { Select, TextArea, TextInput } from "../../ui/fields/inputs.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { type OwnForm, PROPOSE } from "../own-form.ts";
import { sendRentGround } from "../paths.ts";

type Place = Pick<Unit, "code" | "full_name">;
type Block = ShownBlockOf<"form">;
type Props = { block: Block; provinces: readonly Place[]; own: OwnForm | null };

type FieldName =
  | ("full_name" | "phone" | "city_code" | "ward_code" | "street" | "area_m2" | "front_m" | "monthly_rent")
  | ("right" | "available_from" | "pictures" | "note" | "consent");

export function RentGroundForm({ block, provinces, own }: Props) {
  const [sent, setSent] = useState(own?.sent ?? null);
  if (sent) return <SentCard block={block} sent={sent} />;
  return <Fields block={block} provinces={provinces} own={own} onSent={setSent} />;
}

function SentCard({ block, sent }: { block: Block; sent: SentRentGround }) {
  const { partners: words } = useMessages();
  const locale = useLocale();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const until = formatDate(new Date(Date.parse(sent.answer_by) - 1), locale);
  return (
    <div className="card panel stack">
      <Icon name="success" size={24} />
      <h2 id={`${block.id}-title`} className="h3" ref={heading} tabIndex={-1} role="status">
        {words.sent({ code: sent.code })}
      </h2>
      <p>{block.done}</p>
      <p className="muted">{words.sent_text({ until, delete_on: formatDate(sent.delete_on, locale) })}</p>
    </div>
  );
}

function useLabels(): Readonly<Record<FieldName, string>> {
  const { partners: words } = useMessages();
  return {
    ...{ full_name: words.full_name, phone: words.phone, city_code: words.province, ward_code: words.ward },
    ...{ street: words.street, area_m2: words.area, front_m: words.front, monthly_rent: words.rent },
    ...{ right: words.right, available_from: words.available_from, pictures: words.pictures, note: words.note },
    consent: words.consent,
  };
}

function Fields({ block, provinces, own, onSent }: Props & { onSent: (sent: SentRentGround) => void }) {
  const { partners: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const form = useRef<HTMLFormElement>(null);
  const labels = useLabels();
  const { problem, percent, failed, onSubmit, onInput } = useSending<SentRentGround>(
    PROPOSE,
    own?.problem ?? undefined,
    onSent,
  );
  useFocusFirstError(problem);
  const at = (name: FieldName) => ({
    name,
    label: labels[name],
    error: problem?.errors[name]?.[0],
    defaultValue: own?.values[name] ?? "",
  });
  return (
    <form
      ref={form}
      className="card"
      method="post"
      encType="multipart/form-data"
      action={sendRentGround}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <div className="card-head">
        <h2 id={`${block.id}-title`} className="h4">
          {words.premises}
        </h2>
        <span className="tiny muted">{words.time}</span>
      </div>
      <div className="panel stack-loose">
        {/* First in the form, so that Enter in a field sends it and does not look up wards. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="return_to" value={paths.cooperation()} />
        <input type="hidden" name={"lang" satisfies string} value={locale} />
        {problem && <ErrorSummary title={words.look_at} errors={fieldsToMend(labels, problem)} />}
        <Refusal problem={problem} failed={failed} />
        <div className="fields">
          <TextInput {...at("full_name")} autoComplete="name" maxLength={60} required />
          <TextInput {...at("phone")} type="tel" inputMode="tel" autoComplete="tel" maxLength={30} required />
          <PlaceFields at={at} provinces={provinces} first={own?.wards ?? []} />
          <TextInput {...at("street")} autoComplete="address-line1" maxLength={MAX_STREET} required wide />
          <TextInput {...at("area_m2")} inputMode="numeric" maxLength={12} required />
          <TextInput {...at("front_m")} inputMode="decimal" maxLength={12} required />
          <TextInput {...at("monthly_rent")} inputMode="numeric" maxLength={20} help={words.rent_help} required />
          <Select
            {...at("right")}
            placeholder={words.choose_right}
            options={premisesRights.map((right) => ({ value: right, text: words.rights[right] }))}
            required
          />
          <TextInput {...at("available_from")} type="date" required />
        </div>
        <Pictures error={at("pictures").error} held={own?.pictures ?? []} />
        <TextArea
          {...at("note")}
          optional={words.optional}
          placeholder={words.note_example}
          maxLength={MAX_NOTE}
          rows={3}
        />
        <ChoiceGroup legend={block.consent} hideLegend id="consent" error={at("consent").error}>
          <Checkbox
            name={"consent" satisfies FieldName}
            value="1"
            defaultChecked={own?.values.consent === "1"}
            required
          >
            {block.consent}
          </Checkbox>
        </ChoiceGroup>
        <CaptchaStep problem={problem} form={form} action="rent_ground" />
        <p>
          <Button loading={percent !== null} loadingText={percent ? words.uploading({ percent }) : words.sending}>
            {block.submit}
          </Button>
        </p>
        <p className="visually-hidden" role="status">
          {percent !== null && words.uploading({ percent: Math.floor(percent / 25) * 25 })}
        </p>
      </div>
    </form>
  );
}

type PlaceProps = {
  at: (name: FieldName) => { name: FieldName; label: string; error: string | undefined; defaultValue: string };
  provinces: readonly Place[];
  first: readonly Place[];
};

/** Without scripts a button shows the wards of a province; with them its choice does. */
function PlaceFields({ at, provinces, first }: PlaceProps) {
  const { partners: words } = useMessages();
  const known = at("city_code").defaultValue;
  const [city, setCity] = useState(known);
  const fetcher = useFetcher<typeof places>();
  const { load } = fetcher;
  const paths = usePaths();
  const hydrated = useHydrated();
  const province = useRef<HTMLSelectElement>(null);
  useEffect(() => setCity(province.current?.value ?? ""), []); // chosen before hydration
  useEffect(() => {
    // Where nothing comes the button stays, and the whole form goes to the server.
    if (city !== "" && city !== known) void load(paths.places(city));
  }, [city, known, load, paths]);
  const found = fetcher.state === "idle" ? (fetcher.data ?? []) : [];
  const wards =
    city === known ? first : city === "" ? [] : found.map(({ value, text }) => ({ code: value, full_name: text }));
  const options = (units: readonly Place[]) => units.map(({ code, full_name }) => ({ value: code, text: full_name }));
  return (
    <>
      <Select
        {...at("city_code")}
        ref={province}
        placeholder={words.choose_province}
        options={options(provinces)}
        onChange={(event) => setCity(event.currentTarget.value)}
        required
      />
      <div className="stack">
        <Select
          key={wards[0]?.code ?? ""}
          {...at("ward_code")}
          placeholder={wards.length > 0 ? words.choose_ward : words.choose_province_first}
          options={options(wards)}
          required={wards.length > 0}
        />
        {(!hydrated || wards.length === 0) && (
          <p>
            <Button
              variant="secondary"
              size="small"
              name={"refresh" satisfies string}
              value="1"
              className="without-script"
              formNoValidate
            >
              {words.show_wards}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}

function Refusal({ problem, failed }: { problem: FormProblem | undefined; failed: boolean }) {
  const { partners: words } = useMessages();
  const said = problem?.code === "invalid" || problem?.code === "captcha_required" ? "" : problem?.message;
  const text = failed ? words.not_sent : said;
  if (!text) return null;
  return (
    <Note tone="danger" role="alert">
      {text}
    </Note>
  );
}

/** Pictures that were taken stay ticked: nobody chooses them twice. */
function Pictures({ error, held }: { error: string | undefined; held: readonly HeldPicture[] }) {
  const { partners: words } = useMessages();
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(0);
  const show = () => setChosen(field.current?.files?.length ?? 0);
  useEffect(show, []); // chosen before hydration
  return (
    <div className="stack">
      {held.length > 0 && (
        <ChoiceGroup legend={words.kept}>
          {held.map(({ key, name }) => (
            <Checkbox key={key} name={"kept" satisfies string} value={key} defaultChecked>
              {name}
            </Checkbox>
          ))}
        </ChoiceGroup>
      )}
      <Field
        id="pictures"
        label={held.length > 0 ? words.add_pictures : words.pictures}
        error={error}
        ok={!error && chosen > 0 ? words.chosen({ count: chosen }) : null}
        help={words.pictures_help}
      >
        {(control) => (
          <input
            {...control}
            ref={field}
            className="input file-input"
            type="file"
            name={"pictures" satisfies FieldName}
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            multiple
            required={held.length === 0}
            onChange={show}
          />
        )}
      </Field>
    </div>
  );
}
