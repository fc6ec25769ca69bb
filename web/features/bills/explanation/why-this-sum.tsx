import { Disclosure } from '#web/ui/disclosure.tsx';
import { Answer, type AnswerProps } from './answer.tsx';
import type { Against } from './explanation-types.ts';
import { text } from './text.ts';
import styles from './why-this-sum.module.css';

interface WhyThisSumProps extends Omit<AnswerProps, 'against'> {
  /** What the bill is compared with; undefined: collapsed. */
  against: Against | undefined;
}

/** A disclosure with the explanation of the bill against the bill before or of a year ago; loads when opened. */
export function WhyThisSum({ against, onAgainst, ...bill }: WhyThisSumProps) {
  const isOpen = against !== undefined;
  return (
    <div className={styles.why} data-open={isOpen || undefined}>
      <Disclosure
        open={isOpen}
        onOpen={() => isOpen || onAgainst('previous')}
        onClose={() => isOpen && onAgainst(undefined)}
        summary={
          <span className={styles.question}>
            <h3>{text.title}</h3>
            <span className={styles.hint}>{text.hint}</span>
          </span>
        }
      >
        {against && <Answer {...bill} against={against} onAgainst={onAgainst} />}
      </Disclosure>
    </div>
  );
}
