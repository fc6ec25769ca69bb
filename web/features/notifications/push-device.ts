import type { ApiFailure } from '#web/lib/api-failure.ts';
import { sendConfirmation, sendSubscription, sendUnsubscription } from './api.ts';

/** The push state of this browser; 'install': only the cabinet on the home screen supports push (iPhone, iPad). */
export type DeviceState = 'unsupported' | 'install' | 'denied' | 'off' | 'on';

/** The result of an attempt to turn push on here. */
export type TurnOnResult =
  | { readonly kind: 'on'; readonly devices: number }
  | { readonly kind: 'denied' | 'dismissed' | 'browserFailed' }
  | { readonly kind: 'refused'; readonly failure: ApiFailure };

/** Maximum wait for the service worker, in ms. */
const WORKER_TIMEOUT_MS = 10_000;

const canPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && isSecureContext;

/** An iPad reports itself as a Mac, but is the only one with a touch screen. */
function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

async function subscriptionHere(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** The push state of this browser; a subscription unknown to the server is dropped. */
export async function readDeviceState(): Promise<DeviceState> {
  if (!canPush()) return isAppleMobile() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await subscriptionHere();
  if (!subscription) return 'off';
  const confirmed = await sendConfirmation(subscription.endpoint);
  // A failed request does not prove that the subscription is unknown.
  if (!confirmed.ok || confirmed.data.isKnown) return 'on';
  await subscription.unsubscribe();
  return 'off';
}

function readyWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), WORKER_TIMEOUT_MS));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** Subscribes this browser to push and registers it on the server. Must be called from a user action. */
export async function turnOnHere(pushKey: string): Promise<TurnOnResult> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return { kind: permission === 'denied' ? 'denied' : 'dismissed' };
  const subscription = await subscribe(pushKey).catch(() => undefined);
  const { endpoint, keys: { p256dh, auth } = {} } = subscription?.toJSON() ?? {};
  if (!subscription || !endpoint || !p256dh || !auth) return { kind: 'browserFailed' };
  const stored = await sendSubscription({ endpoint, keys: { p256dh, auth } });
  if (stored.ok) return { kind: 'on', devices: stored.data.devices };
  await subscription.unsubscribe().catch(() => undefined);
  return { kind: 'refused', failure: stored.failure };
}

async function subscribe(pushKey: string): Promise<PushSubscription | undefined> {
  const worker = await readyWorker();
  // A subscription made with another server key must be removed first.
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  return worker?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
}

/** Unsubscribes here and on the server; answers the number of other subscribed browsers, or why it failed. */
export async function turnOffHere(): Promise<{ devices: number | undefined } | { failure: ApiFailure }> {
  const subscription = await subscriptionHere();
  if (!subscription) return { devices: undefined };
  const removed = await sendUnsubscription(subscription.endpoint);
  if (!removed.ok) return { failure: removed.failure };
  await subscription.unsubscribe().catch(() => undefined);
  return { devices: removed.data.devices };
}

/**
 * Reports the user of this browser to the server when the cabinet is opened: the subscription follows the current
 * session, and notifications to a previous user end here.
 */
export async function confirmDevice(): Promise<void> {
  if (canPush() && Notification.permission === 'granted') await readDeviceState();
}
