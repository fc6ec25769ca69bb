import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { isSomeMoney, showSum } from '#web/lib/format.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { objectStatesQuery } from './api.ts';
import type { ObjectState } from './object-filter.ts';
import styles from './object-state.module.css';
import { text } from './text.ts';

const noStates: ReadonlyMap<string, ObjectState> = new Map();

/** The states of all objects by account, in one request; empty while unknown. */
export function useObjectStates(isEnabled: boolean): {
  states: ReadonlyMap<string, ObjectState>;
  isPending: boolean;
} {
  const { data, isPending } = useQuery({ ...objectStatesQuery, enabled: isEnabled });
  const states = useMemo(
    () => (data ? new Map(data.states.map((state) => [state.account, state])) : noStates),
    [data],
  );
  return { states, isPending };
}

interface ObjectStateLineProps {
  /** undefined: unknown. */
  state: ObjectState | undefined;
  isPending: boolean;
}

/** The amount due of an object, and whether a reading is needed. Unknown values are left out. */
export function ObjectStateLine({ state, isPending }: ObjectStateLineProps) {
  if (isPending) return <Skeleton shape="short" />;
  if (!state) return null;
  const { debet, credit, acts, asksReading } = state;
  return (
    <span className={styles.state}>
      {isSomeMoney(debet) && (
        <span>
          {text.toPay} <b>{showSum(debet)}</b>
        </span>
      )}
      {isSomeMoney(credit) && (
        <span>
          {text.overpaid} <b>{showSum(credit)}</b>
        </span>
      )}
      {!isSomeMoney(debet) && !isSomeMoney(credit) && <span>{text.noDebt}</span>}
      {isSomeMoney(acts) && <span>{formatText(text.acts, { sum: showSum(acts) })}</span>}
      {asksReading && <span className={styles.asks}>{text.asksReading}</span>}
    </span>
  );
}
