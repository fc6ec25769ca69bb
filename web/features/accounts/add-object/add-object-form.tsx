import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addObject } from '#contract/accounts/accounts.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { codeField, FormStep, FormSteps, ruledBy } from '#web/lib/form/form-step.tsx';
import type { CodeWait } from '#web/lib/form/sent-code.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { showMoment } from '#web/lib/format.ts';
import { accountsListed } from '#web/session/account-changes.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { TextField } from '#web/ui/form/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { objectsQuery } from '../api.ts';
import styles from './add-object-form.module.css';
import { text } from './add-object-text.ts';

/** A code was sent to the phone of the contract; the supplier requires this confirmation. */
interface SentConfirmation {
  readonly maskedPhone: string;
  readonly resendAfterSeconds: number;
  readonly isNumeric: boolean;
}

/** A request that awaits the approval of a person who already has the account. */
interface PendingRequest {
  readonly account: string;
  readonly until: string;
}

function confirmationOf({ code, details }: ApiFailure): SentConfirmation | undefined {
  if (code !== 'accounts.confirmationNeeded') return undefined;
  const {
    maskedPhone = '',
    resendAfterSeconds = 0,
    isNumeric = false,
  } = details as Partial<SentConfirmation>;
  return { maskedPhone, resendAfterSeconds, isNumeric };
}

const waitOf = ({ resendAfterSeconds, isNumeric }: SentConfirmation): CodeWait => ({
  seconds: resendAfterSeconds,
  alreadySent: false,
  isNumeric,
});

const onOneLine = (phone: string) => phone.replaceAll(' ', '\u00a0');

const billFields: readonly FormField[] = [
  {
    name: 'account',
    wanted: text.addWanted.account,
    ...ruledBy('account'),
    show: (control) => (
      <TextField
        {...control}
        label={text.addAccount}
        hint={text.addAccountHint}
        inputMode="numeric"
        autoComplete="off"
      />
    ),
  },
  {
    name: 'code',
    wanted: text.addWanted.code,
    ...ruledBy('unique_code'),
    show: (control) => (
      <TextField
        {...control}
        label={text.addCode}
        hint={text.addCodeHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    ),
  },
];

/**
 * Adds an object by the number and code printed on its bill. Depending on the supplier's settings, a code sent to the
 * phone of the contract confirms it, or a person who already has the object approves the request. Source: product.md
 * 4 and 5; base specification, section 7.
 */
export function AddObjectForm({ onAdded }: { onAdded: (account: string) => void }) {
  const queries = useQueryClient();
  const partner = useSessionStore((state) => state.person.partner);
  const [pending, setPending] = useState<PendingRequest>();

  const add = async (value: TypedValues, confirmation?: string) => {
    const account = value('account');
    const payload = { partner, account, code: value('code') };
    const added = await callApi(addObject, {
      ...payload,
      ...(confirmation !== undefined && { confirmation }),
    });
    if (!added.ok) {
      const sent = confirmationOf(added.failure);
      if (sent === undefined) return added.failure;
      return { to: 'confirmation', values: { maskedPhone: sent.maskedPhone }, wait: waitOf(sent) } as const;
    }
    queries.setQueryData(objectsQuery.queryKey, added.data);
    const awaited = added.data.waiting?.find((one) => one.account === account);
    if (awaited && !added.data.accounts.some((one) => one.account === account)) {
      setPending(awaited);
      return { to: 'bill' } as const;
    }
    accountsListed(added.data.accounts);
    showTip('good', text.added.replace('{account}', account));
    onAdded(account);
    return undefined;
  };
  const requestCode = async (value: TypedValues): Promise<CodeWait | ApiFailure> => {
    const payload = { partner, account: value('account'), code: value('code'), confirmation: '' };
    const answer = await callApi(addObject, payload);
    if (answer.ok) return { seconds: 0, alreadySent: false };
    const sent = confirmationOf(answer.failure);
    return sent === undefined ? answer.failure : waitOf(sent);
  };

  return (
    <FormSteps<'bill' | 'confirmation'>
      start="bill"
      layout={(step) => <FormStep {...step} form={{ className: styles.form }} />}
      requestCode={requestCode}
      steps={{
        bill: {
          fields: billFields,
          notice: () => <PendingNotice request={pending} />,
          problems: text.addProblems,
          submit: text.addSubmit,
          busy: text.addSubmitting,
          kind: pending ? 'quiet' : 'lamp',
          send: (value) => add(value),
        },
        confirmation: {
          takesFocus: true,
          fields: ({ value, wait }) => [
            codeField({
              name: 'confirmation',
              label: text.confirmation,
              isNumeric: wait.isNumeric,
              isAlone: true,
              hint: formatText(text.confirmationHint, {
                phone: onOneLine(value('maskedPhone')),
                account: value('account'),
              }),
            }),
          ],
          problems: text.addProblems,
          submit: text.addSubmit,
          busy: text.addSubmitting,
          resend: text,
          places: {
            codes: {
              'identity.wrongCode': 'confirmation',
              'identity.codeExpired': 'confirmation',
              'identity.attemptsExhausted': 'confirmation',
            },
          },
          send: (value) => add(value, value('confirmation')),
          back: { to: 'bill', label: text.anotherAccount },
        },
      }}
    />
  );
}

/** The request that awaits approval; the form around it is emptied, for another object. */
function PendingNotice({ request }: { request: PendingRequest | undefined }) {
  const words = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (request) words.current?.closest('form')?.reset();
  }, [request]);
  if (!request) return null;
  return (
    <Notice kind="info" live="status">
      <span ref={words}>
        {formatText(text.waits, { account: request.account, until: showMoment(request.until) })}
      </span>
    </Notice>
  );
}
