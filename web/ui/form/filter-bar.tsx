import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { chevronDown } from '../icons.ts';
import { type ControlProps, Field } from './field.tsx';
import styles from './filter-bar.module.css';

interface FilterOption {
  value: string;
  label: string;
}

/** One native field of a filter; an empty value filters by nothing, so a select begins with an option of value ''. */
export type FilterField<Name extends string> = {
  name: Name;
  label: string;
  /** What stands in the address now. */
  value: string | undefined;
} & (
  | { kind: 'select'; options: readonly FilterOption[] }
  | { kind: 'date'; min?: string; max?: string }
  | { kind: 'time'; min?: string; max?: string }
  | { kind: 'time'; min?: string; max?: string }
  | { kind: 'month'; min?: string; max?: string }
  | {
      kind: 'text' | 'search';
      maxLength?: number;
      inputMode?: 'numeric' /** Words to choose from while one types. */;
      suggestions?: readonly string[];
    }
);

/** What the customer filters by; a field left empty is undefined, so that it leaves the address. */
export type FilterValues<Name extends string> = Record<Name, string | undefined>;

interface FilterBarProps<Name extends string> {
  /** The name of the form for screen readers. */
  label: string;
  fields: readonly FilterField<Name>[];
  applyLabel: string;
  /** Of the button that empties every field; shown while one is filled. */
  clearLabel: string;
  /** Puts the values into the search of the address, from where they come back as `value`. */
  onApply: (values: FilterValues<Name>) => void;
  /** On a phone the fields stay folded behind this button unless one is filled; absent: they stand open there too. */
  foldLabel?: string;
  /** Ready choices beside the fields: links to this year, the last year. */
  children?: ReactNode;
}

/** A row of labelled native fields over a table. Nothing changes before the press, and the address is what counts. */
export function FilterBar<Name extends string>({
  label,
  fields,
  applyLabel,
  clearLabel,
  onApply,
  foldLabel,
  children,
}: FilterBarProps<Name>) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const applied = fields.map(({ name, value = '' }): [Name, string] => [name, value]);
  const [isOpen, setOpen] = useState(() => applied.some(([, value]) => value !== ''));
  const key = JSON.stringify(applied);
  // Going back changes the address only: the fields follow it, and the focus stays where it is.
  useEffect(() => fillForm(form.current, JSON.parse(key)), [key]);

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    onApply(valuesOf(fields, (name) => String(data.get(name) ?? '').trim() || undefined));
  };
  const clear = () => {
    form.current?.querySelector<HTMLElement>('input, select')?.focus();
    fillForm(
      form.current,
      fields.map(({ name }) => [name, '']),
    );
    onApply(valuesOf(fields, () => undefined));
  };
  return (
    <search className={styles.bar} aria-label={label}>
      {children && <div className={styles.presets}>{children}</div>}
      {foldLabel && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {foldLabel}
          <Icon drawing={chevronDown} />
        </button>
      )}
      <form
        ref={form}
        id={id}
        className={styles.form}
        data-folded={(foldLabel && !isOpen) || undefined}
        onSubmit={apply}
      >
        {fields.map((field) => (
          <Field key={field.name} label={field.label}>
            {(control) => <FilterControl field={field} control={control} />}
          </Field>
        ))}
        <div className={styles.actions}>
          <Button type="submit">{applyLabel}</Button>
          {applied.some(([, value]) => value !== '') && (
            <Button kind="plain" onClick={clear}>
              {clearLabel}
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

function FilterControl<Name extends string>({
  field,
  control,
}: {
  field: FilterField<Name>;
  control: ControlProps;
}) {
  const common = { ...control, name: field.name, defaultValue: field.value ?? '', className: styles.control };
  if (field.kind === 'select')
    return (
      <select {...common}>
        {field.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  if (field.kind === 'date' || field.kind === 'month' || field.kind === 'time') {
    const { kind, min, max } = field;
    return <input {...common} min={min} max={max} type={kind} autoComplete="off" />;
  }
  const { kind, maxLength, inputMode, suggestions = [] } = field;
  const list = suggestions.length > 0 ? `${control.id}-names` : undefined;
  return (
    <>
      <input
        {...common}
        maxLength={maxLength}
        inputMode={inputMode}
        type={kind}
        list={list}
        autoComplete="off"
      />
      {list && (
        <datalist id={list}>
          {suggestions.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}

function fillForm(form: HTMLFormElement | null, values: readonly (readonly [string, string])[]): void {
  for (const [name, value] of values) {
    const control = form?.elements.namedItem(name);
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value;
  }
}

function valuesOf<Name extends string>(
  fields: readonly FilterField<Name>[],
  read: (name: Name) => string | undefined,
): FilterValues<Name> {
  return Object.fromEntries(fields.map(({ name }) => [name, read(name)])) as FilterValues<Name>;
}
