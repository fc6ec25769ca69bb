import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import {
  addAccountBenefit,
  listAccountBenefits,
  removeAccountBenefit,
} from '#contract/accounts/account-card.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { BenefitData } from '#contract/values/benefit.ts';
import { moneyToWire, parseMoney, zeroMoney } from '#domain/money.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';
import { callApi, queryApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { showMoment, showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { numberProblem } from '#web/lib/numbers/number-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { emptyNote, noFilter, partsOf } from './customer-lists.tsx';
import styles from './customers.module.css';
import { reasonField } from './reason-field.tsx';
import { text } from './text.ts';

const words = text.account.benefits;

type Benefits = OutputOf<typeof listAccountBenefits>;
type Months = NonNullable<Benefits['months']>;

const benefitParts = partsOf<Benefits>('accountBenefits', (account, part, signal) =>
  queryApi(listAccountBenefits, { account, ...part }, { signal }),
);

const benefitList = defineList({
  query: benefitParts,
  words,
  caption: () => text.account.part.benefits,
  empty: emptyNote(words.empty),
  rows: (pages) => pages.flatMap(({ benefits }) => benefits),
  rowKey: ({ benefitId }: BenefitData) => benefitId,
  skeletonRows: 3,
});

const tones: Readonly<Record<BenefitData['state'], StateTone>> = {
  waiting: 'wait',
  booked: 'good',
  missed: 'bad',
};

/** Its name on the bill, or the kind alone. */
const nameOf = ({ kind, title }: BenefitData) => title || words.kinds[kind];

/** A cell of two lines. */
const lines = (first: ReactNode, second: string) => (
  <Stack as="span" gap="05">
    <span>{first}</span>
    {second !== '' && (
      <Text as="span" size="s" tone="quiet">
        {second}
      </Text>
    )}
  </Stack>
);

const columns = (onRemove: ((benefit: BenefitData) => void) | undefined): readonly Column<BenefitData>[] => [
  {
    key: 'period',
    title: words.period,
    cell: (benefit) => lines(showPeriod(benefit.period), words.kinds[benefit.kind]),
  },
  {
    key: 'title',
    title: words.title,
    cell: ({ title }) => title || text.nothing,
    isBlank: ({ title }) => !title,
  },
  { key: 'sum', title: words.sum, numeric: true, isMain: true, cell: ({ sum }) => showMoney(sum) },
  {
    key: 'state',
    title: words.state,
    cell: ({ state, postingPeriod }) =>
      lines(
        <StateMark tone={tones[state]}>{words.states[state]}</StateMark>,
        formatText(words.postedTo, { period: showPeriod(postingPeriod) }),
      ),
  },
  {
    key: 'source',
    title: words.source,
    cell: ({ entered }) =>
      entered === null
        ? words.ofImport
        : lines(
            `${entered.by}, ${showMoment(entered.at)}`,
            formatText(text.reasonIs, { why: entered.reason }),
          ),
  },
  ...(onRemove
    ? [
        {
          key: 'remove',
          title: words.act,
          cell: (benefit: BenefitData) =>
            benefit.canRemove && (
              <Button
                aria-label={formatText(words.removeOf, {
                  what: nameOf(benefit),
                  period: showPeriod(benefit.period),
                })}
                onClick={() => onRemove(benefit)}
              >
                {words.remove}
              </Button>
            ),
          isBlank: (benefit: BenefitData) => !benefit.canRemove,
        },
      ]
    : []),
];

interface AccountBenefitsProps {
  account: string;
  mayChange: boolean;
}

/** Benefits and subsidies of an account; billing enters what no file has told yet, and removes what is not booked. */
export function AccountBenefits({ account, mayChange }: AccountBenefitsProps) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<Months | BenefitData>();
  const close = () => setEdited(undefined);
  const refresh = () => void client.invalidateQueries(benefitParts(account));
  const onDone = (message: string) => {
    close();
    showTip('good', message);
    refresh();
  };
  const isRemoving = edited !== undefined && 'benefitId' in edited;
  return (
    <>
      <RecordList
        list={benefitList}
        context={account}
        filter={noFilter}
        gap="3"
        view={{
          className: styles.accounts,
          columns: (_, rows) =>
            columns(mayChange && rows.some(({ canRemove }) => canRemove) ? setEdited : undefined),
        }}
      >
        {(last) =>
          mayChange &&
          last?.months && (
            <Row gap="1">
              <Button onClick={() => setEdited(last.months ?? undefined)}>{words.add}</Button>
            </Row>
          )
        }
      </RecordList>
      <Dialog
        open={edited !== undefined}
        title={isRemoving ? words.removeTitle : words.add}
        closeLabel={text.close}
        onClose={close}
      >
        {edited &&
          ('benefitId' in edited ? (
            <RemoveForm
              account={account}
              benefit={edited}
              onDone={onDone}
              onStale={refresh}
              onCancel={close}
            />
          ) : (
            <AddForm account={account} months={edited} onDone={onDone} onCancel={close} />
          ))}
      </Dialog>
    </>
  );
}

/** Months that are offered, the newest first: what is older is rare, and a correction does it. */
const offeredMonths = 36;

function monthsOf({ first, last }: Months): string[] {
  const newest = billingPeriod(last);
  return Array.from({ length: offeredMonths }, (_, back) => addMonths(newest, -back)).filter(
    (month) => month >= first,
  );
}

/** A sum as a person writes it, read as the wire has it; what is no sum above zero stays as it was typed. */
function readSum(typed: string): string {
  const sum = parseMoney(typed);
  return sum !== undefined && sum > zeroMoney ? moneyToWire(sum) : typed.trim();
}

const names = { period: 'period', kind: 'kind', title: 'title', sum: 'sum' } as const;

const addFields = (months: Months): readonly FormField[] => [
  {
    name: names.period,
    show: (control) => (
      <SelectField {...control} label={words.period}>
        {monthsOf(months).map((month) => (
          <option key={month} value={month}>
            {showPeriod(month)}
          </option>
        ))}
      </SelectField>
    ),
  },
  {
    name: names.kind,
    show: (control) => (
      <SelectField {...control} label={words.what}>
        <option value="benefit">{words.kinds.benefit}</option>
        <option value="subsidy">{words.kinds.subsidy}</option>
      </SelectField>
    ),
  },
  {
    name: names.title,
    read: (typed) => typed.trim(),
    show: ({ required: _, ...control }) => (
      <TextField {...control} label={words.title} hint={words.titleHint} maxLength={120} autoComplete="off" />
    ),
  },
  {
    name: names.sum,
    wanted: words.sumWanted,
    read: readSum,
    check: (sum) => (/^\d+\.\d\d$/.test(sum) ? undefined : numberProblem(sum)),
    show: (control) => (
      <TextField {...control} label={words.sum} inputMode="decimal" maxLength={18} autoComplete="off" />
    ),
  },
  reasonField,
];

interface ChangeFormProps {
  account: string;
  /** Receives the message of success. */
  onDone: (message: string) => void;
  onCancel: () => void;
}

function AddForm({ account, months, onDone, onCancel }: ChangeFormProps & { months: Months }) {
  const attempt = useRef<Attempt>(undefined);
  const send = async (value: TypedValues) => {
    const draft = {
      account,
      period: value(names.period),
      kind: value(names.kind) === 'subsidy' ? ('subsidy' as const) : ('benefit' as const),
      title: value(names.title),
      sum: value(names.sum),
      reason: value(reasonField.name),
    };
    attempt.current = attemptFor(attempt.current, draft, deviceNow());
    const result = await callApi(addAccountBenefit, { ...draft, requestId: attempt.current.requestId });
    if (!result.ok) return result.failure;
    onDone(words.added);
    return undefined;
  };
  return (
    <Stack gap="2">
      <Text>{words.addHint}</Text>
      <FormStep
        fields={addFields(months)}
        problems={text.problems}
        submit={words.add}
        busy={text.busy}
        kind="ink"
        takesFocus
        places={{
          codes: {
            'benefits.alreadyThere': names.period,
            'benefits.monthOutOfRange': names.period,
            'benefits.takesTwo': names.sum,
          },
        }}
        send={send}
        actions={withCancel(text.cancel, onCancel)}
      />
    </Stack>
  );
}

interface RemoveFormProps extends ChangeFormProps {
  benefit: BenefitData;
  /** What is shown is no longer so. */
  onStale: () => void;
}

function RemoveForm({ account, benefit, onDone, onStale, onCancel }: RemoveFormProps) {
  const attempt = useRef<Attempt>(undefined);
  const { benefitId, period, sum, postingPeriod } = benefit;
  const send = async (value: TypedValues) => {
    const asked = { account, benefitId, reason: value(reasonField.name) };
    attempt.current = attemptFor(attempt.current, asked, deviceNow());
    const result = await callApi(removeAccountBenefit, { ...asked, requestId: attempt.current.requestId });
    if (!result.ok) {
      onStale();
      return result.failure;
    }
    onDone(words.removed);
    return undefined;
  };
  return (
    <Stack gap="2">
      <Text>
        {formatText(words.removeHint, {
          what: nameOf(benefit),
          period: showPeriod(period),
          sum: showSum(sum),
          posting: showPeriod(postingPeriod),
        })}
      </Text>
      <FormStep
        fields={[reasonField]}
        problems={text.problems}
        submit={words.remove}
        busy={text.busy}
        kind="danger"
        takesFocus
        send={send}
        actions={withCancel(text.cancel, onCancel)}
      />
    </Stack>
  );
}
