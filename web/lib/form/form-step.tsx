import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { checkField, type FieldName, tidyField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import type { FieldTexts } from '#web/ui/form/field.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import type { ApiFailure } from '../api-failure.ts';
import { AnotherCode } from './another-code.tsx';
import { FieldsForm, type FieldsFormProps, type FormField } from './fields-form.tsx';
import { type FormPlaces, type Refusal, refusalOfChecks, refusalOfFailure } from './form-problems.ts';
import { codeText } from './form-text.ts';
import { restoreSteps, useKeptSteps } from './steps/kept-steps.ts';
import {
  factsOf,
  fieldsOf,
  formStepOf,
  ofFacts,
  reduceSteps,
  type StepEvent,
  type StepState,
  type StepTable,
  sendStep,
} from './steps/step-table.ts';
import type { TypedValues } from './use-form.ts';

/** How the value of a form field is read and checked by a rule of the fields. */
export const ruledBy = (name: FieldName) =>
  ({
    read: (typed: string) => tidyField(name, typed),
    check: (typed: string) => checkField(name, typed),
  }) satisfies Partial<FormField>;

export interface FormStepProps extends Omit<FieldsFormProps, 'send'> {
  /** Sends the checked values; answers why they were refused, or nothing. */
  send: (value: TypedValues) => Promise<ApiFailure | Refusal | undefined>;
  /** Where the failures of the call are shown. */
  places?: FormPlaces;
  /** The first field, or what has `data-start`, takes the focus when the step is opened. */
  takesFocus?: boolean | undefined;
}

/** One step of a form, or a form of one step: checks all fields at once, then sends them. */
export function FormStep({ send, places, takesFocus, ...form }: FormStepProps) {
  const { fields } = form;
  const first = fields[0]?.name ?? '';
  useEffect(() => {
    if (!takesFocus) return;
    const [field] = document.getElementsByName(first);
    (field?.closest('form')?.querySelector<HTMLElement>('[data-start]') ?? field)?.focus();
  }, [takesFocus, first]);
  const checkAndSend = async (typed: TypedValues) => {
    const value: TypedValues = (name) => {
      const read = fields.find((field) => field.name === name)?.read;
      return read ? read(typed(name)) : typed(name);
    };
    const problems = fields.map(({ name, check }) => [name, check?.(value(name), value)]);
    const answer = refusalOfChecks(Object.fromEntries(problems)) ?? (await send(value));
    return answer && 'issues' in answer ? refusalOfFailure(answer, places) : answer;
  };
  return <FieldsForm {...form} send={checkAndSend} />;
}

interface FormStepsProps<Name extends string> extends StepTable<Name> {
  /** The card of a form that is a page of its own. */
  card?: {
    suffix: string;
    foot: ReactNode;
    /** Says where one is: `{step}` of `{steps}`. */
    progress?: string;
  };
  /** Shows one step, in a form with another layout. */
  layout?: (step: FormStepProps) => ReactNode;
}

/**
 * A form of steps. Only what is typed, sent and answered is its state; the table of steps says what is shown, what is
 * sent, and which answer leads where.
 */
export function FormSteps<Name extends string>(props: FormStepsProps<Name>) {
  const [state, dispatch] = useReducer(
    (now: StepState<Name>, event: StepEvent<Name>) => reduceSteps(props, now, event),
    undefined,
    () => restoreSteps<Name>(props),
  );
  const forget = useKeptSteps(props, state);
  return <StepView key={state.step} {...props} state={state} dispatch={dispatch} onDone={forget} />;
}

interface StepViewProps<Name extends string> extends FormStepsProps<Name> {
  state: StepState<Name>;
  dispatch: (event: StepEvent<Name>) => void;
  onDone: () => void;
}

function StepView<Name extends string>({
  card,
  layout,
  state,
  dispatch,
  onDone,
  ...table
}: StepViewProps<Name>) {
  const { keepsTyped } = table;
  const [typed] = useState(state.typed);
  const facts = factsOf(state);
  const step = table.steps[state.step];
  const lead = ofFacts(step.lead, facts);
  const { title = '' } = step;
  if ('end' in step) {
    return (
      <AuthCard title={title} suffix={card?.suffix ?? ''} lead={lead}>
        {step.end}
      </AuthCard>
    );
  }
  const { back, resend, problems, submit, busy, kind, notice, takesFocus } = step;
  const fields = fieldsOf(table, state.step, state);
  const backButton = back && (
    <Button kind="plain" onClick={() => dispatch({ type: 'back', step: back.to })}>
      {back.label}
    </Button>
  );
  const shown: FormStepProps = {
    ...{ fields, problems, submit, busy, kind, notice, takesFocus, typed },
    refused: state.refusal,
    send: async (value) => {
      const own = Object.fromEntries(fields.map(({ name }) => [name, value(name)]));
      const outcome = await sendStep(table, state, own);
      if (!outcome) onDone();
      else if ('fields' in outcome) return outcome;
      else dispatch(outcome);
      return undefined;
    },
    ...(keepsTyped && {
      form: {
        onChange: ({ target }) => {
          if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
          const value =
            target instanceof HTMLInputElement && target.type === 'checkbox' && !target.checked
              ? ''
              : target.value;
          dispatch({ type: 'typed', name: target.name, value });
        },
      },
    }),
    children: resend ? (
      <AnotherCode
        seconds={state.wait.seconds}
        ask={async () => (await table.requestCode?.(facts.value)) ?? state.wait}
        words={resend}
        onSent={(wait) => dispatch({ type: 'codeSent', wait })}
        aside={backButton}
      />
    ) : (
      backButton
    ),
  };
  const form = layout ? layout(shown) : <FormStep {...shown} />;
  if (!card) return form;
  const names = Object.keys(table.steps).filter((name) => formStepOf(table, name as Name));
  const place = { step: names.indexOf(state.step) + 1, steps: names.length };
  return (
    <AuthCard
      title={title}
      suffix={card.suffix}
      lead={lead}
      foot={card.foot}
      {...(card.progress && { progress: formatText(card.progress, place) })}
    >
      {form}
    </AuthCard>
  );
}

interface CodeFieldTexts extends Omit<FieldTexts, 'error' | 'hint'> {
  name: string;
  /** Of digits alone. */
  isNumeric?: boolean | undefined;
  /** The only field of its step: digits are read from the SMS, and the last of them sends the form. */
  isAlone?: boolean;
  /** Default: how the code looks. */
  hint?: ReactNode;
  /** Below the field. */
  after?: ReactNode;
}

/** The field of a code that was sent. */
export function codeField(field: CodeFieldTexts): FormField {
  const { name, label, isNumeric = false, isAlone = false, after } = field;
  const words = isNumeric ? codeText.digits : codeText.letters;
  const { hint = words.hint } = field;
  const sendsItself = isNumeric && isAlone;
  return {
    name,
    wanted: words.wanted,
    check: (code) => checkField('code', code),
    show: ({ id, error }) => (
      <>
        <CodeField
          {...{ id, name, label, error }}
          hint={sendsItself ? [hint, ' ', codeText.goesOn] : hint}
          numeric={isNumeric}
          sendsItself={sendsItself}
        />
        {after}
      </>
    ),
  };
}
