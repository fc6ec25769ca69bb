import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { billingMessages } from '#contract/messages/billing-messages.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { wantedNumberText } from '#web/lib/numbers/number-problem.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { loadPayWay, savePayWay } from '#web/session/persisted-state.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import {
  type CheckedSums,
  checkSums,
  type Limits,
  type QuickSum,
  quickSum,
  type Row,
  type SumProblem,
} from '../amount.ts';
import { optionsQuery, type PaymentOptions } from '../api.ts';
import { type PayPurpose, titleOf } from '../pay-purpose.ts';
import { text } from '../text.ts';
import { text as bankText } from './bank-text.ts';
import payFormStyles from './pay-form.module.css';
import styles from './pay-panel.module.css';
import { PayRows } from './pay-rows.tsx';
import { PayWithoutProvider } from './pay-without-provider.tsx';
import { keyOf, partOf } from './payable.ts';
import { hintOf, initialMethod, isProvider, type PaymentMethod, paymentMethods } from './payment-method.ts';
import paymentMethodsStyles from './payment-methods.module.css';
import { PaymentSplit } from './payment-split.tsx';
import singleAmountFieldStyles from './single-amount-field.module.css';
import { usePay } from './use-pay.ts';
import { useRows } from './use-rows.ts';

interface PayPanelProps {
  account: string;
  purpose: PayPurpose;
  /** Present where a button opened the panel: it then takes the focus and can be closed again. */
  onCancel?: () => void;
}

/** The payment form as a section of a page. */
export function PayPanel({ account, purpose, onCancel }: PayPanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const wasOpened = onCancel !== undefined;
  useEffect(() => {
    if (wasOpened) heading.current?.focus();
  }, [wasOpened]);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {titleOf(purpose)}
      </h2>
      <PayForm account={account} purpose={purpose} onCancel={onCancel} />
    </section>
  );
}

interface PaymentMethodsProps {
  providers: PaymentOptions['providers'];
  chosen: PaymentMethod;
  onChoose: (method: PaymentMethod) => void;
}

/** The payment methods as radio cards; an unavailable one is disabled and says why. */
function PaymentMethods({ providers, chosen, onChoose }: PaymentMethodsProps) {
  const name = useId();
  const known = new Map(providers.map((option) => [option.provider, option]));
  return (
    <fieldset className={paymentMethodsStyles.ways}>
      <legend>{text.way}</legend>
      {paymentMethods.map((method) => {
        const option = isProvider(method) ? known.get(method) : undefined;
        if (isProvider(method) && !option) return null;
        const isOff = option?.mode === 'off';
        const note = noteOf(method, option);
        return (
          <label
            key={method}
            className={classes(paymentMethodsStyles.way, isOff && paymentMethodsStyles.off)}
          >
            <input
              type="radio"
              name={name}
              value={method}
              checked={chosen === method}
              disabled={isOff}
              aria-describedby={isOff ? `${name}-${method}` : undefined}
              onChange={() => onChoose(method)}
            />
            <span>
              <span className={paymentMethodsStyles.name}>{text.ways[method]}</span>
              {note && <span className={paymentMethodsStyles.note}>{note}</span>}
            </span>
          </label>
        );
      })}
      <div className={paymentMethodsStyles.notes}>
        {isProvider(chosen) && known.get(chosen)?.mode === 'sandbox' && <p>{text.testBankNote}</p>}
        <p>{isProvider(chosen) ? text.noFeeNote : text.bankFee}</p>
        {providers.map(
          ({ provider, mode, message }) =>
            mode === 'off' && (
              <p key={provider} id={`${name}-${provider}`}>
                {message}
              </p>
            ),
        )}
      </div>
    </fieldset>
  );
}

function noteOf(
  method: PaymentMethod,
  option: PaymentOptions['providers'][number] | undefined,
): string | undefined {
  if (!isProvider(method)) return text.wayNotes[method];
  if (option?.mode === 'off') return text.off;
  return option?.mode === 'sandbox' ? text.testBank : text.noFee;
}

interface SingleAmountFieldProps {
  row: Row;
  purpose: PayPurpose;
  fieldId: string;
  error: string | undefined;
  onType: (typed: string) => void;
}

