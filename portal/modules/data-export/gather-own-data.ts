import { USAGE_INTERVALS } from '#billing/api/data-export.ts';
import type { ModuleOutput, ModuleResult } from '#billing/api/define-module.ts';
import { PAYMENT_LIST } from '#billing/api/payments.ts';
import { READING_LIST } from '#billing/api/readings.ts';
import type { OwnDataPart } from '#contract/data-export.ts';
import type { RequestContext } from '#portal/http/route.ts';

/** Of each part; a household has fewer in a lifetime. */
const maxRows = 10_000;

/** Parts of an account's data; one that was not asked for is undefined. */
export interface OwnData {
  readonly readings: ModuleOutput<typeof READING_LIST> | undefined;
  readonly usage: ModuleOutput<typeof USAGE_INTERVALS> | undefined;
  readonly payments: ModuleOutput<typeof PAYMENT_LIST> | undefined;
}

export interface OwnDataAsked {
  readonly accountNumber: string;
  readonly what: OwnDataPart | 'all';
  readonly from?: string;
  readonly to?: string;
}

/** Asks the back end for the parts that are wanted, at once; the first refusal is that of the whole. */
export async function gatherOwnData(
  billing: RequestContext['billing'],
  { what, ...asked }: OwnDataAsked,
): Promise<ModuleResult<OwnData>> {
  const wants = (...parts: readonly OwnDataPart[]) => what === 'all' || parts.includes(what);
  const [readings, usage, payments] = await Promise.all([
    wants('readings') ? billing(READING_LIST, { ...asked, limit: maxRows }) : undefined,
    wants('consumption', 'bills') ? billing(USAGE_INTERVALS, asked) : undefined,
    wants('payments') ? billing(PAYMENT_LIST, { ...asked, limit: maxRows }) : undefined,
  ]);
  for (const result of [readings, usage, payments]) if (result && !result.ok) return result;
  return {
    ok: true,
    data: {
      readings: readings?.ok ? readings.data : undefined,
      usage: usage?.ok ? usage.data : undefined,
      payments: payments?.ok ? payments.data : undefined,
    },
  };
}
