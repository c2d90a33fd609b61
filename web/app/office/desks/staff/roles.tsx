import { permissions } from "contract/staff/permissions.ts";
import type { Role } from "contract/staff/roles.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, StepUpFields, SubmitButton, useProblem, verifyStepUp } from "../../forms.tsx";
import { useStaff } from "../../frame/staff.ts";
import { messagesIn, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/roles";
import { Legend, MatrixForm } from "./matrix.tsx";
import { heldIn } from "./rights-form.ts";
import { StaffTabs } from "./staff-tabs.tsx";

export const meta = titled(({ staff }) => staff.roles.title);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { roles, waiting } = await shopOf(context).staff.roles({});
  const wanted = new URL(request.url).searchParams.get("role");
  return { roles, waiting, shown: roles.find(({ code }) => code === wanted)?.code ?? roles[0]?.code ?? "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { staff } = shopOf(context);
  const said = messagesIn(context).staff.roles;
  const refused = await verifyStepUp(form, context);
  if (refused) return refused;
  const done = (text: string) => (role: { code?: string }) => {
    flash(context, "success", text);
    return redirect(role.code ? rolePath(role.code) : paths.roles());
  };
  const named = sent(form, "code");
  switch (form.intent) {
    case "save":
      return submit(
        form,
        staff.saveRole,
        { ...named, ...sent(form, "version", "names", "reason"), permissions: heldIn(form.input) },
        done(said.saved),
      );
    case "make": {
      const { roles } = await staff.roles({});
      const { permissions: own } = await staff.session({});
      const copied = roles.find(({ code }) => code === form.input[COPIED]);
      const held = (copied?.permissions ?? []).filter(({ name }) => own.some((each) => each.name === name));
      return submit(
        form,
        staff.makeRole,
        { ...named, names: form.input.names ?? {}, scope: copied?.scope ?? null, permissions: held },
        done(said.made),
      );
    }
    case "remove":
      return submit(form, staff.removeRole, { ...named, ...sent(form, "version") }, () => done(said.removed)({}));
    default:
      return redirect(paths.roles());
  }
}

/** Whose set a new role begins with. */
const COPIED = "copied";

const rolePath = (code: string) => `${paths.roles()}?role=${encodeURIComponent(code)}`;

/** Who may do what. Everybody sees it; one role at a time is changed. */
export default function Roles() {
  const { staff } = useOfficeMessages();
  const { roles, waiting, shown } = useLoaderData<typeof loader>();
  const { holds } = useStaff();
  const role = roles.find(({ code }) => code === shown);
  const mayChange = holds("roles:manage");
  return (
    <>
      <PageHead
        title={staff.roles.title}
        about={staff.roles.about({ roles: roles.length, permissions: permissions.length })}
      />
      <StaffTabs current="roles" />
      <Legend />
      <nav className="filter-bar" aria-label={staff.roles.choose}>
        {roles.map(({ code, name, people }) => (
          <Link key={code} className="filter" to={rolePath(code)} aria-current={code === shown ? "true" : undefined}>
            {name} <b>{people}</b>
          </Link>
        ))}
      </nav>
      {!mayChange && <Note>{staff.roles.read_only}</Note>}
      {role && <MatrixForm key={role.code} roles={roles} role={role} waiting={waiting} mayChange={mayChange} />}
      {role && mayChange && (
        <div className="two-columns role-acts">
          <MakeRole copied={role} />
          <RemoveRole role={role} />
        </div>
      )}
    </>
  );
}

function MakeRole({ copied }: { copied: Role }) {
  const { staff } = useOfficeMessages();
  const problem = useProblem("make");
  const said = staff.roles;
  return (
    <section className="card" aria-labelledby="make">
      <div className="card-head">
        <h2 id="make">{said.make}</h2>
      </div>
      <OfficeForm
        intent="make"
        problem={problem}
        className="panel form-stack"
        labels={{ code: said.code, "names.vi": said.name_vi, "names.en": said.name_en }}
      >
        <p className="small muted">{said.make_text}</p>
        <input type="hidden" name={COPIED} value={copied.code} />
        <TextInput
          {...field<"staff.makeRole">(problem, "code")}
          label={said.code}
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          required
        />
        <div className="form-pairs">
          <TextInput {...field<"staff.makeRole">(problem, "names.vi")} id="make-vi" label={said.name_vi} required />
          <TextInput {...field<"staff.makeRole">(problem, "names.en")} id="make-en" label={said.name_en} required />
        </div>
        <StepUpFields intent="make" />
        <SubmitButton intent="make" variant="secondary">
          {said.make}
        </SubmitButton>
      </OfficeForm>
    </section>
  );
}

function RemoveRole({ role }: { role: Role }) {
  const said = useOfficeMessages().staff.roles;
  const problem = useProblem("remove");
  if (role.people > 0) return null;
  return (
    <section className="card" aria-labelledby="remove">
      <div className="card-head">
        <h2 id="remove">{said.remove}</h2>
      </div>
      <OfficeForm intent="remove" problem={problem} className="panel form-stack">
        <p className="small muted">{said.remove_text}</p>
        <Hidden<"staff.removeRole"> name="code" value={role.code} />
        <Hidden<"staff.removeRole"> name="version" value={role.version} />
        <StepUpFields intent="remove" />
        <SubmitButton intent="remove" variant="danger">
          {said.remove}
        </SubmitButton>
      </OfficeForm>
    </section>
  );
}
