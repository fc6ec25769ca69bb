import * as z from 'zod/mini';
import { textField, uuidField } from '../fields.ts';
import { instantField, periodField } from './dates.ts';
import { moneyField } from './money.ts';
import { minText } from './text-length.ts';

const benefitKindField = z.enum(['benefit', 'subsidy']);
const titleField = textField(120);

/** What staff enter: what the state grants a household for a month. */
export const grantedFields = {
  period: periodField,
  kind: benefitKindField,
  /** What it is, as the bill prints it; '': the kind alone. */
  title: titleField,
  /** Above zero. */
  sum: moneyField.check(
    z.refine((text) => !text.startsWith('-') && /[1-9]/.test(text), { error: 'field.invalid' }),
  ),
};

/** Why staff enter or remove one; the history of their actions shows it. */
export const benefitReasonField = textField(300).check(minText(3));

/** A benefit or subsidy of an account. */
export const benefitSchema = z.object({
  benefitId: uuidField,
  period: periodField,
  kind: benefitKindField,
  title: z.string(),
  sum: moneyField,
  /** The month whose closing books it. */
  postingPeriod: periodField,
  /** 'missed': that month is closed and did not charge the account. */
  state: z.enum(['waiting', 'booked', 'missed']),
  /** Who of the staff entered it, when and why; null: an import did. */
  entered: z.nullable(z.object({ by: z.string(), at: instantField, reason: z.string() })),
  /** Staff entered it and no closing has begun to book it. */
  canRemove: z.boolean(),
});
export type BenefitData = z.infer<typeof benefitSchema>;

/** The months that one may be granted for. */
export const grantedMonthsField = z.nullable(z.object({ first: periodField, last: periodField }));

/** After which benefit a part of the list begins. */
export const benefitPlaceSchema = z.object({ period: periodField, kind: benefitKindField });
