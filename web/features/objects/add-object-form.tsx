import { useQueryClient } from '@tanstack/react-query';
import { checkField } from '#contract/field-rules.ts';
import { addObject } from '#contract/objects.ts';
import { latinCode } from '#domain/identifiers/latin-look-alikes.ts';
import { callApi } from '#web/lib/api.ts';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form-problems.ts';
import { plainAccount } from '#web/lib/typed-values.ts';
import { useForm } from '#web/lib/use-form.ts';
import { accountsListed } from '#web/session/account-changes.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { showTip } from '#web/ui/tips.ts';
import styles from './add-object-form.module.css';
import { text } from './add-object-text.ts';
import { objectsQuery } from './api.ts';

/**
 * Puts an object into the cabinet of the person who has its bill in hand: number and code stand on it.
 * Source: product.md 4; base specification, section 7.
 */
export function AddObjectForm({ onAdded }: { onAdded: (account: string) => void }) {
  const queries = useQueryClient();
  const partner = useSessionStore((state) => state.person.partner);
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const account = plainAccount(value('account'));
    const code = latinCode(value('code'));
    const refused = refusalOfChecks({
      account: checkField('account', account),
      code: checkField('unique_code', code),
    });
    if (refused) return refused;
    const added = await callApi(addObject, { partner, account, code });
    if (!added.ok) return refusalOfFailure(added.failure);
    queries.setQueryData(objectsQuery.queryKey, added.data);
    accountsListed(added.data.accounts);
    showTip('good', text.added.replace('{account}', account));
    onAdded(account);
    return undefined;
  });
  return (
    <form className={styles.form} {...formProps}>
      <ErrorSummary title={text.addProblems} items={summaryOf(refusal, text.addWanted)} attempt={attempt} />
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
      <Button kind="lamp" type="submit" busy={busy}>
        {busy ? text.addSubmitting : text.addSubmit}
      </Button>
    </form>
  );
}
