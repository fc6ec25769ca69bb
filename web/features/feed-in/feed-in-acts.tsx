import { useId } from 'react';
import { feedInPdf } from '#contract/feed-in.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { formatMoney, moneyFromWire, negateMoney } from '#domain/money.ts';
import { downloadFile } from '#web/lib/api.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { showDate, showKwh, showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { text as names } from '#web/lib/text.ts';
import { StateMark } from '#web/ui/state-mark.tsx';
import styles from './feed-in.module.css';
import { type FeedInMonth, payStateOf } from './feed-in-months.ts';
import { text } from './text.ts';

/** Downloads an act as PDF. */
function ActPdfButton({ account, period }: { account: string; period: string }) {
  return (
    <DownloadButtons
      label={formatText(text.pdfName, { period: showPeriod(period) })}
      labels={{ pdf: text.pdf }}
      busyLabel={text.pdfBusy}
      download={() => downloadFile(feedInPdf, { account, period })}
    />
  );
}

const tones = { paid: 'good', waiting: 'wait', nothing: 'void' } as const;

/** The acts of a year, newest first: the amount, the withheld taxes, the net sum and the PDF. */
export function FeedInActs({ account, months }: { account: string; months: readonly FeedInMonth[] }) {
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className={styles.title}>
        {text.acts}
      </h2>
      <ul className={styles.acts}>
        {months.map((act) => (
          <li key={act.period} className={styles.act}>
            <h3 className={styles.actMonth}>{showPeriod(act.period)}</h3>
            <p className={styles.sum}>{showSum(act.paid)}</p>
            <p className={styles.state}>
              <ActState act={act} />
            </p>
            <p className={styles.number}>
              <span>{formatText(text.actNumber, { number: act.actNumber })}</span>{' '}
              <span>{formatText(text.actDate, { date: showDate(act.drawnOn) })}</span>
            </p>
            {act.exportedKwh === 0 ? (
              <p className={styles.words}>{text.nothingSold}</p>
            ) : (
              <ActSums act={act} />
            )}
            <ActPdfButton account={account} period={act.period} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ActState({ act }: { act: FeedInMonth }) {
  const state = payStateOf(act);
  const date = act.paidOn === null ? '' : showDate(act.paidOn);
  return <StateMark tone={tones[state]}>{formatText(text.states[state], { date })}</StateMark>;
}

/** The amount and the withheld taxes, one per line; the net sum is next to them. */
function ActSums({ act }: { act: FeedInMonth }) {
  const price = `${decimals(act.price)}\u00a0${names.hryvnia}`;
  const lines = [
    [formatText(text.amount, { kwh: showKwh(act.exportedKwh), price }), showMoney(act.amount)],
    [formatText(text.incomeTax, { percent: decimals(act.incomeTaxPercent) }), withheld(act.incomeTax)],
    [
      formatText(text.militaryLevy, { percent: decimals(act.militaryLevyPercent) }),
      withheld(act.militaryLevy),
    ],
  ] as const;
  return (
    <dl className={styles.words}>
      {lines.map(([name, sum]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{sum}</dd>
        </div>
      ))}
    </dl>
  );
}

const withheld = (wire: string) => formatMoney(negateMoney(moneyFromWire(wire)));

/** "6,8245" for "6.8245". */
function decimals(wire: string): string {
  return wire.replace('.', ',');
}
