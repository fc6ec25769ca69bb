import { accountMessages } from '#contract/messages/account-messages.ts';
import { legalPath } from '#contract/values/legal-keys.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { consentText as text } from './consent-text.ts';

/**
 * The consent to the processing of personal data, never preselected, with links to what is agreed to: they open beside the form, which
 * keeps what was typed.
 */
export const consentField = (wanted: string): FormField => ({
  name: 'consent',
  wanted,
  check: (given) => (given ? undefined : { code: 'field.required' }),
  show: ({ defaultValue, ...control }) => (
    <Stack gap="1">
      <CheckField
        {...control}
        label={accountMessages['identity.consent']}
        defaultChecked={Boolean(defaultValue)}
      />
      <Text size="s" tone="quiet">
        {text.accepts}{' '}
        <a href={legalPath('terms')} target="_blank" rel="noreferrer">
          {text.terms}
        </a>
        . {text.more}{' '}
        <a href={legalPath('privacy')} target="_blank" rel="noreferrer">
          {text.privacy}
        </a>
        .
      </Text>
    </Stack>
  ),
});
