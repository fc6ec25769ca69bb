import { BillingUnavailable } from '#billing/billing-unavailable.ts';
import { type CallFailure, fail } from './call-result.ts';

const databaseAway = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '53300',
]);

function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string' && databaseAway.has(code)) return true;
  return /connection terminated|timeout exceeded when trying to connect/i.test(error.message);
}

/** What the customer hears of a fault: the back end or the database is away (502, 503, 504), or it is ours (500). */
export function failureOfFault(error: unknown): CallFailure {
  if (error instanceof BillingUnavailable) {
    return { ...fail('common.serviceDown'), httpStatus: error.httpStatus };
  }
  if (isDatabaseAway(error)) return fail('common.serviceDown');
  return fail('common.unexpected');
}
