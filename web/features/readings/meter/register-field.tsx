import { type CSSProperties, type ReactNode, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { withoutSpaces } from '#domain/input/tidy-text.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import { MessageText } from '#web/lib/message-text.tsx';
import { afterPress } from '#web/lib/use-opener.ts';
import { Icon } from '#web/ui/icon.tsx';
import { alert } from '#web/ui/icons.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import type { MeterData, RegisterData } from '../api.ts';
import { text } from '../text.ts';
import styles from './register-field.module.css';

interface Cell {
  /** 0 is the first cell. */
  place: number;
  char: string;
  /**
   * 'pad': a leading zero that was not typed; 'next': the place of the next digit; 'wrong': not a digit of this
   * meter.
   */
  kind: 'typed' | 'pad' | 'empty' | 'next' | 'wrong';
}

interface CellRow {
  cells: readonly Cell[];
  /** Cells before the first typed character, where the text of the input begins. */
  offset: number;
}

/**
 * Lays a typed value into the cells of a register, one per digit of its capacity. With typed leading zeros it begins
 * in the first cell; without them, below the first non-zero digit of the previous value, so that digits are aligned.
 * After blur the value is moved to the right end and padded.
 */
export function layCells(
  typed: string,
  digitCapacity: number,
  previousValue: number,
  isBeingTyped: boolean,
): CellRow {
  const offset = startOf(typed, digitCapacity, previousValue, isBeingTyped);
  const length = Math.max(digitCapacity, typed.length);
  const cells = Array.from({ length }, (_, place): Cell => {
    const position = place - offset;
    const char = typed[position];
    if (char !== undefined) {
      return { place, char, kind: isDigit(char) && place < digitCapacity ? 'typed' : 'wrong' };
    }
    if (isBeingTyped && position === typed.length) return { place, char: '', kind: 'next' };
    if (position < 0 && typed !== '') return { place, char: '0', kind: 'pad' };
    return { place, char: '', kind: 'empty' };
  });
  return { cells, offset };
}

/** Whether the value is complete enough to be checked while typing: as many digits as the previous value. */
export function isTypedOut(typed: string, digitCapacity: number, previousValue: number): boolean {
  if ([...typed].some((char) => !isDigit(char))) return true;
  const wanted = typed.startsWith('0') ? digitCapacity : String(previousValue).length;
  return typed.length >= wanted;
}

function startOf(typed: string, digitCapacity: number, previousValue: number, isBeingTyped: boolean): number {
  const room = Math.max(digitCapacity - typed.length, 0);
  if (!isBeingTyped) return typed === '' ? 0 : room;
  if (typed === '' || typed.startsWith('0')) return 0;
  const zeros = digitCapacity - String(previousValue).length;
  return Math.min(Math.max(zeros, 0), room);
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}

/** More than any meter has: a surplus digit is shown, not dropped. */
const MAX_CHARACTERS = 12;

interface RegisterFieldProps {
  id: string;
  meter: MeterData;
  register: RegisterData;
  value: string;
  /** The problem of a completely typed value. */
  problem: string | undefined;
  /** The value was refused: the problem is shown while typing too. */
  isRefused: boolean;
  /** What makes a refused value accepted, below its problem; not while the value is being typed. */
  remedy: ReactNode;
  /** It is in use: shown without a problem too. */
  keepsRemedy: boolean;
  /** kWh since the previous value; undefined when unknown. */
  kwh: number | undefined;
  /** Of the whole month, when the previous value is of it; undefined: the same. */
  monthKwh: number | undefined;
  rolledOver: boolean;
  /** Enter submits; otherwise it leads to the next field. */
  isLast: boolean;
  /** The cost of the kWh of the month: "345,60". */
  sum: string | undefined;
  isSumBehind: boolean;
  onType: (text: string) => void;
}

/**
 * The digits of a register: one cell per digit, the previous value in grey above, the difference and its cost below.
 * The cells are drawn; the control is one ordinary text input over them with transparent letters of a cell's width,
 * so that caret, selection, paste and screen readers are native.
 */
export function RegisterField(props: RegisterFieldProps) {
  const { id, meter, register, value, problem, isRefused, kwh, monthKwh, rolledOver, isLast } = props;
  const { sum, isSumBehind, onType, remedy, keepsRemedy } = props;
  const [isBeingTyped, setBeingTyped] = useState(false);
  const { digitCapacity } = meter;
  const { zone, previousValue, previousDate } = register;
  const { cells, offset } = layCells(value, digitCapacity, previousValue, isBeingTyped);
  const isChecked = isRefused || !isBeingTyped || isTypedOut(value, digitCapacity, previousValue);
  const error = isChecked ? problem : undefined;
  const previous = layCells(String(previousValue), digitCapacity, previousValue, false).cells;
  const geometry = { '--digits': cells.length, '--offset': offset } as CSSProperties;
  return (
    <div className={styles.register} data-invalid={error ? '' : undefined}>
      <div className={styles.head}>
        <label htmlFor={id}>
          {text.zones[zone]}
          <VisuallyHidden>{formatText(text.fieldMeter, { serial: meter.serialNumber })}</VisuallyHidden>
        </label>
        <Text as="span" size="s" tone="quiet" isNumeric>
          {text.zoneHours[zone]}
        </Text>
      </div>
      <p id={`${id}-hint`} hidden>
        {formatText(text.previousRead, {
          value: previousValue,
          date: showDate(previousDate),
          digits: digitCapacity,
        })}
      </p>
      <div className={styles.casing} data-tone="dusk" style={geometry}>
        <p className={styles.previous} aria-hidden="true">
          <span className={styles.row}>
            {previous.map(({ char, place }) => (
              <span key={place}>{char}</span>
            ))}
          </span>
          <span className={styles.aside}>{showDate(previousDate)}</span>
        </p>
        <div className={styles.window}>
          <span className={styles.row} aria-hidden="true">
            {cells.map(({ char, kind, place }) => (
              <span key={place} className={styles.cell} data-kind={kind}>
                {char}
              </span>
            ))}
          </span>
          <span className={styles.aside} aria-hidden="true">
            {text.unit}
          </span>
          <input
            id={id}
            className={styles.input}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint={isLast ? 'send' : 'next'}
            maxLength={MAX_CHARACTERS}
            value={value}
            aria-describedby={`${id}-hint ${error ? `${id}-error` : ''}`.trim()}
            aria-invalid={error ? true : undefined}
            onFocus={() => setBeingTyped(true)}
            onBlur={({ relatedTarget }) => {
              // A message below the field would move the button while it is being pressed.
              if (isSubmit(relatedTarget)) afterPress(() => setBeingTyped(false));
              else setBeingTyped(false);
            }}
            onChange={(event) => onType(withoutSpaces(event.target.value))}
          />
        </div>
      </div>
      {error ? (
        <p
          key={String(isRefused)}
          className={styles.error}
          id={`${id}-error`}
          role={isRefused ? 'alert' : undefined}
        >
          <Icon drawing={alert} size={16} />
          <span>
            <MessageText>{error}</MessageText>
          </span>
        </p>
      ) : (
        <p className={styles.result}>
          {kwh !== undefined && (
            <>
              <span className={styles.kwh}>
                {formatText(text.difference, { kwh: showNumber(kwh) })} {text.unit}
                {rolledOver && <span className={styles.note}> {text.rolledOver}</span>}
                {monthKwh !== undefined && (
                  <span className={styles.note}>
                    {' '}
                    {formatText(text.monthSoFar, { kwh: showNumber(monthKwh) })}
                  </span>
                )}
              </span>
              {sum !== undefined && (
                <span className={styles.sum} data-behind={isSumBehind ? '' : undefined}>
                  {sum} {text.currency}
                </span>
              )}
            </>
          )}
        </p>
      )}
      {(keepsRemedy || isRefused || (error && !isBeingTyped)) && remedy}
    </div>
  );
}

function isSubmit(element: Element | null): boolean {
  return element instanceof HTMLButtonElement && element.type === 'submit';
}
