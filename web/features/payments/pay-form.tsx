import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showPeriod, showSum } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { loadPayWay, savePayWay } from '#web/session/persisted-state.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { checkSums, type Limits, type QuickSum, quickSum, type Row } from './amount.ts';
import { optionsQuery } from './api.ts';
import { text as bankText } from './bank-text.ts';
import styles from './pay-form.module.css';
import type { PayPurpose } from './pay-purpose.ts';
import { PayRows } from './pay-rows.tsx';
import { PayWithoutProvider } from './pay-without-provider.tsx';
import { keyOf, partOf } from './payable.ts';
import { initialMethod, isProvider, type PaymentMethod, paymentMethods } from './payment-method.ts';
import { PaymentMethods } from './payment-methods.tsx';
import { orderProblemText, rowProblemTexts } from './problem-texts.ts';
import { SingleAmountField } from './single-amount-field.tsx';
import { text } from './text.ts';
import { usePay } from './use-pay.ts';
import { useRows } from './use-rows.ts';

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

/** Defaults until the supplier's limits are loaded. Source: messages.md, payments.wrongAmount. */
const usualLimits: Limits = { least: '1.00', most: '100000.00' };

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
  const [isPeriodNamed, setPeriodNamed] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const { isBusy, failure, pay } = usePay();

  const limits = options.data?.limits ?? usualLimits;
  const checked = checkSums(list.rows, limits);
  const fieldId = (key: string) => `${id}-${key.replace(/\s/g, '-')}`;
  const method = picked ?? (options.data && initialMethod(loadPayWay(), options.data.providers));
  const chosen = list.rows.filter((row) => row.isChosen);
  const period = purpose.kind === 'energy' ? purpose.period : undefined;
  const isValid = Object.keys(checked.problems).length === 0 && checked.orderProblem === undefined;
  const [firstRow] = list.rows;

  const submit = () => {
    setRefused(!isValid);
    if (!isValid || method === undefined || !isProvider(method)) {
      const wrong = chosen.find((row) => checked.problems[keyOf(row)]) ?? chosen[0];
      if (wrong) document.getElementById(fieldId(keyOf(wrong)))?.focus();
      return;
    }
    const parts = chosen.map((row) => {
      const isNamed = isPeriodNamed && row.account === account;
      return partOf(row, checked.sums[keyOf(row)] ?? '', isNamed ? period : undefined);
    });
    void pay(parts, method);
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isOnline) submit();
      }}
    >
      <div className={styles.what}>
        {list.isAccountLoading && <Skeleton shape="tile" />}
        {!list.isAccountLoading && list.hasSeveral && (
          <PayRows
            {...list}
            problems={isRefused ? rowProblemTexts(list.rows, checked) : {}}
            fieldId={fieldId}
          />
        )}
        {!list.isAccountLoading && !list.hasSeveral && firstRow && (
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
        {list.hasSeveral && (
          <p className={styles.total} role="status">
            <span>{text.together}</span> <strong>{showSum(checked.total)}</strong>
          </p>
        )}
        {list.hasSeveral && isRefused && checked.orderProblem && (
          <Notice kind="bad" live="alert">
            {orderProblemText(checked, limits)}
          </Notice>
        )}
      </div>
      {options.data && method ? (
        <PaymentMethods
          providers={options.data.providers}
          chosen={method}
          onChoose={(next) => {
            setPicked(next);
            savePayWay(next);
          }}
        />
      ) : options.error ? (
        <FailedPart
          title={text.waysFailed}
          message={failureOf(options.error).message}
          retryLabel={text.retry}
          retrying={options.isFetching}
          onRetry={() => options.refetch()}
        />
      ) : (
        <div aria-busy="true" className={styles.waiting}>
          <VisuallyHidden>{text.waysLoading}</VisuallyHidden>
          <Skeleton />
          <div className={styles.cards}>
            {paymentMethods.map((one) => (
              <Skeleton key={one} shape="tile" />
            ))}
          </div>
        </div>
      )}
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
      <div className={styles.actions}>
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
