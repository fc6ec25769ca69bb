import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dropRegister } from '#contract/registers.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { registersQuery } from './api.ts';
import { text } from './text.ts';

/** Takes a register away of which nothing is booked: one that was refused, or whose file never came whole. */
export function DropButton({ register, onGone }: { register: number; onGone: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const drop = async () => {
    setBusy(true);
    const result = await callApi(dropRegister, { register });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    onGone();
    // The page of what is gone may stand a moment longer, and must not ask for it.
    await client.invalidateQueries({ queryKey: registersQuery.queryKey });
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
