/**
 * This browser's push subscription: a worker of its own (public/push-worker.js) that only receives and shows messages,
 * registered when its owner turns it on and never before. docs/decisions/0152
 */
import type { InputOf } from "contract/contract.ts";
import { browserShop } from "../navigation/browser-shop.ts";
import { storePushId } from "./storage.ts";

export type PushState = "unsupported" | "denied" | "off" | "on";
type Subscribe = InputOf<"notifications.subscribe">;

const worker = "/push-worker.js";
/** No page lies below it, so the worker controls none. */
const scope = "/-/push/";

function isSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function pushState(): Promise<PushState> {
  if (!isSupported()) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return (await subscription()) && Notification.permission === "granted" ? "on" : "off";
}

/** Asks for permission, subscribes the browser and tells the shop, in this order. */
export async function turnPushOn(publicKey: string, lang: string): Promise<PushState> {
  if (!isSupported()) return "unsupported";
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const registration = await navigator.serviceWorker.register(worker, { scope });
  await untilActive(registration);
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  await tellShop(await registration.pushManager.subscribe(options), lang);
  return "on";
}

/** A subscribed device stays subscribed after a new sign-in on it. Does nothing where it was not turned on. */
export async function renewPush(lang: string): Promise<void> {
  if ((await pushState()) !== "on") return;
  const existing = await subscription();
  if (existing) await tellShop(existing, lang);
}

export async function turnPushOff(): Promise<PushState> {
  const existing = await subscription();
  if (existing) {
    await browserShop.notifications.unsubscribe({ endpoint: existing.endpoint });
    await existing.unsubscribe();
  }
  storePushId("");
  return "off";
}

async function tellShop(made: PushSubscription, lang: string): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  const { id } = await browserShop.notifications.subscribe({ endpoint, keys, lang } as Subscribe);
  storePushId(id);
}

async function untilActive(registration: ServiceWorkerRegistration): Promise<void> {
  const coming = registration.installing ?? registration.waiting;
  if (!coming) return;
  await new Promise<void>((done) => {
    const look = () => (coming.state === "activated" || coming.state === "redundant") && done();
    coming.addEventListener("statechange", look);
    look();
  });
}
