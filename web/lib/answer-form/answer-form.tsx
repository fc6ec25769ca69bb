import type { ReactNode } from 'react';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import type { ApiFailure } from '../api-failure.ts';
import { FormStep } from '../form/form-step.tsx';
import styles from './answer-form.module.css';
import { text } from './text.ts';

interface AnswerFormProps {
  maxLength: number;
  /** Sends the answer; answers why it was refused, or nothing. */
  send: (answer: string) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
  /** Above the answer: a choice that goes with it. */
  children?: ReactNode;
}

const shortest = 3;

/** An answer of staff to what a customer wrote. */
export function AnswerForm({ maxLength, send, onCancel, children }: AnswerFormProps) {
  return (
    <FormStep
      takesFocus
      kind="ink"
      problems={text.problems}
      submit={text.answerSend}
      busy={text.sending}
      form={{ className: styles.form }}
      notice={() => children}
      actions={withCancel(text.cancel, onCancel)}
      fields={[
        {
          name: 'answer',
          wanted: text.answerWanted,
          read: (typed) => typed.trim(),
          check: (value) =>
            value.length < shortest ? { code: 'field.required', text: text.answerWanted } : undefined,
          show: (control) => <AreaField {...control} label={text.answer} rows={4} maxLength={maxLength} />,
        },
      ]}
      send={(value) => send(value('answer'))}
    />
  );
}
