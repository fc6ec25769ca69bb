import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showPeriod, showSum } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { loadPayWay, savePayWay } from '#web/session/persisted-state.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { judgeSums, type Limits } from './amount.ts';
import { optionsQuery } from './api.ts';
import { text as bankText } from './bank-text.ts';
import { OnlySum } from './only-sum.tsx';
import styles from './pay-form.module.css';
import type { PayPurpose } from './pay-purpose.ts';
import { PayRows } from './pay-rows.tsx';
import { PayWays } from './pay-ways.tsx';
import { PayWithoutProvider } from './pay-without-provider.tsx';
import { keyOf, partOf } from './payable.ts';
import { problemWords, wholeWords } from './problem-words.ts';
import { QuickSums } from './quick-sums.tsx';
import { text } from './text.ts';
import { usePay } from './use-pay.ts';
import { useRows } from './use-rows.ts';
import { firstWay, isProvider, type Way, ways } from './way.ts';

/** Until the supplier's own have come. Source: messages.md, payments.wrongAmount. */
const usualLimits: Limits = { least: '1.00', most: '100000.00' };

interface PayFormProps {
  account: string;
  purpose: PayPurpose;
  /** Present where the form was opened by a press: it can be put away again. */
  onCancel?: (() => void) | undefined;
  /** Present where one can be reminded instead. */
  onRemind?: (() => void) | undefined;
}

/**
 * What is paid with which sums, how, and the button that leads to the bank's page. Violation acts are paid apart from
 * energy, whole or a part of each, and never more than is owed for it.
 */
export function PayForm({ account, purpose, onCancel, onRemind }: PayFormProps) {
  const id = useId();
  const isOnline = useOnline();
  const list = useRows(account, purpose);
  const options = useQuery(optionsQuery({ account }));
  const [picked, setPicked] = useState<Way>();
  const [isPeriodNamed, setPeriodNamed] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const { isBusy, failure, pay } = usePay();

  const limits = options.data?.limits ?? usualLimits;
  const judged = judgeSums(list.rows, limits);
  const fieldId = (key: string) => `${id}-${key.replace(/\s/g, '-')}`;
  const way = picked ?? (options.data && firstWay(loadPayWay(), options.data.providers));
  const chosen = list.rows.filter((row) => row.isChosen);
  const period = purpose.kind === 'energy' ? purpose.period : undefined;
  const isRight = Object.keys(judged.problems).length === 0 && judged.whole === undefined;
  const [firstRow] = list.rows;

  const submit = () => {
    setRefused(!isRight);
    if (!isRight || way === undefined || !isProvider(way)) {
      const wrong = chosen.find((row) => judged.problems[keyOf(row)]) ?? chosen[0];
      if (wrong) document.getElementById(fieldId(keyOf(wrong)))?.focus();
      return;
    }
    const parts = chosen.map((row) => {
      const isNamed = isPeriodNamed && row.account === account;
      return partOf(row, judged.sums[keyOf(row)] ?? '', isNamed ? period : undefined);
    });
    void pay(parts, way);
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
        {list.isFirstLook && <Skeleton shape="tile" />}
        {!list.isFirstLook && list.areMany && (
          <PayRows {...list} problems={isRefused ? problemWords(list.rows, judged) : {}} fieldId={fieldId} />
        )}
        {!list.isFirstLook && !list.areMany && firstRow && (
          <OnlySum
            row={firstRow}
            purpose={purpose}
            fieldId={fieldId(keyOf(firstRow))}
            error={
              isRefused
                ? (problemWords(list.rows, judged)[keyOf(firstRow)] ?? wholeWords(judged, limits))
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
        {list.areMany && (
          <p className={styles.total} role="status">
            <span>{text.together}</span> <strong>{showSum(judged.total)}</strong>
          </p>
        )}
        {list.areMany && isRefused && judged.whole && (
          <Notice kind="bad" live="alert">
            {wholeWords(judged, limits)}
          </Notice>
        )}
      </div>
      {options.data && way ? (
        <PayWays
          providers={options.data.providers}
          chosen={way}
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
            {ways.map((one) => (
              <Skeleton key={one} shape="tile" />
            ))}
          </div>
        </div>
      )}
      {(way === 'qr' || way === 'transfer') && (
        <PayWithoutProvider way={way} chosen={chosen} sum={isRight ? judged.total : undefined} />
      )}
      {failure && (
        <Notice kind="bad" live="alert" title={bankText.failed}>
          {failure}
        </Notice>
      )}
      {!isOnline && <Notice kind="info">{text.offline}</Notice>}
      <div className={styles.actions}>
        {way && isProvider(way) && (
          <Button type="submit" kind="lamp" busy={isBusy} disabled={!isOnline}>
            {isBusy
              ? bankText.going
              : isRight
                ? formatText(text.pay, { sum: showSum(judged.total) })
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
