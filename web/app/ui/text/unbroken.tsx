/** As long as a narrow card has room for. */
const code = /((?:[A-Z\d]{1,6}-){1,2}[A-Z\d]{1,6})/;

/** A text whose codes ("AF-35", "VX6-W97-F96P") stay on one line. */
export function Unbroken({ text }: { text: string }) {
  return text.split(code).map((part, place) =>
    place % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text are their places
      <span key={place} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
