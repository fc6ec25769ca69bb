import { Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import type { LegalKey } from '#contract/values/legal-keys.ts';
import { tableOf } from '#domain/table-of.ts';
import { showMoment } from '#web/lib/format.ts';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { ProfileCard } from './profile-card.tsx';
import { text } from './text.ts';

/** The legal text of each kind of consent. */
const keys: Readonly<Record<string, LegalKey>> = tableOf({ personalData: 'privacy', terms: 'terms' });

/** The reader's own consents: kind, text and time. */
export function ConsentsCard() {
  return (
    <ProfileCard title={text.consents}>
      {({ consents }) =>
        consents.length === 0 ? (
          <Text size="s" tone="quiet">
            {text.noConsents}
          </Text>
        ) : (
          <Stack as="ul" gap="3">
            {consents.map(({ kind, version, givenAt }) => {
              const key = keys[kind];
              return (
                <Stack as="li" key={`${kind} ${givenAt}`} gap="05">
                  <Text isStrong>{wordsOf(text.consentKinds, kind)}</Text>
                  <p>{wordsOf(text.consentTexts, kind)}</p>
                  <Text size="s" tone="quiet">
                    {formatText(text.consentGiven, { moment: showMoment(givenAt), version })}
                  </Text>
                  {key && (
                    <Text size="s">
                      <Link to="/legal" search={{ text: key, version }}>
                        {text.consentLink}
                      </Link>
                    </Text>
                  )}
                </Stack>
              );
            })}
          </Stack>
        )
      }
    </ProfileCard>
  );
}

/** The text of a kind of consent; an unknown kind of a newer server is shown by its name. */
function wordsOf(words: Readonly<Record<string, string>>, kind: string): string {
  return words[kind] ?? kind;
}
