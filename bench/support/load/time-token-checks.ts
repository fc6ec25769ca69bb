import type { CompiledQuery } from 'kysely';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { createSessionGuard } from '#portal/http/session/session-guard.ts';
import { createTokens } from '#portal/http/session/token.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { median } from '../median.ts';
import { accountOf, idOf } from '../seed/seed-readings.ts';

const rounds = 5;
/** Calls whose tokens are checked in one turn of the event loop. */
const atOnce = 32;

/** A fake database that answers the guard's query at once: every session is active. */
function instantDatabase(expiresAt: number): PortalDatabase {
  const answer = ({ parameters }: CompiledQuery) => {
    const sessionIds = String(parameters[0]).slice(1, -1).split(',');
    const rows = sessionIds.map((sessionId, index) => ({
      position: index + 1,
      session_id: sessionId,
      identity_id: sessionId,
      identity_type: 'person',
      started_at: 0,
      expires_at: expiresAt,
      owns_account: true,
    }));
    return Promise.resolve({ rows });
  };
  return { executeQuery: answer } as unknown as PortalDatabase;
}

/**
 * Event-loop milliseconds of a token check (signature, claims, query and answer) without the database's own time;
 * median of five rounds.
 */
export async function timeTokenChecks(checks = 20_000): Promise<number> {
  const tokens = createTokens(parseKeyRing('SESSION_KEYS', newKeyRingText()));
  const expiresAt = (systemClock.now() + 3_600_000) as Instant;
  const guard = createSessionGuard({ db: instantDatabase(expiresAt), tokens, clock: systemClock });
  const carried = Array.from({ length: checks }, (_, index) => ({
    token: tokens.sign({ sessionId: idOf('session', index), type: 'person', expiresAt }),
    account: accountOf(index),
  }));
  const checkAll = async (): Promise<number> => {
    const started = performance.now();
    for (let first = 0; first < checks; first += atOnce) {
      const some = carried.slice(first, first + atOnce);
      const answers = await Promise.all(
        some.map(({ token, account }) =>
          guard.check({ token, accountNumber: account, address: '', isSignOut: false }),
        ),
      );
      if (answers.some(({ kind }) => kind !== 'active')) throw new Error('a token was refused');
    }
    return (performance.now() - started) / checks;
  };
  await checkAll();
  const measured: number[] = [];
  for (let round = 1; round <= rounds; round += 1) measured.push(await checkAll());
  return median(measured);
}
