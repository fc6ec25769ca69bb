import type { ReactNode } from 'react';
import type { ApiFailure } from '../../api-failure.ts';
import type { ResendWords } from '../another-code.tsx';
import type { FieldsFormProps, FormField, Values } from '../fields-form.tsx';
import { type FormPlaces, type Refusal, refusalOfFailure } from '../form-problems.ts';
import { type CodeWait, isCodeWait } from '../sent-code.ts';
import type { TypedValues } from '../use-form.ts';

/** Where a form of steps stands. */
export interface StepState<Name extends string> {
  readonly step: Name;
  /** What was typed, where it is kept. */
  readonly typed: Values;
  /** What the passed steps accepted. */
  readonly values: Values;
  /** To whom the last code was sent; '' when the next attempt needs another one. */
  readonly sentTo: string;
  /** How long the code that was sent last is to be waited for. */
  readonly wait: CodeWait;
  /** Why a later step led back to this one. */
  readonly refusal: Refusal | undefined;
}

/** What a step may show of the steps before. */
export interface StepFacts {
  /** A value that was accepted, or else what is typed; '' without either. */
  readonly value: TypedValues;
  readonly wait: CodeWait;
}

/** The step that follows, with what the answer of the server adds to the values. */
export interface StepMove<Name extends string> {
  readonly to: Name;
  readonly values?: Values;
  readonly wait?: CodeWait;
}

export type OfFacts<Value> = Value | ((facts: StepFacts) => Value);

/** A step, as data. */
export interface Step<Name extends string>
  extends Pick<FieldsFormProps, 'problems' | 'submit' | 'busy' | 'kind' | 'notice'> {
  /** Title and lead of the card, in a form that is a page of its own. */
  readonly title?: string;
  readonly lead?: OfFacts<ReactNode>;
  readonly fields: OfFacts<readonly FormField[]>;
  /** The first field, or what has `data-start`, takes the focus when the step is opened. */
  readonly takesFocus?: boolean;
  /** Where refusals are shown. One at a field of an earlier step leads back to that step. */
  readonly places?: FormPlaces;
  /** Refusals that begin the form anew at a step, by code, with what is then chosen. */
  readonly restarts?: Readonly<Record<string, { readonly to: Name; readonly typed?: Values }>>;
  /**
   * Fields that say to whom a code is sent; while they are unchanged it is sent once, and the `code` that `next` takes
   * is proven once.
   */
  readonly codeFor?: readonly string[];
  /** The `code` proven in a step before, asked for once more when a reload has forgotten it. */
  readonly codeAgain?: (facts: StepFacts) => FormField;
  /** Sends the values of this step and those before; answers a failure, another step than `next`, or nothing. */
  readonly send?: (value: TypedValues) => Promise<ApiFailure | StepMove<Name> | undefined>;
  /** Without it the form ends here. */
  readonly next?: Name;
  readonly back?: { readonly to: Name; readonly label: string };
  /** Words of the button that has the code of this step sent again. */
  readonly resend?: ResendWords;
}

/** What is shown when the form is done. */
export interface LastStep {
  readonly title: string;
  readonly lead: OfFacts<ReactNode>;
  readonly end: ReactNode;
}

/** Where the text of an unfinished form lies while its tab is reloaded. */
interface FormMemory {
  readonly read: () => string | null;
  /** null removes it. */
  readonly write: (text: string | null) => void;
}

/** A form of steps that survives a reload of its tab. */
export interface KeptForm {
  /** The name of the form; what another one left is removed. */
  readonly as: string;
  /** What may be stored; never a password or a code. */
  readonly fields: readonly string[];
  readonly memory: FormMemory;
}

/** A form of steps, as data; its steps are in the order of the form. */
export interface StepTable<Name extends string> {
  readonly start: Name;
  readonly steps: Readonly<Record<Name, Step<Name> | LastStep>>;
  /** Who comes back to a step finds what was typed; it is kept in memory only. */
  readonly keepsTyped?: true;
  /** What of it a reload of the tab leaves. */
  readonly kept?: KeptForm;
  /** Sends the code of the step with `codeFor`. */
  readonly requestCode?: (value: TypedValues) => Promise<CodeWait | ApiFailure>;
}

export type StepEvent<Name extends string> =
  | { type: 'typed'; name: string; value: string }
  | { type: 'moved'; move: StepMove<Name>; sentTo?: string }
  | { type: 'codeSent'; wait: CodeWait }
  | { type: 'refused'; step: Name; refusal: Refusal }
  | { type: 'restarted'; step: Name; typed: Values; refusal: Refusal }
  | { type: 'back'; step: Name };

const noWait: CodeWait = { seconds: 0, alreadySent: false };

/** A form that nobody has typed in. */
export function startSteps<Name extends string>({ start }: Pick<StepTable<Name>, 'start'>): StepState<Name> {
  return { step: start, typed: {}, values: {}, sentTo: '', wait: noWait, refusal: undefined };
}

