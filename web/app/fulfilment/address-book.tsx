import type { SavedAddress } from "contract/fulfilment/fulfilment.ts";
import { messagesOf } from "messages/messages.ts";
import { data, redirect, useActionData } from "react-router";
import { localeOf, shopOf } from "../context.ts";
import {
  type FormProblem,
  newSubmissionKey,
  readForm,
  type SentForm,
  sent,
  submit,
  unfinished,
} from "../forms/forms.ts";
import { problemOf } from "../forms/problem-of.ts";
import { notFound } from "../guards.ts";
import { messagesAt, useMessages, usePaths } from "../i18n.tsx";
import { pageMeta } from "../meta.ts";
import { keepAfterRefresh } from "../navigation/add-to-cart.ts";
import { pathsIn } from "../paths.ts";
import {
  addressSent,
  isAddressField,
  NO_PLACE,
  nestedAddress,
  type PlaceDraft,
  placeDraft,
  placeOf,
  placeOfAddress,
} from "../shared/place-draft.ts";
import { emptyPicture } from "../shared/products/empty-picture.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Note } from "../ui/text/note.tsx";
import { flash } from "../visitor.ts";
import type { Route } from "./+types/address-book";
import { AddressCards, Removed } from "./address-cards.tsx";
import { AddressForm } from "./address-form.tsx";

/** What the actions of this page answer, besides a FormProblem. */
export type BookAnswer = { draft?: PlaceDraft; removed?: SavedAddress };

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const query = new URL(request.url).searchParams;
  const addresses = await shop.fulfilment.addresses({});
  const id = query.get("edit");
  const editing = id === null ? null : addresses.find((address) => address.id === id);
  if (editing === undefined) throw await notFound(shop);
  const isOpen = editing !== null || query.has("add") || addresses.length === 0;
  const draft = isOpen ? await placeDraft(shop, editing ? placeOfAddress(editing) : NO_PLACE) : null;
  const me = draft && !editing ? await shop.identity.profile({}) : null;
  const owner = me && { full_name: me.full_name, phone: me.phone ?? "" };
  return { addresses, editing, owner, draft, submission_key: newSubmissionKey() };
}

export const shouldRevalidate = keepAfterRefresh;

export async function action({ request, context }: Route.ActionArgs) {
  const form = flat(await readForm(request));
  const shop = shopOf(context);
  const paths = pathsIn(localeOf(context));
  const { addresses: words } = messagesOf(localeOf(context));
  const done = (text: string) => () => {
    flash(context, "success", text);
    return redirect(paths.addressBook(), 303);
  };
  const written = { ...addressSent(form.input), ...sent(form, "full_name", "phone", "label", "is_default") };
  switch (form.input.switch_system ? "refresh" : form.intent) {
    case "refresh":
      return {
        ...unfinished(nested(form), "save"),
        draft: await placeDraft(shop, placeOf({ ...form.input, address: form.input })),
      };
    case "save": {
      const answer = form.input.id
        ? await submit(form, shop.fulfilment.editAddress, { ...written, ...sent(form, "id") }, done(words.saved))
        : await submit(form, shop.fulfilment.addAddress, written, done(words.saved));
      if (answer instanceof Response) return answer;
      const draft = await placeDraft(shop, placeOf({ address: form.input }));
      return data({ ...withPrefix(answer.data), draft }, answer.init ?? undefined);
    }
    case "confirm":
      return submit(form, shop.fulfilment.editAddress, { ...written, ...sent(form, "id") }, done(words.confirmed));
    case "restore":
      return submit(form, shop.fulfilment.addAddress, written, done(words.restored));
    case "default":
      return submit(form, shop.fulfilment.setDefaultAddress, sent(form, "id"), done(words.default_now));
    case "remove":
      return submit(form, shop.fulfilment.removeAddress, sent(form, "id"), (removed): BookAnswer => ({ removed }));
    default:
      return redirect(paths.addressBook(), 303);
  }
}

/** The fields of a place are called `address.…`, as in the order form; the call wants them beside the others. */
function flat(form: SentForm): SentForm {
  const { address: _nested, ...input } = form.input;
  return { ...form, input: { ...input, ...nestedAddress(form.input) } };
}

function nested(form: SentForm): SentForm {
  return { ...form, input: { ...form.input, address: addressSent(form.input) } };
}

/** A refusal in the names of the form. */
function withPrefix(problem: FormProblem): FormProblem {
  const named = (name: string) => (isAddressField(name) ? `address.${name}` : name);
  const errors = Object.fromEntries(Object.entries(problem.errors).map(([name, texts]) => [named(name), texts]));
  return { ...problem, errors, values: { ...problem.values, address: addressSent(problem.values) } };
}

export const meta: Route.MetaFunction = (args) => {
  const { addresses } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: addresses.title, description: addresses.description, path: null });
};

export default function AddressBookScreen({ loaderData }: Route.ComponentProps) {
  const { addresses: words } = useMessages();
  const paths = usePaths();
  const answer = useActionData() as BookAnswer | undefined;
  const { addresses, editing, owner, draft, submission_key } = loaderData;
  const problem = problemOf(answer);
  const elsewhere = problem && problem.intent !== "save";
  return (
    <>
      <div className="between row-wrap">
        <h1 className="h2">{words.title}</h1>
        {!draft && (
          <ButtonLink href={paths.addressBook({ add: 1 })} size="small" icon="plus">
            {words.add}
          </ButtonLink>
        )}
      </div>
      {answer?.removed && <Removed address={answer.removed} />}
      {elsewhere && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      {addresses.length === 0 && !answer?.removed && (
        <EmptyState image={emptyPicture("orders")} heading={words.empty} text={words.empty_text} />
      )}
      {draft && (
        <AddressForm
          key={editing?.id ?? "new"}
          saved={editing}
          owner={owner}
          draft={draft}
          first={addresses.length === 0}
          submission_key={submission_key}
        />
      )}
      {addresses.length > 0 && !editing && <AddressCards addresses={addresses} />}
    </>
  );
}
