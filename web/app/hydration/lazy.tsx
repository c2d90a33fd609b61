import { type ComponentType, lazy, useEffect } from "react";
import { useMessages } from "../i18n.tsx";
import { toast } from "../ui/overlays/toast.tsx";

/**
 * A part of a page that most visits do not use, so its file is loaded on demand. Where the file cannot be loaded (no
 * network, a new version of the site), the page stays as it is and shows why.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => ({ default: await load().catch(() => Missing) }));
}

function Missing() {
  const { common } = useMessages();
  useEffect(() => toast({ kind: "error", text: navigator.onLine ? common.new_version : common.offline }), [common]);
  return null;
}
