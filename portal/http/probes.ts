import type { FastifyInstance } from 'fastify';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import type { BillingClient } from '#billing/client.ts';
import type { PortalDatabase } from '../portal-database.ts';

/** /healthz: the process is alive. /readyz: database and billing back end answer; else the status of what is away. */
export function serveProbes(
  app: FastifyInstance,
  { db, billing }: { readonly db: PortalDatabase; readonly billing: BillingClient },
): void {
  app.get('/healthz', () => ({ status: 'success' }));
  app.get('/readyz', async (request) => {
    await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute();
    await billing.call(SUPPLIER_GET, {}, { reference: request.id, actor: 'probe' });
    return { status: 'success' };
  });
}
