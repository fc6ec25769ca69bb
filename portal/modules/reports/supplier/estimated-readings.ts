import { REPORT_ESTIMATED_READINGS } from '#billing/api/reports.ts';
import { estimatedReadings } from '#contract/reports/supplier/estimated-readings.ts';
import { tableOf } from '#domain/table-of.ts';
import { answerByModule } from '../ask-report.ts';
import { customerTypesOfMany, unknownRegion } from './supplier-words.template.ts';

const typeNames = tableOf<string>(customerTypesOfMany);

type Choice = 'type' | 'region' | 'tariff';

export const estimatedReadingsSource = answerByModule(
  estimatedReadings,
  async (billing, { from, to, filter: { by, customer, region, tariff }, sort, offset, limit }) => {
    const { column } = sort;
    const ofModule = column === 'type' || column === 'region' || column === 'tariff' ? 'of' : column;
    const result = await billing(REPORT_ESTIMATED_READINGS, {
      by: (by as Choice | null) ?? 'period',
      from: from.slice(0, 7),
      to: to.slice(0, 7),
      customerType: customer as 'person' | 'entity' | null,
      region,
      tariff,
      sort: { ...sort, column: ofModule },
      offset,
      limit,
    });
    if (!result.ok) return result;
    const { rows, totals, count } = result.data;
    const nameOf = (of: string) => {
      if (by === 'type') return typeNames[of] ?? of;
      return by === 'region' && of === '' ? unknownRegion : of || null;
    };
    const named = rows.map(({ of, ...row }) => ({ ...row, ...(by && { [by]: nameOf(of) }) }));
    return { ok: true, data: { rows: named, totals, count } };
  },
);
