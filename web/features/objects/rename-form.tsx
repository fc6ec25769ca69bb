import { useEffect, useRef } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { longestObjectName } from '#contract/objects.ts';
import { refusalOfFailure, summaryOf } from '#web/lib/form-problems.ts';
import { useForm } from '#web/lib/use-form.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { showTip } from '#web/ui/tips.ts';
import { text } from './manage-text.ts';
import styles from './object-card.module.css';
import { useObjectChanges } from './object-changes.ts';

interface RenameFormProps {
  item: PersonAccount;
  onClose: () => void;
}

/** The name of an object in one field; Escape leaves it as it was. */
export function RenameForm({ item, onClose }: RenameFormProps) {
  const { account, objectName, address } = item;
  const { rename } = useObjectChanges();
  const id = `name-${account}`;
  const form = useForm(async (value) => {
    const name = value('new_name').trim();
    const changed = await rename(account, name);
    if (changed.kind === 'failed') {
      const refusal = refusalOfFailure(changed.failure);
      const { new_name: problem, ...fields } = refusal.fields;
      return { ...refusal, fields: problem ? { ...fields, [id]: problem } : fields };
    }
    if (changed.kind === 'gone') showTip('bad', text.gone);
    else showTip('good', name ? formatText(text.renamed, { name }) : text.addressAgain);
    onClose();
    return undefined;
  });
  const { ref } = form.formProps;
  const isFocused = useRef(false);
  useEffect(() => {
    if (isFocused.current) return;
    isFocused.current = true;
    ref.current?.querySelector('input')?.select();
  }, [ref]);

  return (
    <form
      className={styles.rename}
      {...form.formProps}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <ErrorSummary
        title={text.problems}
        items={summaryOf(form.refusal, { [id]: text.newNameHint })}
        attempt={form.attempt}
      />
      <TextField
        id={id}
        name="new_name"
        label={text.newName}
        hint={text.newNameHint}
        error={form.errorOf(id)}
        defaultValue={objectName === address ? '' : objectName}
        placeholder={address}
        maxLength={longestObjectName}
        autoComplete="off"
      />
      <div className={styles.actions}>
        <Button kind="ink" type="submit" busy={form.busy}>
          {form.busy ? text.saving : text.save}
        </Button>
        <Button kind="plain" onClick={onClose}>
          {text.cancel}
        </Button>
      </div>
    </form>
  );
}
