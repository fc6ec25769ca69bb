import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { formatMoney, moneyFromWire, subtractMoney, zeroMoney } from '#domain/money.ts';
import { showMoney, showNumber, showPeriod, showSum } from '#web/lib/format.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { ScreenOnly } from '#web/ui/paper.tsx';
import { Waterfall } from '#web/ui/waterfall.tsx';
import styles from './explanation.module.css';
import type { ExplanationData } from './explanation-types.ts';
import { briefLine, headlineOf, leftSentence, type Reason, reasonsOf, showDelta } from './sentences.ts';
import { text } from './text.ts';

const BASE = 'base';
const BILL = 'bill';

/** Why a bill differs from another one: as a sentence, a waterfall, a list of reasons and a table. */
export function Explanation({ explanation }: { explanation: ExplanationData }) {
  const [selected, select] = useState(BILL);
  const { base, bill } = explanation;
  const reasons = reasonsOf(explanation);
  const difference = subtractMoney(moneyFromWire(bill.cost), moneyFromWire(base.cost));
  const periods = { base: showPeriod(base.period), bill: showPeriod(bill.period) };
  return (
    <div className={styles.explanation}>
      <div>
        <p className={styles.headline}>{headlineOf(explanation)}</p>
        <p className={styles.brief}>{briefLine(reasons)}</p>
      </div>
      {reasons.length === 0 ? (
        <p>{text.nothingChanged}</p>
      ) : (
        <>
          <ScreenOnly>
            <div className={styles.parts}>
              <Waterfall
                label={formatText(text.chart, periods)}
                selectedKey={selected}
                onSelect={select}
                steps={[
                  totalStep(BASE, base),
                  ...reasons.map(({ key, label, narrowLabel, sentence, sum }) => ({
                    key,
                    label: narrowLabel,
                    kind: 'change' as const,
                    value: Number(sum),
                    sum: showDelta(sum),
                    spoken: formatText(text.spokenStep, { label, sum: showDelta(sum), sentence }),
                  })),
                  totalStep(BILL, bill),
                ]}
              />
              <ul className={styles.reasons}>
                {reasons.map((reason) => (
                  <li
                    key={reason.key}
                    className={styles.reason}
                    data-way={reason.sum < zeroMoney ? 'less' : 'more'}
                    data-selected={reason.key === selected || undefined}
                  >
                    <span>{reason.sentence}</span>
                    <strong>{showDelta(reason.sum)}</strong>
                  </li>
                ))}
                <li className={styles.total}>
                  <span>{text.total}</span>
                  <strong>{showDelta(difference)}</strong>
                </li>
              </ul>
              <Disclosure summary={text.table}>
                <DifferenceTable explanation={explanation} reasons={reasons} />
              </Disclosure>
            </div>
          </ScreenOnly>
          <div className={styles.onPaper}>
            <DifferenceTable explanation={explanation} reasons={reasons} withSentences />
          </div>
        </>
      )}
      <p>{leftSentence(explanation)}</p>
    </div>
  );
}

function totalStep(key: string, { period, cost }: ExplanationData['bill']) {
  return {
    key,
    label: showPeriod(period).replace('\u00a0', ' '),
    kind: 'total' as const,
    value: Number(moneyFromWire(cost)),
    sum: showMoney(cost),
    spoken: formatText(text.spokenTotal, { period: showPeriod(period), sum: showSum(cost) }),
  };
}

interface Row {
  readonly key: string;
  readonly why: string;
  readonly kwh: string;
  readonly sum: string;
}

const columns: readonly Column<Row>[] = [
  { key: 'why', title: text.colWhy, cell: ({ why }) => why },
  { key: 'kwh', title: text.colKwh, numeric: true, cell: ({ kwh }) => kwh },
  { key: 'sum', title: text.colSum, numeric: true, cell: ({ sum }) => sum },
];

/** The difference row by row; in print with the sentences, which are next to it on the screen. */
function DifferenceTable(props: {
  explanation: ExplanationData;
  reasons: readonly Reason[];
  withSentences?: boolean;
}) {
  const { base, bill } = props.explanation;
  const side = (key: string, { period, kwh, cost }: ExplanationData['bill']): Row => ({
    key,
    why: showPeriod(period),
    kwh: showNumber(kwh),
    sum: formatMoney(moneyFromWire(cost)),
  });
  const rows = [
    side(BASE, base),
    ...props.reasons.map(({ key, label, sentence, sum, kwh }) => ({
      key,
      why: props.withSentences ? sentence : label,
      kwh: kwh === undefined ? text.noKwh : showKwhDelta(kwh),
      sum: showDelta(sum),
    })),
    side(BILL, bill),
  ];
  const caption = formatText(text.caption, { base: showPeriod(base.period), bill: showPeriod(bill.period) });
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}

function showKwhDelta(kwh: number): string {
  const size = showNumber(Math.abs(kwh));
  return kwh === 0 ? size : `${kwh > 0 ? '+' : '\u2212'}${size}`;
}
