import { REPORT_MONEY } from '#billing/api/reports.ts';
import { debtAges, money } from '#contract/reports/supplier/money.ts';
import { providerName } from '#portal/modules/payments/public.ts';
import { answerByModule } from '../ask-report.ts';
import { bank } from './supplier-words.template.ts';

type Choice = 'day' | 'provider' | 'age';

export const moneySource = answerByModule(
  money,
  async (billing, { from, to, filter, sort, offset, limit }) => {
    const by = (filter.by as Choice | null) ?? 'period';
    const result = await billing(REPORT_MONEY, { by, from, to, sort, offset, limit });
    if (!result.ok) return result;
    const { rows, totals, count } = result.data;
    const nameOf = (name: string) => {
      if (by === 'age') return debtAges[name as keyof typeof debtAges] ?? name;
      if (by !== 'provider') return name;
      return name === 'bank' ? bank : providerName(name);
    };
    return {
      ok: true,
      data: { rows: rows.map((row) => ({ ...row, name: nameOf(row.name) })), totals, count },
    };
  },
);
