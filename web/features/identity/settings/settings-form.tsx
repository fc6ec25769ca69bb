import type { ReactNode } from 'react';
import type { ApiResult } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { FormStep, type FormStepProps } from '#web/lib/form/form-step.tsx';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout/stack.tsx';
import styles from './settings-form.module.css';
import { text } from './text.ts';

interface SettingsFormProps extends Omit<FormStepProps, 'problems' | 'form' | 'actions'> {
  /** Present when a button opened the form: it can be closed again. */
  onCancel?: () => void;
  /** Another action next to the submit button. */
  besides?: ReactNode | undefined;
}

/** A form of the settings: one that a button opened, or a further step, takes the focus. */
export function SettingsForm(props: SettingsFormProps) {
  const { onCancel, besides, kind = 'ink', takesFocus = true, ...step } = props;
  return (
    <FormStep
      {...step}
      kind={kind}
      takesFocus={takesFocus}
      problems={text.problems}
      form={{ className: styles.form }}
      actions={(button) => (
        <Row gap="1">
          {button}
          {besides}
          {onCancel && (
            <Button kind="plain" onClick={onCancel}>
              {text.cancel}
            </Button>
          )}
        </Row>
      )}
    />
  );
}

/** Awaits the call of a form: passes the result on, or answers the failure. */
export async function submitCall<T>(
  call: Promise<ApiResult<T>>,
  onDone: (data: T) => void,
): Promise<ApiFailure | undefined> {
  const result = await withMinimumDelay(call);
  if (!result.ok) return result.failure;
  onDone(result.data);
  return undefined;
}
