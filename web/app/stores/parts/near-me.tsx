import { useEffect, useRef, useState } from "react";
import { useMessages } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";

/** The browser's answer is waited for so long. rules/stores#nearest */
const TIMEOUT_MS = 10_000;
/** About a hundred metres: more is not needed to find a store. */
const DECIMALS = 3;

type Props = {
  onFound: (position: { lat: string; lng: string }) => void;
  isLoading: boolean;
  isFound: boolean;
  onLeave: () => void;
};

/** Asks the browser where it is, when pressed and not before. Refused or silent, it says what to do instead. */
export function NearMe({ onFound, isLoading, isFound, onLeave }: Props) {
  const { stores: words } = useMessages();
  const [state, setState] = useState<"idle" | "asking" | "refused">("idle");
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === "refused") card.current?.focus();
  }, [state]);
  const ask = () => {
    if (!("geolocation" in navigator)) return setState("refused");
    setState("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState("idle");
        onFound({ lat: coords.latitude.toFixed(DECIMALS), lng: coords.longitude.toFixed(DECIMALS) });
      },
      () => setState("refused"),
      { timeout: TIMEOUT_MS, maximumAge: 60_000 },
    );
  };
  return (
    <>
      <div className="row row-wrap needs-script">
        <Button
          type="button"
          variant="tinted"
          size="small"
          icon="pin"
          data-hydrate=""
          loading={state === "asking" || isLoading}
          loadingText={words.locating}
          onClick={ask}
        >
          {words.use_position}
        </Button>
        {isFound && (
          <Button type="button" variant="ghost" size="small" data-hydrate="" onClick={onLeave}>
            {words.leave_position}
          </Button>
        )}
      </div>
      {state === "refused" && (
        <div className="card panel stack store-refused" ref={card} tabIndex={-1}>
          <h2 className="h4">{words.position_refused}</h2>
          <p className="small soft">{words.position_refused_text}</p>
        </div>
      )}
    </>
  );
}
