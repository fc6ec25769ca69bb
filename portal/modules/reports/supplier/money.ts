import { REPORT_MONEY } from '#billing/api/reports.ts';
import { debtAges, money } from '#contract/reports/supplier/money.ts';
import { tableOf } from '#domain/table-of.ts';
import { providerName } from '#portal/modules/payments/public.ts';
import { answerByModule } from '../ask-report.ts';
import { bank } from './supplier-words.template.ts';

const ageNames = tableOf<string>(debtAges);

type Choice = 'day' | 'provider' | 'age';

/** The column that names a row, by what the rows are. */
const nameColumns = { period: 'month', day: 'day', provider: 'provider', age: 'age' } as const;
const isName = (column: string) => Object.values<string>(nameColumns).includes(column);

export const moneySource = answerByModule(
  money,
  async (billing, { from, to, filter, sort, offset, limit }) => {
    const by = (filter.by as Choice | null) ?? 'period';
    const { column } = sort;
    const ofModule = isName(column) ? 'name' : (column as Exclude<typeof column, 'month' | Choice>);
    const result = await billing(REPORT_MONEY, {
      by,
      from,
      to,
      sort: { ...sort, column: ofModule },
      offset,
      limit,
    });
    if (!result.ok) return result;
    const { rows, totals, count } = result.data;
    const nameOf = (name: string) => {
      if (by === 'age') return ageNames[name] ?? name;
      if (by !== 'provider') return name;
      return name === 'bank' ? bank : providerName(name);
    };
    const named = rows.map(({ name, ...row }) => ({ [nameColumns[by]]: nameOf(name), ...row }));
    return { ok: true, data: { rows: named, totals, count } };
  },
);
