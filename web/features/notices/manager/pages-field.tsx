import { useState } from 'react';
import { everyPage, noticePages } from '#contract/notices/manage-notices.ts';
import type { FieldControl } from '#web/lib/form/fields-form.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import styles from './manager.module.css';
import { text } from './text.ts';

const groups = {
  person: (path: string) => path.startsWith('/cabinet/person'),
  entity: (path: string) => path.startsWith('/cabinet/entity'),
  open: (path: string) => !path.startsWith('/cabinet/'),
  admin: (path: string) => path.startsWith('/cabinet/admin'),
} as const;

interface PagesFieldProps {
  control: FieldControl;
  nameOf: (page: string) => string;
}

/** All pages, or those that are ticked; the value of the field is their paths with spaces between. */
export function PagesField({
  control: { id, name, error, defaultValue = everyPage },
  nameOf,
}: PagesFieldProps) {
  const [isAll, setAll] = useState(defaultValue === everyPage);
  const [chosen, setChosen] = useState<readonly string[]>(
    defaultValue === everyPage ? [] : defaultValue.split(' '),
  );
  const isOf = (group: keyof typeof groups) => noticePages.filter(groups[group]);
  return (
    <Stack gap="1">
      <input type="hidden" name={name} value={isAll ? everyPage : chosen.join(' ')} />
      <Field id={id} label={text.pages} error={error}>
        {(control) => (
          <select
            {...control}
            className={styles.select}
            value={isAll ? 'all' : 'some'}
            onChange={({ target }) => setAll(target.value === 'all')}
          >
            <option value="all">{text.allPages}</option>
            <option value="some">{text.somePages}</option>
          </select>
        )}
      </Field>
      {!isAll &&
        (Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
          <Disclosure
            key={group}
            summary={`${text.pageGroups[group]}: ${chosen.filter(groups[group]).length} / ${isOf(group).length}`}
          >
            <div className={styles.choices}>
              {isOf(group).map((page) => (
                <CheckField
                  key={page}
                  label={nameOf(page)}
                  checked={chosen.includes(page)}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, page] : chosen.filter((one) => one !== page))
                  }
                />
              ))}
            </div>
          </Disclosure>
        ))}
    </Stack>
  );
}