/** The sum field when there is a single payable. */
function SingleAmountField({ row, purpose, fieldId, error, onType }: SingleAmountFieldProps) {
  return (
    <div className={singleAmountFieldStyles.sum}>
      <TextField
        id={fieldId}
        label={text.sum}
        hint={hintOf(row, purpose)}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={row.typed}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
}

/** The problems of the row sums in words, by row key. */
function rowProblemTexts(rows: readonly Row[], { problems }: CheckedSums): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rows.flatMap((row) => {
      const problem = problems[keyOf(row)];
      if (problem === undefined) return [];
      return [[keyOf(row), textOf(problem, row)]];
    }),
  );
}

function textOf(problem: SumProblem, row: Row): string {
  if (problem === 'tooMuch') return formatText(text.actTooMuch, { sum: showSum(row.max ?? row.due) });
  return problem === 'unreadable' ? wantedNumberText(row.typed, text.badAmount) : text.noSum;
}

/** The problem of the order as a whole. */
function orderProblemText({ orderProblem }: CheckedSums, limits: Limits | undefined): string | undefined {
  if (orderProblem === undefined) return undefined;
  if (orderProblem !== 'outsideLimits') return text[orderProblem];
  if (limits === undefined) return undefined;
  return formatText(billingMessages['payments.outsideLimits'], {
    least: showMoney(limits.least),
    most: showMoney(limits.most),
  });
}

interface QuickSumsProps {
  /** The chosen rows. */
  rows: readonly Row[];
  onFill: (quick: QuickSum) => void;
  onOther: () => void;
}

/** Buttons with preset sums; renders nothing without debt. */
function QuickSums({ rows, onFill, onOther }: QuickSumsProps) {
  const indebted = rows.filter((row) => quickSum(row, 'whole') !== undefined);
  if (indebted.length === 0) return null;
  const isAll = (quick: QuickSum) => indebted.every((row) => row.typed === quickSum(row, quick));
  const differs = indebted.some((row) => quickSum(row, 'rounded') !== quickSum(row, 'whole'));
  const choices = (['whole', ...(differs ? (['rounded'] as const) : []), 'other'] as const).map((value) => ({
    value,
    label: text.quickSums[value],
  }));
  return (
    <ChoiceButtons
      label={text.quick}
      choices={choices}
      chosen={isAll('whole') ? 'whole' : isAll('rounded') ? 'rounded' : 'other'}
      onChoose={(choice) => (choice === 'other' ? onOther() : onFill(choice))}
    />
  );
}

interface PayFormProps {
  account: string;
  purpose: PayPurpose;
  /** Present where a button opened the form: it can be closed again. */
  onCancel?: (() => void) | undefined;
  /** Present where a reminder is offered. */
  onRemind?: (() => void) | undefined;
}

/**
 * The sums to pay, the payment method and the button that opens the bank's page. Violation acts are paid separately
 * from energy, in whole or in part, and never more than the debt of each.
 */
