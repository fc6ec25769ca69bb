import { type CSSProperties, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { afterPress } from '#web/lib/after-press.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import { MessageText } from '#web/lib/message-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { alert } from '#web/ui/icons.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { MeterData, RegisterData } from './reading-types.ts';
import styles from './register-field.module.css';
import { text } from './text.ts';
import { isTypedOut, layCells, withoutSpaces } from './window-cells.ts';

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
  /** kWh since the previous value; undefined when unknown. */
  kwh: number | undefined;
  rolledOver: boolean;
  /** The cost of these kWh: "345,60". */
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
  const { id, meter, register, value, problem, isRefused, kwh, rolledOver, sum, isSumBehind, onType } = props;
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
        <span className={styles.hours}>{text.zoneHours[zone]}</span>
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
            enterKeyHint="next"
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
        <p className={styles.error} id={`${id}-error`}>
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
    </div>
  );
}

function isSubmit(element: Element | null): boolean {
  return element instanceof HTMLButtonElement && element.type === 'submit';
}
