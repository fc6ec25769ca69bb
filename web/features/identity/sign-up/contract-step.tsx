import { checkField } from '#contract/field-rules.ts';
import { latinCode } from '#domain/identifiers/latin-look-alikes.ts';
import { refusalOfChecks, summaryOf } from '#web/lib/form-problems.ts';
import { plainAccount } from '#web/lib/typed-values.ts';
import { useForm } from '#web/lib/use-form.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './sign-up-form.module.css';
import type { StepProps } from './step-props.ts';
import { text } from './text.ts';

const { account, unique_code, edrpou } = text.wanted;

/** The step that identifies an entity: account, unique code of the contract and code of the state register. */
export function ContractStep({ state, dispatch, draft, keep, progress, foot }: StepProps) {
  const { refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const refused = refusalOfChecks({
      account: checkField('account', plainAccount(value('account'))),
      unique_code: checkField('unique_code', latinCode(value('unique_code'))),
      edrpou: checkField('edrpou', value('edrpou').trim()),
    });
    if (!refused) dispatch({ type: 'contractGiven' });
    return refused;
  }, state.refusal);
  return (
    <AuthCard
      title={text.entity.contractTitle}
      suffix={text.product}
      progress={progress}
      lead={text.entity.contractLead}
      foot={foot}
    >
      <form className={styles.form} {...formProps} onChange={keep}>
        <ErrorSummary
          title={text.problems}
          items={summaryOf(refusal, { account, unique_code, edrpou })}
          attempt={attempt}
        />
        <TextField
          id="account"
          name="account"
          label={text.account}
          hint={text.accountHint}
          error={errorOf('account')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={draft.account}
          required
        />
        <TextField
          id="unique_code"
          name="unique_code"
          label={text.uniqueCode}
          hint={text.uniqueCodeHint}
          error={errorOf('unique_code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={draft.unique_code}
          required
        />
        <TextField
          id="edrpou"
          name="edrpou"
          label={text.edrpou}
          hint={text.edrpouHint}
          error={errorOf('edrpou')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={draft.edrpou}
          required
        />
        <Button kind="lamp" type="submit" wide>
          {text.next}
        </Button>
      </form>
    </AuthCard>
  );
}
