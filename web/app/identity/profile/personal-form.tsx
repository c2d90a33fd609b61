import { rules } from "virtual:field-rules/identity.updateProfile";
import { genders } from "contract/identity/accounts.ts";
import type { User } from "contract/identity/identity.ts";
import type { Locale } from "contract/values/locale.ts";
import { locales } from "contract/values/locale.ts";
import { useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, field, fieldError, typed } from "../../forms/forms.ts";
import { useLocale, useMessages } from "../../i18n.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup, Radio } from "../../ui/fields/choices.tsx";
import { Select, TextInput } from "../../ui/fields/inputs.tsx";

type Option = { value: string; text: string };
type Props = { user: User; countries: readonly Option[]; this_year: number; problem: FormProblem | undefined };

export function PersonalForm({ user, countries, this_year, problem }: Props) {
  const { profile: words } = useMessages();
  const busy = useNavigation().formData?.get("intent") === "personal";
  useFocusFirstError(problem);
  const gender = typed(problem, "gender", user.gender ?? "");
  return (
    <CheckedForm rules={rules} problem={problem} className="stack-loose">
      <input type="hidden" name="intent" value="personal" />
      <ProblemNote problem={problem} />
      <div className="fields">
        <TextInput
          {...field(problem, "full_name", user.full_name)}
          label={words.full_name}
          autoComplete="name"
          maxLength={100}
          required
        />
        <TextInput
          {...field(problem, "nickname", user.nickname)}
          label={words.nickname}
          optional={words.optional}
          help={words.nickname_help}
          autoComplete="nickname"
          maxLength={40}
        />
        <Birthday birthday={user.birthday ?? ""} this_year={this_year} problem={problem} />
        <ChoiceGroup legend={words.gender} id="gender" error={fieldError(problem, "gender")}>
          {genders.map((each) => (
            <Radio key={each} name="gender" value={each} defaultChecked={gender === each}>
              {words.genders[each]}
            </Radio>
          ))}
          <Radio name="gender" value="" defaultChecked={gender === ""}>
            {words.no_gender}
          </Radio>
        </ChoiceGroup>
        <Select
          {...field(problem, "nationality", user.nationality)}
          label={words.nationality}
          optional={words.optional}
          placeholder={words.choose}
          options={countries}
          autoComplete="country"
        />
        <Select
          {...field(problem, "locale", user.locale)}
          label={words.language}
          options={locales.map((value) => ({ value, text: words.languages[value] }))}
        />
      </div>
      <div>
        <Button loading={busy} loadingText={words.saving}>
          {words.save}
        </Button>
      </div>
    </CheckedForm>
  );
}

const orders: Record<Locale, readonly ("day" | "month" | "year")[]> = {
  vi: ["day", "month", "year"],
  en: ["month", "day", "year"],
  ja: ["year", "month", "day"],
};
const OLDEST_YEARS = 120;

type BirthdayProps = { birthday: string; this_year: number; problem: FormProblem | undefined };

/** Three lists in the order in which people of the language write a day. */
function Birthday({ birthday, this_year, problem }: BirthdayProps) {
  const { profile: words } = useMessages();
  const locale = useLocale();
  const [year = "", month = "", day = ""] = birthday.split("-").map((part) => String(Number(part) || ""));
  const saved = { day, month, year };
  const span = { day: range(1, 31), month: range(1, 12), year: range(this_year - OLDEST_YEARS, this_year).reverse() };
  const complete = { day: "bday-day", month: "bday-month", year: "bday-year" };
  return (
    <ChoiceGroup
      legend={
        <>
          {words.birthday} <span className="field-optional">{words.optional}</span>
        </>
      }
      id="birthday"
      error={fieldError(problem, "birthday")}
      className="stack"
    >
      <div className="row">
        {orders[locale].map((part) => (
          <Select
            key={part}
            name={`birthday_${part}`}
            label={words[part]}
            hideLabel
            placeholder={words[part]}
            options={span[part].map((each) => ({ value: String(each), text: partText(part, each, locale) }))}
            defaultValue={typed(problem, `birthday_${part}`, saved[part])}
            autoComplete={complete[part]}
          />
        ))}
      </div>
      <p className="field-help">{words.birthday_help}</p>
    </ChoiceGroup>
  );
}

/** A month by its name where its number might be taken for the day. */
function partText(part: "day" | "month" | "year", value: number, locale: Locale): string {
  if (part !== "month" || locale !== "en") return String(value);
  return new Date(Date.UTC(2000, value - 1)).toLocaleDateString("en", { month: "short", timeZone: "UTC" });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
