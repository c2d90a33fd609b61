import wordmark from "../../art/brand/logo-wordmark.svg?url";
import { useMessages } from "../i18n.tsx";

/** The drawn word is the name "mutosi"; any other name is set in type. */
export function Brand({ name, href }: { name: string; href: string }) {
  const { common } = useMessages();
  const drawn = name.toLowerCase() === "mutosi";
  return (
    <a className="brand" href={href} aria-label={common.home_of({ shop: name })}>
      {drawn ? <img src={wordmark} alt="" width={109} height={26} fetchPriority="low" /> : name.toLowerCase()}
    </a>
  );
}