export function PayForm({ account, purpose, onCancel, onRemind }: PayFormProps) {
  const id = useId();
  const isOnline = useOnline();
  const list = useRows(account, purpose);
  const options = useQuery(optionsQuery({ account }));
  const [picked, setPicked] = useState<PaymentMethod>();
  const [isPeriodNamed, setPeriodNamed] = useState(true);
  const [isRefused, setRefused] = useState(false);
  const { isBusy, failure, pay } = usePay();

  const limits = options.data?.limits;
  const checked = checkSums(list.rows, limits);
  const fieldId = (key: string) => `${id}-${key.replace(/\s/g, '-')}`;
  const method = picked ?? (options.data && initialMethod(loadPayWay(), options.data.providers));
  const chosen = list.rows.filter((row) => row.isChosen);
  // A transfer names no month: it settles the oldest debt.
  const period =
    purpose.kind === 'energy' && method !== undefined && isProvider(method) ? purpose.period : undefined;
  const periodOf = (row: Row) => (isPeriodNamed && row.account === account ? period : undefined);
  const isValid = Object.keys(checked.problems).length === 0 && checked.orderProblem === undefined;
  const [firstRow] = list.rows;

  const submit = () => {
    setRefused(!isValid);
    if (!isValid || method === undefined || !isProvider(method)) {
      const wrong = chosen.find((row) => checked.problems[keyOf(row)]) ?? chosen[0];
      if (wrong) document.getElementById(fieldId(keyOf(wrong)))?.focus();
      return;
    }
    const parts = chosen.map((row) => partOf(row, checked.sums[keyOf(row)] ?? '', periodOf(row)));
    void pay(parts, method);
  };

  return (
    <form
      className={payFormStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isOnline) submit();
      }}
    >
      <Stack gap="15">
        {list.isAccountAwaited && <Skeleton shape="tile" />}
        {!list.isAccountAwaited && list.hasSeveral && (
          <PayRows
            {...list}
            problems={isRefused ? rowProblemTexts(list.rows, checked) : {}}
            fieldId={fieldId}
          />
        )}
        {!list.isAccountAwaited && !list.hasSeveral && firstRow && (
          <SingleAmountField
            row={firstRow}
            purpose={purpose}
            fieldId={fieldId(keyOf(firstRow))}
            error={
              isRefused
                ? (rowProblemTexts(list.rows, checked)[keyOf(firstRow)] ?? orderProblemText(checked, limits))
                : undefined
            }
            onType={(typed) => list.type(keyOf(firstRow), typed)}
          />
        )}
        <QuickSums
          rows={chosen}
          onFill={list.fill}
          onOther={() => {
            const field = chosen[0] && document.getElementById(fieldId(keyOf(chosen[0])));
            if (field instanceof HTMLInputElement) field.select();
          }}
        />
        {period !== undefined &&
          chosen.some((row) => row.account === account && row.actNumber === undefined) && (
            <CheckField
              label={formatText(text.period, { period: showPeriod(period) })}
              checked={isPeriodNamed}
              onChange={(event) => setPeriodNamed(event.target.checked)}
            />
          )}
        <PaymentSplit
          rows={chosen.filter((row) => row.actNumber === undefined && checked.sums[keyOf(row)] !== undefined)}
          sumOf={(row) => checked.sums[keyOf(row)] ?? ''}
          periodOf={periodOf}
        />
        {list.hasSeveral && (
          <p className={payFormStyles.total} role="status">
            <span>{text.together}</span> <strong>{showSum(checked.total)}</strong>
          </p>
        )}
        {list.hasSeveral && isRefused && checked.orderProblem && (
          <Notice kind="bad" live="alert">
            {orderProblemText(checked, limits)}
          </Notice>
        )}
      </Stack>
      <QueryPart
        query={options}
        failed={text.waysFailed}
        skeleton={
          <div aria-busy="true" className={payFormStyles.waiting}>
            <VisuallyHidden>{text.waysLoading}</VisuallyHidden>
            <Skeleton />
            <div className={payFormStyles.cards}>
              {paymentMethods.map((one) => (
                <Skeleton key={one} shape="tile" />
              ))}
            </div>
          </div>
        }
      >
        {({ providers }) =>
          method && (
            <PaymentMethods
              providers={providers}
              chosen={method}
              onChoose={(next) => {
                setPicked(next);
                savePayWay(next);
              }}
            />
          )
        }
      </QueryPart>
      {(method === 'qr' || method === 'transfer') && (
        <PayWithoutProvider
          key={method}
          method={method}
          chosen={chosen}
          sum={isValid ? checked.total : undefined}
          isPicked={picked !== undefined}
        />
      )}
      {failure && (
        <Notice kind="bad" live="alert" title={bankText.failed}>
          {failure}
        </Notice>
      )}
      {!isOnline && <Notice kind="info">{text.offline}</Notice>}
      <div className={payFormStyles.actions}>
        {method && isProvider(method) && (
          <Button type="submit" kind="lamp" busy={isBusy} disabled={!isOnline}>
            {isBusy
              ? bankText.going
              : isValid
                ? formatText(text.pay, { sum: showSum(checked.total) })
                : text.payNothing}
          </Button>
        )}
        {onRemind && (
          <Button kind="plain" onClick={onRemind}>
            {text.remind}
          </Button>
        )}
        {onCancel && (
          <Button kind="plain" onClick={onCancel}>
            {text.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
