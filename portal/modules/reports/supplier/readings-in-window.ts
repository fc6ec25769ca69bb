import { REPORT_READINGS_IN_WINDOW } from '#billing/api/reports.ts';
import { readingChannels, readingsInWindow } from '#contract/reports/supplier/readings-in-window.ts';
import { tableOf } from '#domain/table-of.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { answerByModule } from '../ask-report.ts';

const channelNames = tableOf<string>(readingChannels);

type Choice = 'day' | 'channel' | 'accounts';

export const readingsInWindowSource = answerByModule(
  readingsInWindow,
  async (billing, { filter: { period, by, customer }, sort, offset, limit }) => {
    const { column } = sort;
    const ofModule = column === 'day' ? 'at' : column === 'of' ? 'channel' : column;
    const result = await billing(REPORT_READINGS_IN_WINDOW, {
      period,
      by: (by as Choice | null) ?? 'hour',
      customerType: customer as 'person' | 'entity' | null,
      sort: { ...sort, column: ofModule },
      offset,
      limit,
    });
    if (!result.ok) return result;
    const { rows, totals, count, hours } = result.data;
    const named = rows.map(({ at, channel, ...row }) => ({
      ...row,
      [by === 'accounts' ? 'of' : 'channel']: channelNames[channel] ?? channel,
      ...(at !== null && (by === 'day' ? { day: kyivDateOf(Date.parse(at) as Instant) } : { at })),
    }));
    const chart = {
      rows: ['readings', 'before'],
      columns: hours.map(({ at }) => at),
      values: [hours.map(({ readings }) => readings), hours.map(({ before }) => before)],
    };
    return { ok: true, data: { rows: named, totals, count, charts: { hours: chart } } };
  },
);
