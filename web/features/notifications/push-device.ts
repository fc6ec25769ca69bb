import type { ApiFailure } from '#web/lib/api-failure.ts';
import { sendConfirmation, sendForgetting, sendSubscription } from './api.ts';

/** Whether this browser is told; 'install': only the cabinet on the home screen can be (iPhone, iPad). */
export type DeviceState = 'unsupported' | 'install' | 'denied' | 'off' | 'on';

/** What became of a try to be told here. */
export type TurnedOn =
  | { readonly kind: 'on'; readonly devices: number }
  | { readonly kind: 'denied' | 'dismissed' | 'browserFailed' }
  | { readonly kind: 'refused'; readonly failure: ApiFailure };

/** A worker that is not there by then does not come. */
const WORKER_MS = 10_000;

const canPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && isSecureContext;

/** An iPad calls itself a Mac, but of all Macs it alone is touched. */
function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

async function subscriptionHere(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** What stands between this browser and being told; a subscription that the server does not know is dropped. */
export async function readDeviceState(): Promise<DeviceState> {
  if (!canPush()) return isAppleMobile() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await subscriptionHere();
  if (!subscription) return 'off';
  const confirmed = await sendConfirmation(subscription.endpoint);
  // Without an answer nothing is known to be wrong with it.
  if (!confirmed.ok || confirmed.data.isKnown) return 'on';
  await subscription.unsubscribe();
  return 'off';
}

function readyWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), WORKER_MS));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** Asks the browser to let this server tell it, and tells the server where. To be called by a press. */
export async function turnOnHere(pushKey: string): Promise<TurnedOn> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return { kind: permission === 'denied' ? 'denied' : 'dismissed' };
  const subscription = await subscribe(pushKey).catch(() => undefined);
  const { endpoint, keys: { p256dh, auth } = {} } = subscription?.toJSON() ?? {};
  if (!subscription || !endpoint || !p256dh || !auth) return { kind: 'browserFailed' };
  const kept = await sendSubscription({ endpoint, keys: { p256dh, auth } });
  if (kept.ok) return { kind: 'on', devices: kept.data.devices };
  await subscription.unsubscribe().catch(() => undefined);
  return { kind: 'refused', failure: kept.failure };
}

async function subscribe(pushKey: string): Promise<PushSubscription | undefined> {
  const worker = await readyWorker();
  // One that was made for another key of the server can't be had anew.
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  return worker?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
}

/** Ends it here and on the server; answers how many other browsers are told, or why it was not ended. */
export async function turnOffHere(): Promise<{ devices: number | undefined } | { failure: ApiFailure }> {
  const subscription = await subscriptionHere();
  if (!subscription) return { devices: undefined };
  const forgotten = await sendForgetting(subscription.endpoint);
  if (!forgotten.ok) return { failure: forgotten.failure };
  await subscription.unsubscribe().catch(() => undefined);
  return { devices: forgotten.data.devices };
}

/**
 * Whose this browser is now, told to the server whenever the cabinet is opened: it goes with the session that is open, and
 * what was told somebody else here ends.
 */
export async function confirmDevice(): Promise<void> {
  if (canPush() && Notification.permission === 'granted') await readDeviceState();
}
