import { useActionData } from "react-router";
import { shopOf } from "../../context.ts";
import { readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pathsIn } from "../../paths.ts";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Blocks } from "../blocks.tsx";
import { ContactForm } from "../contact/contact-form.tsx";
import { Follow, type Found } from "../contact/follow.tsx";
import { type Receipt, SentCard } from "../contact/sent-card.tsx";
import { keepPage } from "../page-cache.ts";
import { blockPageMeta } from "../page-head.ts";
import type { Route } from "./+types/contact";

/** The page is the same for everybody; receipts and answers come with the form that asked for them, and are in no address. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const page = await shop.pages.fixed({ key: "contact" });
  await keepPage(context, shop, page);
  return { page };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { contact } = shopOf(context);
  const shown = typeof form.input.contact === "string" ? form.input.contact : "";
  const found = (message: Found["message"]) => ({ found: { message, contact: shown } satisfies Found });
  switch (form.intent) {
    case "status":
      return submit(form, contact.status, sent(form, "code", "contact"), found);
    case "reply": {
      const back = await submit(form, contact.reply, sent(form, "code", "contact", "message"), found);
      if (!("data" in back)) return back;
      // What was wrong stands beside the message it is about.
      const proof = sent(form, "code", "contact");
      const message = await submit(form, contact.status, proof, (read) => ({ ...back.data, ...found(read) }));
      return message;
    }
    default: {
      const fields = ["topic", "full_name", "phone", "email", "order_code", "message", "safety", "consent"] as const;
      return submit(form, contact.send, sent(form, ...fields, "captcha"), (receipt: Receipt) => ({
        receipt: { ...receipt, about_data: form.input.topic === "privacy" },
      }));
    }
  }
}

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData?.page;
  return page ? blockPageMeta(args, page, pathsIn("vi").contact(), messagesAt(args.location.pathname).common.home) : [];
};

export default function ContactScreen({ loaderData: { page } }: Route.ComponentProps) {
  const { pages, common } = useMessages();
  const paths = usePaths();
  const result = useActionData<typeof action>();
  const receipt = result && "receipt" in result ? result.receipt : undefined;
  const found = result && "found" in result ? result.found : undefined;
  return (
    <div className="wrap">
      <ReadingStyles />
      <Breadcrumb label={pages.breadcrumb} trail={[{ text: common.home, to: paths.home() }, { text: page.title }]} />
      <Blocks
        page={page}
        form={(block) =>
          receipt ? (
            <SentCard id={block.id} receipt={receipt} done={block.done} />
          ) : (
            <ContactForm block={block} problem={problemOf(result, "send")} />
          )
        }
      />
      <Follow found={found} problem={problemOf(result, "status")} replyProblem={problemOf(result, "reply")} />
    </div>
  );
}
