import { useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showPeriod } from '#web/lib/format.ts';
import { NotOnPaper } from '#web/ui/paper.tsx';
import styles from './against-choice.module.css';
import type { Against, ExplanationData } from './explanation-types.ts';
import { text } from './text.ts';

interface AgainstChoiceProps {
  available: ExplanationData['available'];
  against: Against;
  onAgainst: (against: Against) => void;
}

/** The bill before or that of a year ago; when there is no bill of a year ago, it says so. */
export function AgainstChoice({ available, against, onAgainst }: AgainstChoiceProps) {
  const name = useId();
  const { previous, lastYear } = available;
  if (previous === null || lastYear === null) return <p className={styles.none}>{text.noLastYear}</p>;
  const choices = [
    ['previous', showPeriod(previous)],
    ['lastYear', formatText(text.lastYear, { period: showPeriod(lastYear) })],
  ] as const;
  return (
    <NotOnPaper>
      <fieldset className={styles.choice}>
        <legend>{text.against}</legend>
        <div className={styles.options}>
          {choices.map(([value, label]) => (
            <label key={value} className={styles.option}>
              <input
                type="radio"
                name={name}
                value={value}
                checked={value === against}
                onChange={() => onAgainst(value)}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </NotOnPaper>
  );
}
