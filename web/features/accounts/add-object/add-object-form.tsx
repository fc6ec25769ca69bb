import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addObject } from '#contract/accounts/accounts.ts';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { latinCode } from '#domain/identifiers/eic-code.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { AnotherCode } from '#web/lib/form/another-code.tsx';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form/form-problems.ts';
import { plainAccount } from '#web/lib/form/typed-values.ts';
import { useForm } from '#web/lib/form/use-form.ts';
import { showMoment } from '#web/lib/format.ts';
import { accountsListed } from '#web/session/account-changes.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { objectsQuery } from '../api.ts';
import styles from './add-object-form.module.css';
import { text } from './add-object-text.ts';

/** A code was sent to the phone of the contract; the supplier requires this confirmation. */
interface Confirming {
  readonly account: string;
  readonly code: string;
  readonly maskedPhone: string;
  readonly resendAfterSeconds: number;
}

/** A request that awaits the approval of a person who already has the account. */
interface PendingRequest {
  readonly account: string;
  readonly until: string;
}

function confirmingOf(failure: ApiFailure, account: string, code: string): Confirming | undefined {
  if (failure.code !== 'accounts.confirmationNeeded') return undefined;
  const { maskedPhone = '', resendAfterSeconds = 0 } = failure.details as Partial<Confirming>;
  return { account, code, maskedPhone, resendAfterSeconds };
}

/**
 * Adds an object by the number and code printed on its bill. Depending on the supplier's settings, a code sent to the
 * phone of the contract confirms it, or a person who already has the object approves the request. Source: product.md
 * 4 and 5; base specification, section 7.
 */
export function AddObjectForm({ onAdded }: { onAdded: (account: string) => void }) {
  const queries = useQueryClient();
  const partner = useSessionStore((state) => state.person.partner);
  const [confirming, setConfirming] = useState<Confirming>();
  const [pending, setPending] = useState<PendingRequest>();

  const add = async (account: string, code: string, confirmation?: string) => {
    const payload = { partner, account, code, ...(confirmation !== undefined && { confirmation }) };
    const added = await callApi(addObject, payload);
    if (!added.ok) {
      const required = confirmingOf(added.failure, account, code);
      if (required === undefined)
        return refusalOfFailure(added.failure, { codes: confirmationFields(confirmation) });
      setConfirming(required);
      return undefined;
    }
    queries.setQueryData(objectsQuery.queryKey, added.data);
    const awaited = added.data.waiting?.find((one) => one.account === account);
    if (awaited && !added.data.accounts.some((one) => one.account === account)) {
      setConfirming(undefined);
      setPending(awaited);
      return undefined;
    }
    accountsListed(added.data.accounts);
    showTip('good', text.added.replace('{account}', account));
    onAdded(account);
    return undefined;
  };

  if (confirming) {
    return <ConfirmationForm confirming={confirming} add={add} onBack={() => setConfirming(undefined)} />;
  }
  return <BillForm pending={pending} add={add} />;
}

const onOneLine = (phone: string) => phone.replaceAll(' ', '\u00a0');

/** Fields of the confirmation step, by failure code. */
const confirmationFields = (confirmation: string | undefined) =>
  confirmation
    ? {
        'identity.wrongCode': 'confirmation',
        'identity.codeExpired': 'confirmation',
        'identity.attemptsExhausted': 'confirmation',
      }
    : {};

type Add = (
  account: string,
  code: string,
  confirmation?: string,
) => Promise<ReturnType<typeof refusalOfFailure> | undefined>;

/** `waits`: the request that awaits approval; the form is empty again, for another object. */
function BillForm({ pending, add }: { pending: PendingRequest | undefined; add: Add }) {
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const account = plainAccount(value('account'));
    const code = latinCode(value('code'));
    const refused = refusalOfChecks({
      account: checkField('account', account),
      code: checkField('unique_code', code),
    });
    return refused ?? add(account, code);
  });
  const form = formProps.ref;
  useEffect(() => {
    if (pending) form.current?.reset();
  }, [pending, form]);
  return (
    <form className={styles.form} {...formProps}>
      <ErrorSummary title={text.addProblems} items={summaryOf(refusal, text.addWanted)} attempt={attempt} />
      {pending && (
        <Notice kind="info" live="status">
          {formatText(text.waits, { account: pending.account, until: showMoment(pending.until) })}
        </Notice>
      )}
      <TextField
        id="account"
        name="account"
        label={text.addAccount}
        hint={text.addAccountHint}
        error={errorOf('account')}
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <TextField
        id="code"
        name="code"
        label={text.addCode}
        hint={text.addCodeHint}
        error={errorOf('code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <Button kind={pending ? 'quiet' : 'lamp'} type="submit" busy={busy}>
        {busy ? text.addSubmitting : text.addSubmit}
      </Button>
    </form>
  );
}

interface ConfirmationFormProps {
  confirming: Confirming;
  add: Add;
  onBack: () => void;
}

/** The step that takes the code sent to the phone of the contract. */
function ConfirmationForm({ confirming, add, onBack }: ConfirmationFormProps) {
  const { account, code, maskedPhone, resendAfterSeconds } = confirming;
  const { partner } = useSessionStore((state) => state.person);
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const refused = refusalOfChecks({ confirmation: checkField('code', value('confirmation')) });
    return refused ?? add(account, code, value('confirmation'));
  });
  useEffect(() => document.getElementById('confirmation')?.focus(), []);
  const requestAgain = async () => {
    const answer = await callApi(addObject, { partner, account, code, confirmation: '' });
    if (answer.ok) return { seconds: 0, alreadySent: false };
    const seconds = confirmingOf(answer.failure, account, code)?.resendAfterSeconds;
    return seconds === undefined ? answer.failure : { seconds, alreadySent: false };
  };
  return (
    <form className={styles.form} {...formProps}>
      <ErrorSummary
        title={text.addProblems}
        items={summaryOf(refusal, { confirmation: text.confirmationWanted })}
        attempt={attempt}
      />
      <CodeField
        id="confirmation"
        name="confirmation"
        label={text.confirmation}
        hint={formatText(text.confirmationHint, { phone: onOneLine(maskedPhone), account })}
        error={errorOf('confirmation')}
      />
      <Button kind="lamp" type="submit" busy={busy}>
        {busy ? text.addSubmitting : text.addSubmit}
      </Button>
      <AnotherCode
        seconds={resendAfterSeconds}
        ask={requestAgain}
        words={text}
        aside={
          <Button kind="plain" onClick={onBack}>
            {text.anotherAccount}
          </Button>
        }
      />
    </form>
  );
}
