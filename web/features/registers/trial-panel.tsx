import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bookRegister, dropRegister } from '#contract/registers.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { showNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type Register, registersKey, registersQuery } from './api.ts';
import { RegisterFigures } from './register-figures.tsx';
import styles from './registers.module.css';
import { text } from './text.ts';

/** What booking a register would do, and the word of the operator: book it, or take it away. */
export function TrialPanel({ register, onGone }: { register: Register; onGone: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<'book' | 'drop'>();
  const [failure, setFailure] = useState<ApiFailure>();
  const decide = async (what: 'book' | 'drop') => {
    setBusy(what);
    setFailure(undefined);
    const call = what === 'book' ? bookRegister : dropRegister;
    const result = await callApi(call, { register: register.register });
    setBusy(undefined);
    if (!result.ok) return setFailure(result.failure);
    if (what === 'drop') onGone();
    // The page of what is gone may stand a moment longer, and must not ask for it.
    await client.invalidateQueries({ queryKey: what === 'drop' ? registersQuery.queryKey : registersKey });
  };
  const { trial } = register;
  if (trial === null) return null;
  const isNews = trial.matched.count + trial.unmatched.count > 0;
  return (
    <Card labelledBy="trial">
      <div className={styles.view}>
        <div>
          <h2 id="trial" className={styles.cardTitle}>
            {text.trialTitle}
          </h2>
          <p className={styles.quiet}>{isNews ? text.trialHint : text.nothingNew}</p>
        </div>
        <RegisterFigures totals={trial} />
        {failure && (
          <Notice kind="bad" live="alert" title={text.failed}>
            {failure.message}
          </Notice>
        )}
        <div className={styles.actions}>
          <Button kind={isNews ? 'lamp' : 'quiet'} busy={busy === 'book'} onClick={() => void decide('book')}>
            {isNews ? text.book(showNumber(trial.matched.count)) : text.closeRegister}
          </Button>
          <Button kind="plain" busy={busy === 'drop'} onClick={() => void decide('drop')}>
            {text.drop}
          </Button>
        </div>
      </div>
    </Card>
  );
}
