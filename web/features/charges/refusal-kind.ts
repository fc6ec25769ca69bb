import type { ApiFailure } from '#web/lib/api-failure.ts';

/** Why there is no sum, as a state of the page. */
export type RefusalKind = 'ready' | 'verification' | 'contract' | 'group' | 'closing' | 'callCentre' | 'none';

const kinds: Readonly<Record<string, RefusalKind>> = {
  'billing.alreadyCalculated': 'ready',
  'billing.pendingVerification': 'verification',
  'billing.contractChanges': 'contract',
  'billing.specialConditionsGroup': 'group',
  'billing.periodClosing': 'closing',
  'billing.invoiceByCallCentre': 'callCentre',
  'billing.noCharges': 'none',
};

/** undefined: a technical failure, not a business refusal. */
export function refusalKind({ code }: Pick<ApiFailure, 'code'>): RefusalKind | undefined {
  return kinds[code];
}

/** The month named by a refusal; undefined: none. */
export function refusedPeriod({ details }: Pick<ApiFailure, 'details'>): string | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const period: unknown = Reflect.get(details, 'period');
  return typeof period === 'string' && /^\d{4}-\d{2}$/.test(period) ? period : undefined;
}
