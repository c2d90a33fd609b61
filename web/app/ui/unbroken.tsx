const code = /([A-Za-z\d]+(?:-[A-Za-z\d]+)+)/;
/** What a narrow card has room for; a longer one may break. */
const longest = 14;

/** A text whose codes ("AF-35", "VX6-W97-F96P") stay on one line, as the kit asks of names. */
export function Unbroken({ text }: { text: string }) {
  return text.split(code).map((part, place) => {
    const is_code = place % 2 === 1 && part.length <= longest && /[A-Z\d]/.test(part);
    if (!is_code) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text are their places
      <span key={place} className="nowrap">
        {part}
      </span>
    );
  });
}
