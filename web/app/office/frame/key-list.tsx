import { useEffect, useRef } from "react";
import { IconButton } from "../../ui/button.tsx";
import { useOfficeMessages } from "../i18n.tsx";
import { keyName, navItemsFor, ownNavItem } from "./navigation.ts";
import { useStaff } from "./staff.ts";

/** `?`: every key there is. */
export function KeyList({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { frame } = useOfficeMessages();
  const { holds, account } = useStaff();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  const { keys } = frame;
  const rows: [keys: string[], text: string][] = [
    [["Ctrl", "K"], keys.palette],
    [["/"], keys.search],
    [["?"], keys.help],
    ...[...navItemsFor(holds), ownNavItem].map(({ name, code }): [string[], string] => [
      ["G", keyName(code)],
      `${keys.go}: ${frame.nav[name]}`,
    ]),
    [["1", "9"], keys.todo],
    ...(holds("staff:manage") ? [[["N"], keys.invite] as [string[], string]] : []),
    ...(holds("orders:write") ? [[["A"], keys.approve] as [string[], string]] : []),
    [["Ctrl", "S"], keys.save],
    [["Esc"], keys.back],
  ];
  return (
    <dialog ref={dialog} className="key-list" aria-labelledby="key-list-title" closedby="any" onClose={onClose}>
      <div className="key-list-head">
        <h2 id="key-list-title">{keys.title}</h2>
        <IconButton type="button" icon="close" label={frame.close} onClick={() => dialog.current?.close()} />
      </div>
      <dl>
        {rows.map(([pressed, text]) => (
          <div key={text}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key} className="kb">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">{account.single_keys ? keys.note : keys.off}</p>
    </dialog>
  );
}
