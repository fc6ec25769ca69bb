import { REPORT_DEBTORS } from '#billing/api/reports.ts';
import { debtors } from '#contract/reports/supplier/debtors.ts';
import type { debtAges } from '#contract/reports/supplier/money.ts';
import { moneyToWire, parseMoney, zeroMoney } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { answerByModule } from '../ask-report.ts';
import { company } from './supplier-words.template.ts';

type Column = 'account' | 'amount';

export const debtorsSource = answerByModule(
  debtors,
  async (billing, { filter: { age, sum, customer, place }, sort, offset, limit }) => {
    const result = await billing(REPORT_DEBTORS, {
      age: age as keyof typeof debtAges | null,
      leastSum: sum === null ? null : moneyToWire(parseMoney(sum) ?? zeroMoney),
      customerType: customer as 'person' | 'entity' | null,
      place,
      // The contract lets no other order through.
      sort: { ...sort, column: sort.column as Column },
      offset,
      limit,
    });
    if (!result.ok) return result;
    const { rows, totals, count } = result.data;
    return {
      ok: true,
      data: {
        rows: rows.map(({ type, place: at, lastPaidAt, ...row }) => ({
          ...row,
          place: [at, type === 'entity' ? company : ''].filter(Boolean).join(', '),
          lastPaidOn: lastPaidAt === null ? null : kyivDateOf(Date.parse(lastPaidAt) as Instant),
        })),
        totals,
        count,
      },
    };
  },
);
