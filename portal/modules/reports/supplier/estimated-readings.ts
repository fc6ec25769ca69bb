import { REPORT_ESTIMATED_READINGS } from '#billing/api/reports.ts';
import { estimatedReadings } from '#contract/reports/supplier/estimated-readings.ts';
import { answerByModule } from '../ask-report.ts';
import { customerTypesOfMany, unknownRegion } from './supplier-words.template.ts';

type Choice = 'type' | 'region' | 'tariff';

export const estimatedReadingsSource = answerByModule(
  estimatedReadings,
  async (billing, { from, to, filter: { by, customer, region, tariff }, sort, offset, limit }) => {
    const result = await billing(REPORT_ESTIMATED_READINGS, {
      by: (by as Choice | null) ?? 'period',
      from: from.slice(0, 7),
      to: to.slice(0, 7),
      customerType: customer as 'person' | 'entity' | null,
      region,
      tariff,
      sort,
      offset,
      limit,
    });
    if (!result.ok) return result;
    const { rows, totals, count } = result.data;
    const nameOf = (of: string) => {
      if (by === 'type') return customerTypesOfMany[of as keyof typeof customerTypesOfMany] ?? of;
      return by === 'region' && of === '' ? unknownRegion : of || null;
    };
    return { ok: true, data: { rows: rows.map((row) => ({ ...row, of: nameOf(row.of) })), totals, count } };
  },
);
