import { Form, Link, useActionData, useLoaderData } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { type FormProblem, field, readForm, sent, submit } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { Button } from "../../../ui/button.tsx";
import { Select, TextInput } from "../../../ui/fields/inputs.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { shopOf } from "../../context.ts";
import { OfficeForm, SubmitButton } from "../../forms.tsx";
import { useStaff } from "../../frame/staff.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/log";
import { Entries } from "./entries.tsx";

export const meta = titled(({ audit }) => audit.title);

const names = ["who", "what", "record", "from", "to"] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const filter = Object.fromEntries(
    names.flatMap((name) => {
      const value = searchParams.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  ) as { [K in (typeof names)[number]]?: string };
  const before = Number(searchParams.get("before") ?? "");
  const { who, ...rest } = filter;
  const number = Number(who ?? "");
  const asked = { ...rest, ...(number > 0 && { who: number }), ...(before > 0 && { before }) };
  return { ...(await shopOf(context).staff.audit(asked)), filter };
}

/** The values of one entry, shown once in the answer to the form. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { staff } = shopOf(context);
  return submit(form, staff.revealAudit, sent(form, "id", "reason"), (revealed) => ({ revealed }));
}

/** The audit log, searched by person, act, record and day. */
export default function AuditLog() {
  const { audit: said } = useOfficeMessages();
  const { entries, next, people, filter } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { holds } = useStaff();
  const revealed = answer && "revealed" in answer ? answer.revealed : undefined;
  const problem = answer && "intent" in answer ? (answer as FormProblem) : undefined;
  const reveals = holds("customers:reveal");
  return (
    <>
      <PageHead title={said.title} about={said.about} />
      <Form method="get" className="card panel form-pairs">
        <Select
          name={"who" satisfies FieldOf<"staff.audit">}
          id="who"
          label={said.who}
          defaultValue={filter.who ?? ""}
          options={[
            { value: "", text: said.everybody },
            ...people.map(({ id, full_name }) => ({ value: String(id), text: full_name })),
          ]}
        />
        <TextInput
          name={"what" satisfies FieldOf<"staff.audit">}
          id="what"
          label={said.what}
          defaultValue={filter.what ?? ""}
          spellCheck={false}
        />
        <TextInput
          name={"record" satisfies FieldOf<"staff.audit">}
          id="record"
          label={said.record}
          defaultValue={filter.record ?? ""}
          spellCheck={false}
        />
        <TextInput
          name={"from" satisfies FieldOf<"staff.audit">}
          id="from"
          type="date"
          label={said.from}
          defaultValue={filter.from ?? ""}
        />
        <TextInput
          name={"to" satisfies FieldOf<"staff.audit">}
          id="to"
          type="date"
          label={said.to}
          defaultValue={filter.to ?? ""}
        />
        <div>
          <Button type="submit" variant="secondary" icon="search">
            {said.search}
          </Button>
        </div>
      </Form>
      <section className="card" aria-label={said.title}>
        <Entries
          entries={entries}
          act={(entry) =>
            entry.changes.some(({ is_personal }) => is_personal) && !entry.erased && reveals ? (
              revealed?.id === entry.id ? (
                <Revealed {...revealed} />
              ) : (
                <Reveal id={entry.id} problem={problem?.intent === `reveal-${entry.id}` ? problem : undefined} />
              )
            ) : null
          }
        />
      </section>
      {next !== null && (
        <p>
          <Link className="button button-secondary" to={paths.audit({ ...filter, before: String(next) })}>
            {said.older}
          </Link>
        </p>
      )}
    </>
  );
}

function Reveal({ id, problem }: { id: number; problem: FormProblem | undefined }) {
  const { audit: said } = useOfficeMessages();
  const intent = `reveal-${id}`;
  return (
    <details open={problem !== undefined}>
      <summary className="tiny">{said.reveal}</summary>
      <OfficeForm intent={intent} problem={problem} className="form-stack">
        <Hidden<"staff.revealAudit"> name="id" value={id} />
        <TextInput
          {...field<"staff.revealAudit">(problem, "reason")}
          id={`${intent}-reason`}
          label={said.reveal_reason}
          autoComplete="off"
          required
        />
        <SubmitButton intent={intent} variant="secondary">
          {said.reveal}
        </SubmitButton>
      </OfficeForm>
    </details>
  );
}

type RevealedEntry = {
  reason: string | null;
  changes: readonly { field: string; before: string | null; after: string | null }[];
};

function Revealed({ reason, changes }: RevealedEntry) {
  const { audit: said } = useOfficeMessages();
  return (
    <Note tone="honey">
      {said.revealed}
      {changes.map(({ field: name, before, after }) => (
        <span key={name} className="own-line">
          {said.fields[name] ?? name}: {before !== null && <del className="before">{before}</del>}{" "}
          {after !== null && <ins className="after">{after}</ins>}
        </span>
      ))}
      {reason && <span className="own-line">{said.reason({ reason })}</span>}
    </Note>
  );
}
