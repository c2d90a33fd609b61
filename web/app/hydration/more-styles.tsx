/**
 * Style sheets that only some screens load beside that of every page, which so stays small. React inserts them into the head
 * and waits for them at a client navigation to such a screen. docs/decisions/0050-the-look-without-scripts.md
 */
import book from "../styles/book.css?url";
import codes from "../styles/codes.css?url";
import members from "../styles/members.css?url";
import paying from "../styles/paying.css?url";
import reading from "../styles/reading.css?url";
import talking from "../styles/talking.css?url";

/** Signing in and the account. */
export function MembersStyles() {
  return <link rel="stylesheet" href={members} precedence="more" />;
}

/** Articles, policies, questions, stores, products side by side. */
export function ReadingStyles() {
  return <link rel="stylesheet" href={reading} precedence="more" />;
}

/** A transfer's QR code, and the result of an order. */
export function PayingStyles() {
  return <link rel="stylesheet" href={paying} precedence="more" />;
}

/** The slots of the order form, and the wallet. */
export function CodesStyles() {
  return <link rel="stylesheet" href={codes} precedence="more" />;
}

/** The chat, on its pages and over others. */
export function TalkingStyles() {
  return <link rel="stylesheet" href={talking} precedence="more" />;
}

/** The catalogue that is turned over page by page. */
export function BookStyles() {
  return <link rel="stylesheet" href={book} precedence="more" />;
}
