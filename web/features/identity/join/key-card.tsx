import { type ReactNode, useEffect, useState } from 'react';
import type { ApiResult } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { text } from './text.ts';

interface KeyCardProps<Facts> {
  /** The secret of a link. */
  linkKey: string;
  /** Reads what the link is for. */
  read: (key: string) => Promise<ApiResult<Facts>>;
  title: string;
  /** Title of what is shown when the link does not work. */
  failed: string;
  foot: ReactNode;
  children: (facts: Facts) => ReactNode;
}

/** What a link is for, once it is read; says why when it does not work. */
export function KeyCard<Facts>({ linkKey, read, title, failed, foot, children }: KeyCardProps<Facts>) {
  const [state, setState] = useState<{ facts: Facts } | { failure: string } | 'loading'>('loading');
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const result = await read(linkKey);
      if (isCurrent) setState(result.ok ? { facts: result.data } : { failure: result.failure.message });
    };
    load().catch((error: unknown) => setState({ failure: failureOf(error)?.message ?? failed }));
    return () => {
      isCurrent = false;
    };
  }, [linkKey, read, failed]);
  if (state !== 'loading' && 'facts' in state) return children(state.facts);
  return (
    <AuthCard title={title} suffix={text.product} foot={foot}>
      {state === 'loading' ? (
        <RowsSkeleton label={text.loading} rows={3} />
      ) : (
        <Notice kind="warn" title={failed}>
          {state.failure}
        </Notice>
      )}
    </AuthCard>
  );
}
