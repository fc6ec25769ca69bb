import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dropStatement } from '#contract/bank-statements.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { statementsQuery } from './api.ts';
import { text } from './text.ts';

/** Drops a statement of which nothing is booked: refused, or not fully uploaded. */
export function DropButton({ statement, onGone }: { statement: number; onGone: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const drop = async () => {
    setBusy(true);
    const result = await callApi(dropStatement, { statement });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    onGone();
    // The page of the dropped statement may stay for a moment and must not request it.
    await client.invalidateQueries({ queryKey: statementsQuery.queryKey });
  };
  return (
    <>
      <Button busy={busy} onClick={() => void drop()}>
        {text.drop}
      </Button>
      {failure && <span role="alert">{failure.message}</span>}
    </>
  );
}
