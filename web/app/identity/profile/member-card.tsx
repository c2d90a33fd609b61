import { useMessages, usePaths } from "../../i18n.tsx";

/** For the cashier: name, code, and the code as a QR code. No rank before ranks exist. */
export function MemberCard({ code, name }: { code: string; name: string }) {
  const { profile: words } = useMessages();
  const paths = usePaths();
  return (
    <section className="account-card member-card" aria-labelledby="member-card">
      <div className="grow">
        <h2 className="h4" id="member-card">
          {words.member_card}
        </h2>
        <b className="own-line one-line">{name}</b>
        <p className="num">{words.member_code({ code })}</p>
        <p className="tiny">{words.member_card_text}</p>
      </div>
      <img src={paths.memberQr()} alt={words.member_code({ code })} width={112} height={112} loading="lazy" />
    </section>
  );
}
