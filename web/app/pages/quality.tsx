import { QueryClientProvider } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { createQueryClient } from '#web/app/query-client.ts';
import { ServiceQuality } from '#web/features/service-terms/quality.tsx';

/** `/quality?period=`: how the supplier keeps the terms of its answers, for everybody. Outside the cabinet it has a cache of its own. */
export default function QualityPage() {
  const { period } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [queries] = useState(() => createQueryClient());
  return (
    <QueryClientProvider client={queries}>
      <ServiceQuality
        filter={period ? { period } : {}}
        onFilter={(search) => void navigate({ to: '/quality', search, resetScroll: false })}
      />
    </QueryClientProvider>
  );
}
