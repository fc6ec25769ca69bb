import { QueryClientProvider } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { legalKeys } from '#contract/values/legal-keys.ts';
import { createQueryClient } from '#web/app/query-client.ts';
import { TextBlocks } from '#web/features/directory/guide/text-blocks.tsx';
import { LegalText } from '#web/features/legal-texts/legal-text.tsx';

const noWords: readonly string[] = [];

/** `/legal?text=&version=`: a legal text for everybody, in force or of a former date. Outside the cabinet it has a cache of its own. */
export default function LegalPage() {
  const { text, version } = useSearch({ from: '/auth-layout/legal' });
  const [queries] = useState(() => createQueryClient());
  return (
    <QueryClientProvider client={queries}>
      <LegalText
        textKey={legalKeys.find((key) => key === text) ?? 'privacy'}
        version={version}
        blocks={(blocks) => <TextBlocks blocks={blocks} words={noWords} />}
      />
    </QueryClientProvider>
  );
}
