import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { formatText } from '#contract/messages/format-text.ts';
import { formatMoney } from '#domain/money.ts';
import { showKwh, showPeriod } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { assessMeter } from './lines/assess-meter.ts';
import type { Line } from './lines/points-data.ts';
import { forecastOf, totalsOf } from './lines/points-totals.ts';
import type { TableFacts } from './point-line.tsx';
import styles from './points.module.css';
import { text } from './text.ts';
import { submittedTitle, useSubmitPoints } from './use-submit-points.ts';

interface SubmitBarProps {
  account: string;
  lines: readonly Line[];
  facts: TableFacts;
  /** Rows got another state: the filter by state looks at them again. */
  onAnswered: () => void;
}

/** The totals of all rows, the forecast of the month, and the button that submits what is right. */
export function SubmitBar({ account, lines, facts, onAnswered }: SubmitBarProps) {
  const { store, context } = facts;
  const isOnline = useOnline();
  // A key is answered in its cell first.
  const entries = useDeferredValue(useStore(store, (grid) => grid.entries));
  const { isSending, result, failure, submit } = useSubmitPoints(account, lines, store, context);
  const totals = totalsOf(lines, entries, context);
  const forecast = forecastOf(lines, entries, context);
  const states = [...new Set(lines.map(({ meter }) => meter))].flatMap((meter) => {
    const entry = entries[meter.meterId];
    return entry ? [assessMeter(meter, entry, context).state] : [];
  });
  const ready = states.filter((state) => state === 'ready').length;
  const rest = states.filter((state) => state === 'question' || state === 'error').length;
  return (
    <section
      className={styles.bar}
      aria-label={text.total}
      // With large letters it scrolls on a phone, and a disabled button takes no focus.
      tabIndex={result && ready === 0 ? 0 : undefined}
      data-active={ready > 0 || isSending || result || failure ? '' : undefined}
    >
      {!isOnline && <Notice kind="info">{text.offline}</Notice>}
      {failure && (
        <Notice kind="bad" live="alert" title={text.failed}>
          <p>{failure.message}</p>
          <p>{text.failedKept}</p>
        </Notice>
      )}
      {result && (
        <Notice
          kind={result.refused > 0 ? 'warn' : result.underReview > 0 ? 'info' : 'good'}
          live="status"
          title={submittedTitle(result)}
        >
          {result.refused > 0 && <p>{formatText(text.acceptedSome, { n: result.refused })}</p>}
          {result.underReview > 0 && <p>{text.reviewRest}</p>}
          {result.refused + result.underReview + rest === 0 && text.acceptedAll}
        </Notice>
      )}
      <div className={styles.barRow}>
        <Stack gap="05">
          <p className={styles.totals}>
            <strong>{text.total}</strong>
            <span>{formatText(text.filled, { filled: totals.filled, open: totals.open })}</span>
            {totals.underReview > 0 && <span>{formatText(text.inReview, { n: totals.underReview })}</span>}
            <strong>{showKwh(totals.kwh)}</strong>
            {totals.kwh > 0 && (
              <>
                <span>{formatText(text.net, { sum: formatMoney(totals.net) })}</span>
                <strong>{formatText(text.gross, { sum: formatMoney(totals.gross) })}</strong>
                {!totals.isPriced && <span>{text.unpriced}</span>}
              </>
            )}
          </p>
          <p className={styles.totals}>
            <span>{formatText(text.forecast, { period: showPeriod(context.window.period) })}</span>
            <strong>{showKwh(forecast.kwh)}</strong>
            {forecast.gross > 0n && (
              <strong>{formatText(text.gross, { sum: formatMoney(forecast.gross) })}</strong>
            )}
            {forecast.unknown > 0 && <span>{formatText(text.forecastUnknown, { n: forecast.unknown })}</span>}
          </p>
        </Stack>
        <div className={styles.submit}>
          <Button
            data-changes
            kind={isOnline && ready > 0 ? 'lamp' : 'quiet'}
            busy={isSending}
            disabled={ready === 0 && !isSending}
            onClick={() => void submit().then(onAnswered)}
          >
            {isSending
              ? text.submitting
              : ready > 0
                ? formatText(text.submit, { n: ready })
                : text.submitNone}
          </Button>
          <Text size="s" tone="quiet">
            {rest > 0 ? formatText(text.rest, { n: rest }) : ready > 0 ? text.drafts : text.nothingReady}
          </Text>
        </div>
      </div>
    </section>
  );
}
