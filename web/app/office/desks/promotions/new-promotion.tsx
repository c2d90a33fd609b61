import { actionsOf, actionTypes, promotionKinds } from "contract/promotions/promotions-desk.ts";
import { Link, redirect } from "react-router";
import { field, fieldError, readForm, sent, submit, typed } from "../../../forms/forms.ts";
import { ChoiceGroup, RadioCard } from "../../../ui/fields/choices.tsx";
import { Select, TextInput } from "../../../ui/fields/inputs.tsx";
import { shopOf } from "../../context.ts";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/new-promotion";

export const meta = titled(({ promotion }) => promotion.make_title);

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { make } = shopOf(context).promotions;
  return submit(form, make, sent(form, "kind", "action", "title"), ({ code }) => redirect(paths.promotion(code)));
}

/** The first step: a kind and a name make a draft. */
export default function NewPromotion() {
  const { promotions, promotion: words } = useOfficeMessages();
  const problem = useProblem("make");
  const kind = typed<"promotions.make">(problem, "kind");
  const action = typed<"promotions.make">(problem, "action");
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.promotions()}>
          {words.back}
        </Link>
      </p>
      <PageHead title={words.make_title} about={words.make_text} />
      <OfficeForm
        intent="make"
        problem={problem}
        className="card panel form-stack"
        labels={{ kind: words.kind, "title.vi": words.title_vi }}
        main
      >
        <ChoiceGroup
          id="kind"
          legend={words.kind}
          error={fieldError<"promotions.make">(problem, "kind")}
          className="form-pairs"
        >
          {promotionKinds.map((each) => (
            <RadioCard
              key={each}
              name={field<"promotions.make">(problem, "kind").name}
              value={each}
              defaultChecked={kind === each}
              title={promotions.options.kind[each]}
              line={words.kinds_help[each]}
              required
            />
          ))}
        </ChoiceGroup>
        <Select
          name={field<"promotions.make">(problem, "action").name}
          defaultValue={action || actionsOf.coupon[0]}
          label={words.action}
          help={words.action_note}
          error={fieldError<"promotions.make">(problem, "action")}
          options={actionTypes.map((value) => ({ value, text: words.actions[value] }))}
        />
        <TextInput
          {...field<"promotions.make">(problem, "title.vi")}
          label={words.title_vi}
          maxLength={120}
          autoComplete="off"
          required
        />
        <SubmitButton intent="make">{words.begin}</SubmitButton>
      </OfficeForm>
    </>
  );
}
