import { data } from "react-router";

/** No such place: for those who are signed in; others are led to sign-in before. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function Missing() {
  return null;
}