/**
 * The next state. Who is led back to the contact needs another code; a code that was refused is no longer proven, and
 * another may be asked for at once. When the form is done, nothing that was typed is kept.
 */
export function reduceSteps<Name extends string>(
  table: StepTable<Name>,
  state: StepState<Name>,
  event: StepEvent<Name>,
): StepState<Name> {
  switch (event.type) {
    case 'typed': {
      const { [event.name]: _, ...values } = state.values;
      return { ...state, values, typed: { ...state.typed, [event.name]: event.value } };
    }
    case 'moved': {
      const { move, sentTo = state.sentTo } = event;
      if (!formStepOf(table, move.to)) {
        return { ...startSteps(table), step: move.to, values: move.values ?? {} };
      }
      const values = { ...state.values, ...move.values };
      return { ...state, step: move.to, values, wait: move.wait ?? state.wait, sentTo, refusal: undefined };
    }
    case 'codeSent':
      return { ...state, wait: event.wait, refusal: undefined };
    case 'refused': {
      const { step, refusal } = event;
      const { codeFor, resend } = formStepOf(table, step) ?? {};
      const values = codeFor || resend ? { ...state.values, code: '' } : state.values;
      const sentTo = codeFor ? '' : state.sentTo;
      return {
        ...state,
        step,
        values,
        sentTo,
        wait: resend ? { ...state.wait, ...noWait } : state.wait,
        refusal,
      };
    }
    case 'restarted':
      return { ...startSteps({ start: event.step }), typed: event.typed, refusal: event.refusal };
    case 'back':
      return { ...state, step: event.step, refusal: undefined };
  }
}

/**
 * Sends the step that is shown.
 * @param own The checked values of its fields.
 * @returns What follows; or a refusal to be shown in this step; or undefined when the form is done.
 */
export async function sendStep<Name extends string>(
  table: StepTable<Name>,
  state: StepState<Name>,
  own: Values,
): Promise<StepEvent<Name> | Refusal | undefined> {
  const step = formStepOf(table, state.step);
  const values = { ...state.values, ...own };
  const value: TypedValues = (name) => values[name] ?? '';
  const { next, codeFor } = step ?? {};
  if (codeFor && next) {
    const sentTo = JSON.stringify(codeFor.map(value));
    if (sentTo === state.sentTo) {
      const afterCode = values.code ? formStepOf(table, next)?.next : undefined;
      return { type: 'moved', move: { to: afterCode ?? next, values } };
    }
    const wait = await table.requestCode?.(value);
    if (wait === undefined || !isCodeWait(wait)) return wait && refusalOfFailure(wait, step?.places);
    return { type: 'moved', move: { to: next, values: { ...values, code: '' }, wait }, sentTo };
  }
  const answer = await step?.send?.(value);
  if (answer && 'issues' in answer) return afterFailure(table, state, answer);
  const to = answer?.to ?? next;
  if (!to) return undefined;
  const kept = formStepOf(table, to) && values;
  return { type: 'moved', move: { ...answer, to, values: { ...kept, ...answer?.values } } };
}

function afterFailure<Name extends string>(
  table: StepTable<Name>,
  state: StepState<Name>,
  failure: ApiFailure,
): StepEvent<Name> | Refusal {
  const { places, restarts } = formStepOf(table, state.step) ?? {};
  const refusal = refusalOfFailure(failure, places);
  const restart = restarts?.[failure.code];
  if (restart) return { type: 'restarted', step: restart.to, typed: restart.typed ?? {}, refusal };
  const names = Object.keys(table.steps) as Name[];
  const earlier = names.slice(0, names.indexOf(state.step));
  const step = earlier.find((name) =>
    fieldsOf(table, name, state).some((field) => field.name in refusal.fields),
  );
  return step === undefined ? refusal : { type: 'refused', step, refusal };
}

/** The step of this name; undefined when the form is done there. */
export function formStepOf<Name extends string>(table: StepTable<Name>, name: Name): Step<Name> | undefined {
  const step = table.steps[name];
  return 'end' in step ? undefined : step;
}

/** What a step may show of the steps before. */
export function factsOf({ values, typed, wait }: StepState<string>): StepFacts {
  return { value: (name) => values[name] ?? typed[name] ?? '', wait };
}

/** The fields of a step, as they are now. */
export function fieldsOf<Name extends string>(
  table: StepTable<Name>,
  name: Name,
  state: StepState<Name>,
): readonly FormField[] {
  const { fields = [], codeAgain } = formStepOf(table, name) ?? {};
  const facts = factsOf(state);
  const own = ofFacts(fields, facts);
  return codeAgain && !state.values.code ? [codeAgain(facts), ...own] : own;
}

/** Data of a step that may depend on the steps before. */
export function ofFacts<Value>(given: OfFacts<Value>, facts: StepFacts): Value {
  return given instanceof Function ? given(facts) : given;
}
