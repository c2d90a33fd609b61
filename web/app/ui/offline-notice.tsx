import { useSyncExternalStore } from "react";

/** A thin bar while the device has no network: "Mất kết nối mạng. Giỏ hàng vẫn được lưu." */
export function OfflineNotice({ text }: { text: string }) {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div className="offline-notice" role="status">
      {online ? null : text}
    </div>
  );
}

function subscribe(tell: () => void): () => void {
  window.addEventListener("online", tell);
  window.addEventListener("offline", tell);
  return () => {
    window.removeEventListener("online", tell);
    window.removeEventListener("offline", tell);
  };
}
