import type { OwnDataPart } from '#contract/data-export.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { OwnData, OwnDataAsked } from './gather-own-data.ts';

/**
 * The data in the words of the calls: sums '1234.56' in hryvnias, energy in watt-hours or whole kWh as the name says,
 * days 'YYYY-MM-DD', moments ISO 8601. What the parts say inside is not promised to stay the same.
 */
export function writeOwnJson(
  { readings, usage, payments }: OwnData,
  asked: OwnDataAsked,
  at: Instant,
): Buffer {
  const wants = (part: OwnDataPart) => asked.what === 'all' || asked.what === part;
  const document = {
    account: asked.accountNumber,
    exportedAt: instantToIso(at),
    from: asked.from ?? null,
    to: asked.to ?? null,
    currency: 'UAH',
    ...(readings && { readings: readings.readings }),
    ...(usage && wants('consumption') && { consumption: usage.intervals }),
    ...(usage && wants('bills') && { bills: usage.bills }),
    ...(payments && { payments: payments.payments.map(({ payUrl: _, ...payment }) => payment) }),
  };
  return Buffer.from(`${JSON.stringify(document, null, 2)}\n`, 'utf8');
}
