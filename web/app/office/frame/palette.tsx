import { fold } from "contract/values/text.ts";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate, useSubmit } from "react-router";
import { applyTheme } from "../../session/theme.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { useOfficeMessages } from "../i18n.tsx";
import { paths } from "../paths.ts";
import { keyName, navItemsFor, ownNavItem } from "./navigation.ts";
import { useStaff } from "./staff.ts";

type Entry = {
  id: string;
  group: "go" | "acts";
  text: string;
  icon: IconName;
  keys: readonly string[];
  run: () => void;
};

/** Ctrl K: where one may go and what one may begin, by a few letters. Opened and closed by `open`. */
export function Palette({ open, onClose, showKeys }: { open: boolean; onClose: () => void; showKeys: () => void }) {
  const { frame } = useOfficeMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useId();
  const [typed, setTyped] = useState("");
  const [place, setPlace] = useState(0);
  const entries = useEntries(showKeys).filter(({ text }) => fold(text).includes(fold(typed.trim())));
  const at = Math.min(place, entries.length - 1);

  useEffect(() => {
    if (!open) return dialog.current?.close();
    setTyped("");
    setPlace(0);
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [open]);

  function choose(entry: Entry | undefined) {
    if (!entry) return;
    dialog.current?.close();
    entry.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") choose(entries[at]);
    else if (step === undefined) return;
    else setPlace((at + step + entries.length) % Math.max(1, entries.length));
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog natively; this is the scrim
    <dialog
      ref={dialog}
      className="palette"
      aria-label={frame.palette.title}
      closedby="any"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={frame.search}
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={entries[at] && `${list}-${entries[at].id}`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setPlace(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={list} role="listbox" aria-label={frame.palette.title} className="palette-list">
        {(["go", "acts"] as const).map((group) => {
          const own = entries.filter((entry) => entry.group === group);
          return (
            own.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: options of a listbox, which a fieldset cannot hold
              <div key={group} role="group" aria-label={frame.palette[group]}>
                <p className="palette-heading" aria-hidden="true">
                  {frame.palette[group]}
                </p>
                {own.map((entry) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field above, as a combobox has it
                  // biome-ignore lint/a11y/useFocusableInteractive: see above
                  <div
                    key={entry.id}
                    id={`${list}-${entry.id}`}
                    role="option"
                    className="palette-row"
                    aria-selected={entry === entries[at]}
                    onClick={() => choose(entry)}
                    onPointerMove={() => setPlace(entries.indexOf(entry))}
                  >
                    <Icon name={entry.icon} />
                    <span className="grow">{entry.text}</span>
                    {entry.keys.map((key) => (
                      <kbd key={key} className="kb">
                        {key}
                      </kbd>
                    ))}
                  </div>
                ))}
              </div>
            )
          );
        })}
        {entries.length === 0 && <p className="palette-none">{frame.palette.none({ typed })}</p>}
      </div>
      <p className="palette-foot">
        <span>
          <kbd className="kb">↑</kbd> <kbd className="kb">↓</kbd> {frame.palette.choose}
        </span>
        <span>
          <kbd className="kb">↵</kbd> {frame.palette.open}
        </span>
        <span>{frame.palette.fold}</span>
      </p>
      <span className="visually-hidden" role="status">
        {open ? frame.palette.found({ count: entries.length }) : ""}
      </span>
    </dialog>
  );
}

function useEntries(showKeys: () => void): Entry[] {
  const { frame } = useOfficeMessages();
  const { holds, account } = useStaff();
  const navigate = useNavigate();
  const submit = useSubmit();
  const go = [...navItemsFor(holds), ownNavItem].map(
    ({ name, to, icon, code }): Entry => ({
      ...{ id: name, group: "go", text: frame.nav[name], icon },
      keys: account.single_keys ? ["G", keyName(code)] : [],
      run: () => navigate(to),
    }),
  );
  const act = (id: string, text: string, icon: IconName, run: () => void, keys: string[] = []): Entry => {
    return { id, group: "acts", text, icon, keys, run };
  };
  const theme = (value: "light" | "dark" | "") => () => {
    applyTheme(value === "" ? undefined : value);
    submit({ chosen: value }, { method: "post", action: paths.theme(), navigate: false });
  };
  return [
    ...go,
    ...(holds("staff:manage") ? [act("invite", frame.acts.invite, "plus", () => navigate(paths.invite()))] : []),
    ...(holds("keys:manage")
      ? [act("new-key", frame.acts.new_key, "plus", () => navigate(`${paths.keys()}#moi`))]
      : []),
    act("light", frame.acts.theme_light, "sun", theme("light")),
    act("dark", frame.acts.theme_dark, "sun", theme("dark")),
    act("system", frame.acts.theme_system, "sun", theme("")),
    act("all-keys", frame.acts.all_keys, "list", showKeys, account.single_keys ? ["?"] : []),
    act("sign-out", frame.acts.sign_out, "logout", () => submit({}, { method: "post", action: paths.signOut() })),
  ];
}
