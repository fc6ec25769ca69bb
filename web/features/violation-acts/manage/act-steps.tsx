import { formatText } from '#contract/messages/format-text.ts';
import type { ActStep, ManagedAct, SteppedValues } from '#contract/values/managed-act.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { decidedBy } from '#web/lib/dated-changes/decided-by.ts';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showValue } from './act-words.ts';
import styles from './manage.module.css';
import { text } from './text.ts';

const tones: Readonly<Record<ActStep['state'], StateTone>> = {
  applied: 'good',
  proposed: 'wait',
  confirmed: 'good',
  withdrawn: 'void',
};

/** Each field that a step changed: what it was, what it becomes; of a new one what it is. */
function SteppedFields({ before, after }: Pick<ActStep, 'before' | 'after'>) {
  const fields = (Object.keys(text.fields) as (keyof SteppedValues)[])
    .filter((field) => after[field] !== undefined)
    .map((field) => ({ field, was: showValue(field, before), is: showValue(field, after) }))
    .filter(({ was, is }) => was !== text.nothing || is !== text.nothing);
  return (
    <dl className={styles.values}>
      {fields.map(({ field, was, is }) => (
        <div key={field}>
          <dt>{text.fields[field]}</dt>
          <dd>{was === text.nothing ? is : formatText(text.becomes, { before: was, after: is })}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Steps of the staff, newest first: what, when, why, by whom, and who confirmed them. */
export function StepList({ steps }: { steps: readonly ActStep[] }) {
  return (
    <ul className={styles.steps}>
      {steps.map((step) => {
        const { stepId, kind, state, reason, author, savedAt, decided } = step;
        return (
          <li key={stepId}>
            <div className={styles.when}>
              <p>{text.steps[kind]}</p>
              <StateMark tone={tones[state]}>{text.stepStates[state]}</StateMark>
            </div>
            <SteppedFields {...step} />
            <div className={styles.who}>
              {reason !== '' && <Text size="s">{formatText(text.reasonOf, { reason })}</Text>}
              <Text size="s" tone="quiet" isNumeric>
                {formatText(text.by, { name: author, moment: showMoment(savedAt) })}
              </Text>
              {decided && (
                <Text size="s" tone="quiet" isNumeric>
                  {formatText(state === 'withdrawn' ? text.withdrawnBy : text.confirmedBy, {
                    name: decidedBy(decided.by, decided.accountSince),
                    moment: showMoment(decided.at),
                    reason: decided.reason,
                  })}
                </Text>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** What others did with the act since a form was opened; nothing when they did nothing. */
export function Conflict({ act, seen }: { act: ManagedAct; seen: number }) {
  const [newest] = act.steps;
  if (act.revision === seen || !newest) return null;
  return (
    <Notice kind="warn" live="alert" title={text.conflictTitle}>
      <Stack gap="1">
        <p>{text.conflictLead}</p>
        <StepList steps={[newest]} />
      </Stack>
    </Notice>
  );
}

interface WaitingStepProps {
  step: ActStep;
  mayDecide: boolean;
  confirm: () => Promise<ApiFailure | undefined>;
  onWithdraw: () => void;
}

/** What one person has proposed and another confirms. */
export function WaitingStep({ step, mayDecide, confirm, onWithdraw }: WaitingStepProps) {
  const { kind, author, savedAt, reason, isOwn } = step;
  return (
    <Notice kind="warn" title={text.waits[kind]}>
      <Stack gap="2">
        <SteppedFields {...step} />
        <Text size="s" isNumeric>
          {formatText(text.by, { name: author, moment: showMoment(savedAt) })}.{' '}
          {formatText(text.reasonOf, { reason })}
        </Text>
        <p>{isOwn ? text.waitsOwn : text.waitsOther}</p>
        {mayDecide &&
          (isOwn ? (
            <div>
              <Button onClick={onWithdraw}>{text.withdraw}</Button>
            </div>
          ) : (
            <FormStep
              fields={[]}
              problems={text.problems}
              submit={text.confirm}
              busy={text.saving}
              kind="ink"
              send={confirm}
              actions={withCancel(text.withdraw, onWithdraw)}
            />
          ))}
      </Stack>
    </Notice>
  );
}
