import pg from 'pg';

export interface Listener {
  /** Whether notifications still arrive; once lost, it stays so. */
  isAlive(): boolean;
  close(): Promise<void>;
}

/**
 * Listens to a channel of NOTIFY on a connection of its own. Nothing is delivered while it is lost, so that the caller also
 * polls and opens another.
 * @throws Error when the database can't be reached.
 */
export async function listen(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
): Promise<Listener> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `svitlo-listen-${channel}`,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  let isAlive = true;
  const lose = () => {
    isAlive = false;
  };
  client.on('error', lose);
  client.on('end', lose);
  client.on('notification', ({ payload = '' }) => onNotify(payload));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return { isAlive: () => isAlive, close: () => client.end().catch(() => undefined) };
}
