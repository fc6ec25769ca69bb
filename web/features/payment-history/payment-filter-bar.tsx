import { kyivDateOf } from '#domain/time/kyiv.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { PeriodButtons } from '#web/lib/period-buttons.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { selectWithAny } from '#web/ui/select-with-any.ts';
import { type PaymentFilter, purposes, readPaymentFilter, states } from './payment-filter.ts';
import { text } from './text.ts';

interface PaymentFilterBarProps {
  filter: PaymentFilter;
  onFilter: (filter: PaymentFilter) => void;
}

/** Period by one press, or days, purpose and state by fields. */
export function PaymentFilterBar({ filter, onFilter }: PaymentFilterBarProps) {
  const today = kyivDateOf(deviceNow());
  const { from, to, purpose, state } = filter;
  return (
    <FilterBar
      label={text.filter}
      applyLabel={text.apply}
      clearLabel={text.clear}
      foldLabel={text.conditions}
      onApply={(values) => onFilter(readPaymentFilter(values))}
      fields={[
        { kind: 'date', name: 'from', label: text.from, value: from, max: today },
        { kind: 'date', name: 'to', label: text.to, value: to },
        selectWithAny({
          name: 'purpose',
          label: text.purpose,
          value: purpose,
          anyLabel: text.purposeAny,
          choices: purposes,
          labels: text.purposes,
        }),
        selectWithAny({
          name: 'state',
          label: text.state,
          value: state,
          anyLabel: text.stateAny,
          choices: states,
          labels: text.stateChoices,
        }),
      ]}
    >
      <PeriodButtons
        label={text.period}
        names={text.periods}
        filter={filter}
        today={today}
        onFilter={onFilter}
      />
    </FilterBar>
  );
}
