import { memo } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { withoutSpaces } from '#domain/input/tidy-text.ts';
import { formatMoney } from '#domain/money.ts';
import { blockedMessage } from '#web/lib/form/blocked-advice.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import { keepAddress } from '#web/lib/message-text.tsx';
import { text as common } from '#web/lib/text.ts';
import { meter as meterDrawing } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { type LineState, lineStateOf } from './lines/arrange-lines.ts';
import { type AssessmentContext, assessMeter, costOf, type Entry } from './lines/assess-meter.ts';
import { cellName, energyWords, kindWords } from './lines/line-words.ts';
import { isChannel, type Line } from './lines/points-data.ts';
import { confirmCodes, type PointsStore, putValues, useEntry } from './lines/points-store.ts';
import styles from './points-table.module.css';
import { text } from './text.ts';

/** What all rows of the table share; the same object as long as nothing of it changes. */
export interface TableFacts {
  readonly store: PointsStore;
  readonly context: AssessmentContext;
  /** Opens the card form of a meter: photo, correction, receipt. */
  readonly onCard: (line: Line) => void;
}

const tones: Record<Exclude<LineState, 'empty'>, StateTone> = {
  ready: 'good',
  question: 'wait',
  error: 'bad',
  given: 'good',
  blocked: 'void',
};

/** Refusals that the card form resolves: with a photo or a correction. */
const cardCodes = new Set([
  'readings.valueTooLarge',
  'readings.lowerThanPrevious',
  'readings.alreadySubmitted',
]);

/** A row of the table: one register or channel with its cell. On a phone a card of some lines. */
export const PointLine = memo(function PointLine({ line, facts }: { line: Line; facts: TableFacts }) {
  const { store, context, onCard } = facts;
  const { id, meter, point, row } = line;
  const entry = useEntry(store, meter.meterId);
  const assessment = assessMeter(meter, entry, context);
  const state = lineStateOf(line, entry, assessment, context);
  const typed = entry.values[row.kind] ?? '';
  const energy = assessment.energy[row.kind];
  const cost = energy === undefined || isChannel(row.kind) ? undefined : costOf(point, energy);
  const problems = assessment.problems.filter(({ kind }) => kind === row.kind);
  const isWrong = state === 'error' || state === 'question';
  const hasCell = !point.blocked || typed !== '';
  const hasEnergy = energy !== undefined;
  const why = `${id}-why`;
  // The energy is of the month, also when the value before is of it.
  const [start] = row.known;
  return (
    <tr data-state={state} className={styles.line}>
      <th scope="row" data-cell="object">
        <span className={styles.name}>{point.object || keepAddress(point.address)}</span>
        {point.object && <span className={styles.under}>{keepAddress(point.address)}</span>}
      </th>
      <td data-cell="point">
        <span className={styles.code}>{point.eic}</span>
        <span className={styles.under}>
          {formatText(text.serial, { serial: row.serialNumber })}
          {kindWords(row.kind)}
        </span>
      </td>
      <td data-cell="digits">
        <span>{formatText(text.coefficientOf, { k: showNumber(row.coefficient) })}</span>
        <span className={styles.under}>{formatText(text.digitsOf, { n: row.digitCapacity })}</span>
      </td>
      <td data-cell="previous" data-label={text.previous}>
        <span>{row.previousValue}</span>
        <span className={styles.under}>{showDate(row.previousDate)}</span>
        {start && start.date !== row.previousDate && (
          <span className={styles.under}>{formatText(text.monthFrom, { value: start.value })}</span>
        )}
      </td>
      {hasCell && (
        <td data-cell="value">
          <input
            id={id}
            className={styles.cell}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="next"
            spellCheck={false}
            value={typed}
            aria-label={cellName(line)}
            aria-invalid={isWrong || undefined}
            aria-describedby={state === 'empty' ? undefined : why}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) =>
              putValues(store, [{ line, text: withoutSpaces(event.currentTarget.value) }], true)
            }
          />
        </td>
      )}
      {hasEnergy && (
        <>
          <td data-cell="energy" data-unit={isChannel(row.kind) ? undefined : ` ${text.energy}`}>
            {isChannel(row.kind) ? energyWords(row.kind, energy) : showNumber(energy)}
          </td>
          <td data-cell="sum" data-unit={` ${common.hryvnia}`}>
            {cost && formatMoney(cost.gross)}
          </td>
        </>
      )}
      {/* Words have the place of the cells that a row lacks. */}
      <td data-cell="state" id={why} colSpan={1 + (hasCell ? 0 : 1) + (hasEnergy ? 0 : 2)}>
        <LineWords line={line} entry={entry} state={state} />
        {problems.map(({ code, message, type }) => (
          <span key={code} className={styles.why}>
            {message}
            {type === 'question' && (
              <button
                type="button"
                className={styles.small}
                onClick={() => {
                  confirmCodes(store, new Map([[meter.meterId, [code]]]));
                  document.getElementById(id)?.focus();
                }}
              >
                {text.confirm}
              </button>
            )}
            {code === 'readings.alreadySubmitted' && (
              <button
                type="button"
                className={styles.small}
                onClick={() => {
                  putValues(store, [{ line, text: '' }], false);
                  document.getElementById(id)?.focus();
                }}
              >
                {text.dropDraft}
              </button>
            )}
          </span>
        ))}
        {!point.blocked && (state === 'given' || problems.some(({ code }) => cardCodes.has(code))) && (
          <button
            type="button"
            className={styles.small}
            aria-label={formatText(text.cardOf, { serial: row.serialNumber })}
            onClick={() => onCard(line)}
          >
            <Icon drawing={meterDrawing} size={16} />
            {text.card}
          </button>
        )}
      </td>
    </tr>
  );
});

function LineWords({ line: { point, row }, entry, state }: { line: Line; entry: Entry; state: LineState }) {
  if (state === 'empty') return null;
  const { answer } = entry;
  const isUnderReview =
    state === 'given' &&
    (row.currentValue === null ? answer?.outcome.kind === 'underReview' : row.isUnderReview);
  const word = isUnderReview
    ? text.states.underReview
    : text.states[answer && state === 'given' ? 'accepted' : state];
  const receipt = answer?.receiptNumber ?? row.receiptNumber;
  return (
    <>
      <StateMark tone={isUnderReview ? 'wait' : tones[state]}>{word}</StateMark>
      {state === 'given' && row.currentValue !== null && row.currentDate !== null && (
        <span className={styles.under}>
          {formatText(text.current, { value: row.currentValue, date: showDate(row.currentDate) })}
        </span>
      )}
      {state === 'given' && point.givenBy && (
        <span className={styles.under}>{formatText(text.givenBy, { name: point.givenBy })}</span>
      )}
      {state === 'given' && receipt !== null && (
        <span className={styles.under}>{formatText(text.receipt, { number: receipt })}</span>
      )}
      {/* What the role may is said once, above the table. */}
      {state === 'blocked' && point.blocked && point.blocked.code !== 'readings.roleReadsOnly' && (
        <span className={styles.why}>{blockedMessage(point.blocked)}</span>
      )}
    </>
  );
}
