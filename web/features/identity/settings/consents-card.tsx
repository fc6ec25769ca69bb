import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import styles from './consents-card.module.css';
import { ProfileCard } from './profile-card.tsx';
import { text } from './text.ts';

/** The reader's own consents: kind, text and time. */
export function ConsentsCard() {
  return (
    <ProfileCard title={text.consents}>
      {({ consents }) =>
        consents.length === 0 ? (
          <p className={styles.quiet}>{text.noConsents}</p>
        ) : (
          <ul className={styles.list}>
            {consents.map(({ kind, version, givenAt }) => (
              <li key={`${kind} ${givenAt}`} className={styles.consent}>
                <p className={styles.kind}>{wordsOf(text.consentKinds, kind)}</p>
                <p>{wordsOf(text.consentTexts, kind)}</p>
                <p className={styles.quiet}>
                  {formatText(text.consentGiven, { moment: showMoment(givenAt), version })}
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </ProfileCard>
  );
}

/** The text of a kind of consent; an unknown kind of a newer server is shown by its name. */
function wordsOf(words: Readonly<Record<string, string>>, kind: string): string {
  return words[kind] ?? kind;
}
