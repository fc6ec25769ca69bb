import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import {
  calendarLinkCall,
  confirmPush,
  getNotifications,
  type NotificationChannel,
  type NotificationKind,
  renewCalendarLink,
  saveBillFile,
  saveNotification,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications.ts';
import { type ApiResult, callApi, queryApi } from '#web/lib/api.ts';

/** The channels of each kind of notification, and the destination of each channel. */
export type NotificationSettings = OutputOf<typeof getNotifications>;

/** One channel of one kind. */
export interface Choice {
  readonly kind: NotificationKind;
  readonly channel: NotificationChannel;
}

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => queryApi(getNotifications, {}, { signal }),
});

/** The secret address of the calendar. */
export type CalendarLink = OutputOf<typeof calendarLinkCall>;

export const calendarQuery = queryOptions({
  queryKey: ['calendar-link'],
  queryFn: ({ signal }) => queryApi(calendarLinkCall, {}, { signal }),
});

export function sendChoice(
  choice: Choice,
  isOn: boolean,
): Promise<ApiResult<OutputOf<typeof saveNotification>>> {
  return callApi(saveNotification, { ...choice, isOn });
}

export function sendBillFiles(isOn: boolean): Promise<ApiResult<OutputOf<typeof saveBillFile>>> {
  return callApi(saveBillFile, { isOn });
}

export function sendCalendarRenewal(): Promise<ApiResult<CalendarLink>> {
  return callApi(renewCalendarLink, {});
}

interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export function sendSubscription(
  subscription: Subscription,
): Promise<ApiResult<OutputOf<typeof subscribePush>>> {
  return callApi(subscribePush, subscription);
}

export function sendUnsubscription(endpoint: string): Promise<ApiResult<OutputOf<typeof unsubscribePush>>> {
  return callApi(unsubscribePush, { endpoint });
}

/** Tells the server that this person uses this browser now; it ends notifications to another person here. */
export function sendConfirmation(endpoint: string): Promise<ApiResult<OutputOf<typeof confirmPush>>> {
  return callApi(confirmPush, { endpoint });
}
