import { useMessages, usePaths } from "../../i18n.tsx";

/** Who this is, for a person at a till: a name, a code, and the code as a square. No rank is claimed that is not there. */
export function MemberCard({ code, name }: { code: string; name: string }) {
  const { profile: words } = useMessages();
  const paths = usePaths();
  return (
    <section className="account-card member-card" aria-labelledby="member-card">
      <div className="grow">
        <h2 className="h4" id="member-card">
          {words.member_card}
        </h2>
        <b className="block truncate">{name}</b>
        <p className="num">{words.member_code({ code })}</p>
        <p className="text-xs">{words.member_card_text}</p>
      </div>
      <img src={paths.memberQr()} alt={words.member_code({ code })} width={112} height={112} loading="lazy" />
    </section>
  );
}
