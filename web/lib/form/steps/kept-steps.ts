import { useEffect, useRef } from 'react';
import { deviceNow } from '../../clock.ts';
import type { Values } from '../fields-form.tsx';
import type { CodeWait } from '../sent-code.ts';
import { formStepOf, type KeptForm, type StepState, type StepTable, startSteps } from './step-table.ts';

/** As long as the proof of a code. */
const keptMs = 30 * 60_000;

interface KeptSteps {
  readonly as: string;
  readonly at: number;
  readonly step: string;
  readonly typed: Values;
  readonly values: Values;
  readonly sentTo: string;
  readonly wait: CodeWait;
  /** When the wait began. */
  readonly waitAt: number;
}

function read({ as, memory }: KeptForm, now: number): KeptSteps | undefined {
  try {
    const kept = JSON.parse(memory.read() ?? 'null') as KeptSteps | null;
    return kept?.as === as && now - kept.at < keptMs && kept.at <= now ? kept : undefined;
  } catch {
    return undefined;
  }
}

function only(fields: readonly string[], values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)));
}

/** The form as it was before the reload, or from its start. A proven code is not stored: its step asks for it again. */
export function restoreSteps<Name extends string>(table: StepTable<Name>): StepState<Name> {
  const { kept: form } = table;
  if (!form) return startSteps(table);
  const now = deviceNow();
  const kept = read(form, now);
  const step = kept && (Object.keys(table.steps) as Name[]).find((name) => name === kept.step);
  if (kept === undefined || step === undefined || !formStepOf(table, step)) return startSteps(table);
  const seconds = Math.max(0, Math.ceil(kept.wait.seconds - (now - kept.waitAt) / 1000));
  const { typed, values, sentTo, wait } = kept;
  return { step, typed, values, sentTo, wait: { ...wait, seconds }, refusal: undefined };
}

/** Stores an unfinished form while it is shown; leaving it or finishing it removes it. Returns how to remove it. */
export function useKeptSteps<Name extends string>(
  table: StepTable<Name>,
  state: StepState<Name>,
): () => void {
  const { kept: form } = table;
  const waiting = useRef({ wait: state.wait, at: 0 });
  const isOpen = formStepOf(table, state.step) !== undefined;
  useEffect(() => {
    if (!form) return;
    if (!isOpen) return form.memory.write(null);
    const at = deviceNow();
    const { step, typed, values, sentTo, wait } = state;
    if (waiting.current.at === 0 || waiting.current.wait !== wait) waiting.current = { wait, at };
    const kept: KeptSteps = {
      ...{ as: form.as, at, step, sentTo, wait, waitAt: waiting.current.at },
      typed: only(form.fields, typed),
      values: only(form.fields, values),
    };
    form.memory.write(JSON.stringify(kept));
  }, [form, isOpen, state]);
  useEffect(() => () => form?.memory.write(null), [form]);
  return () => form?.memory.write(null);
}
