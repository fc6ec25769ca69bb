import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '#web/app/query-client.ts';
import { ServiceStatus } from '#web/features/service-status/service-status.tsx';

/** `/status`: whether the cabinet works, for everybody. Outside the cabinet it has a cache of its own. */
export default function StatusPage() {
  const [queries] = useState(() => createQueryClient());
  return (
    <QueryClientProvider client={queries}>
      <ServiceStatus />
    </QueryClientProvider>
  );
}
