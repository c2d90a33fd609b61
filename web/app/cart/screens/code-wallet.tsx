import type { ShownCode } from "contract/cart/codes.ts";
import { type CodeGroup, codeGroups } from "contract/promotions/code-slots.ts";
import { messagesOf } from "messages/messages.ts";
import { Form, redirect } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import type { FieldOf } from "../../forms/field-names.ts";
import { readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { assertPageExists } from "../../guards.ts";
import { CodesStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { pageIn } from "../../shared/page-number.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pagination } from "../../ui/navigation/pagination.tsx";
import { TabLinks } from "../../ui/navigation/tabs.tsx";
import { Note } from "../../ui/text/note.tsx";
import { flash } from "../../visitor.ts";
import { CodeReason, CodeTicket } from "../codes/code-ticket.tsx";
import type { Route } from "./+types/code-wallet";

const PER_PAGE = 24; // rules/wire

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const query = new URL(request.url).searchParams;
  const page = pageIn(query);
  const group = codeGroups.find((each) => each === query.get("nhom")) ?? "usable";
  const { data, meta: about, counts } = await shop.cart.coupons({ group, page, limit: PER_PAGE });
  await assertPageExists(shop, page, about);
  return { group, codes: data, about, counts };
}

/** Into the cart, in place of another one of its kind. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const locale = localeOf(context);
  const shop = shopOf(context);
  return submit(form, shop.cart.addCoupon, { ...sent(form, "code"), replace: "1" as const }, () => {
    const code = typeof form.input.code === "string" ? form.input.code : "";
    flash(context, "success", messagesOf(locale).codes.applied({ code }));
    return redirect(pathsIn(locale).cart(), 303);
  });
}

export const meta: Route.MetaFunction = (args) => {
  const { codes } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: codes.wallet_title, description: codes.wallet_description, path: null });
};

export default function CodeWalletScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { codes: words } = useMessages();
  const paths = usePaths();
  const { group, codes, about, counts } = loaderData;
  const problem = problemOf(actionData);
  const at = (group: CodeGroup, page = 1) =>
    paths.codeWallet({ nhom: group === "usable" ? null : group, page: page === 1 ? null : page });
  return (
    <>
      <CodesStyles />
      <h1 className="h2">{words.wallet_title}</h1>
      {problem && (
        <Note tone="danger" role="alert">
          {typeof problem.values.code === "string" && <b>{words.not_used({ code: problem.values.code })}</b>}
          <p>{problem.code === "not_found" ? words.empty_cart : (problem.errors.code?.[0] ?? problem.message)}</p>
        </Note>
      )}
      <TabLinks
        label={words.groups_label}
        tabs={codeGroups.map((each) => ({
          to: at(each),
          text: words.groups[each],
          count: String(counts[each]),
          current: each === group,
        }))}
      />
      {codes.length === 0 && (
        <EmptyState
          image={emptyPicture("orders")}
          heading={words.empty[group]}
          text={words.empty_text}
          action={<ButtonLink href={paths.products()}>{words.shop}</ButtonLink>}
        />
      )}
      <ul className="tickets tickets-wide">
        {codes.map((code) => (
          <Owned key={code.code} code={code} />
        ))}
      </ul>
      <Pagination
        label={words.pages}
        page={about.current_page}
        lastPage={about.last_page}
        toPage={(number) => at(group, number)}
        previous={words.previous}
        next={words.next}
        pageLabel={(number) => words.page({ page: number })}
      />
    </>
  );
}

function Owned({ code }: { code: ShownCode }) {
  const { codes: words } = useMessages();
  const isUsable = code.state === "usable" || code.state === "unmet";
  return (
    <CodeTicket
      code={code}
      is_on={code.is_chosen}
      is_off={!isUsable}
      note={!isUsable && code.state !== "coming" && code.reason && <CodeReason text={code.reason} />}
      action={
        isUsable &&
        (code.is_chosen ? (
          <span className="small">{words.in_use}</span>
        ) : (
          <Form method="post">
            <Button
              variant="tinted"
              size="small"
              name={"code" satisfies FieldOf<"cart.addCoupon">}
              value={code.code}
              aria-label={words.use_named(code)}
            >
              {words.use}
            </Button>
          </Form>
        ))
      }
    />
  );
}
