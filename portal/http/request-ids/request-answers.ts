import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { bytea, nullable, typedSql } from '#platform/database/typed-sql.ts';
import { type KeyRing, keyIdOf, openText, prependKeyId, sealText } from '#platform/key-ring.ts';
import { createKeyedMutex } from '#platform/keyed-mutex.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type CallResult, fail, succeed } from '../call-result.ts';

const hourMs = 3_600_000;

/** How long a repeated request id gets the first answer. Source: product.md, section 3. */
export const answerDays = 2;
const answerMs = answerDays * 24 * hourMs;

/** A handler that began earlier than this ended with its process: the id runs again. */
const abandonedSeconds = 120;

/** How often an answer is looked for that another node works on. */
const pollMs = 300;

/** A changing call that names a request id. */
export interface IdentifiedRequest {
  readonly identityId: string;
  readonly requestId: string;
  readonly path: string;
  /** As it came. Token and request id are left out of the comparison. */
  readonly payload: unknown;
}

/** JSON with the keys of each object sorted, so that their order makes no other payload. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function contentOf({ path, payload }: IdentifiedRequest): string {
  const { token: _token, requestId: _id, ...fields } = payload as Readonly<Record<string, unknown>>;
  return canonicalJson([path, fields]);
}

const expiryAt = (now: Instant) => instantToIso((now - answerMs) as Instant);

/** Deletes answers to requests from before a moment. */
export async function deleteOldAnswers(db: PortalDatabase, before: Instant, limit: number): Promise<number> {
  const old = instantToIso(before);
  const { numAffectedRows } = await sql`
    delete from portal.request_answer where asked_at <= ${old}::timestamptz and (identity_id, request_id) in (
      select identity_id, request_id from portal.request_answer where asked_at <= ${old}::timestamptz
       limit ${limit}::integer)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export type RequestAnswers = ReturnType<typeof createRequestAnswers>;

interface Services {
  readonly db: PortalDatabase;
  readonly clock: Clock;
  readonly keys: KeyRing;
  /** An answer that could not be stored; the call is answered all the same. */
  readonly onFault: (fault: unknown, request: IdentifiedRequest) => void;
}

/**
 * Answers changing calls with a request id: the same id with the same payload of the same identity gets the first answer
 * for 48 hours, with another payload 409 common.requestReused. Only successes are stored: what was refused or failed may
 * be tried again with the same id. Calls whose handlers store the id with what they make do not come here. Decision 0164.
 */
export function createRequestAnswers({ db, clock, keys: ring, onFault }: Services) {
  const keys = ring.derive('request-answers');
  const mutex = createKeyedMutex();

  /** Of a dropped key: undefined. */
  function digestBy(keyId: string, content: string): Buffer | undefined {
    const secret = keys.find(keyId)?.secret;
    return secret && prependKeyId(keyId, createHmac('sha256', secret).update(content).digest());
  }

  /** Whether the handler is to run: the id is new, over, or its process ended before it had an answer. */
  async function begin({ identityId, requestId }: IdentifiedRequest, content: string): Promise<boolean> {
    const now = clock.now();
    const digest = digestBy(keys.current.id, content);
    const { rows } = await sql`
      insert into portal.request_answer as known (identity_id, request_id, digest, asked_at)
      values (${identityId}::uuid, ${requestId}::uuid, ${digest}, ${instantToIso(now)}::timestamptz)
      on conflict (identity_id, request_id) do update
        set digest = excluded.digest, asked_at = excluded.asked_at, begun_at = clock_timestamp(), answer = null
        where known.asked_at <= ${expiryAt(now)}::timestamptz
           or (known.answer is null and known.digest = excluded.digest
               and known.begun_at < clock_timestamp() - make_interval(secs => ${abandonedSeconds}))
      returning request_id`.execute(db);
    return rows.length > 0;
  }

  /** The outcome of an earlier request with the same id; 'underWay': another node works on it. */
  async function findAnswer(
    { identityId, requestId }: IdentifiedRequest,
    content: string,
  ): Promise<CallResult<unknown> | 'underWay' | undefined> {
    const known = await typedSql({ digest: bytea(), answer: nullable(bytea()) })`
      select digest, answer from portal.request_answer
       where identity_id = ${identityId}::uuid and request_id = ${requestId}::uuid
         and asked_at > ${expiryAt(clock.now())}::timestamptz`.execute(db);
    const [row] = known.rows;
    if (row === undefined) return undefined;
    if (!digestBy(keyIdOf(row.digest), content)?.equals(row.digest)) return fail('common.requestReused');
    if (row.answer === null) return 'underWay';
    return succeed(JSON.parse(openText(keys, row.answer)));
  }

  async function store({ identityId, requestId }: IdentifiedRequest, result: CallResult<unknown>) {
    const isMine = sql`identity_id = ${identityId}::uuid and request_id = ${requestId}::uuid`;
    if (result.kind === 'success') {
      const answer = sealText(keys, JSON.stringify(result.fields));
      await sql`update portal.request_answer set answer = ${answer} where ${isMine}`.execute(db);
    } else await sql`delete from portal.request_answer where ${isMine} and answer is null`.execute(db);
  }

  async function runOnce(
    request: IdentifiedRequest,
    content: string,
    handle: () => Promise<CallResult<unknown>>,
  ): Promise<CallResult<unknown>> {
    while (!(await begin(request, content))) {
      const answer = await findAnswer(request, content);
      if (answer !== undefined && answer !== 'underWay') return answer;
      await pause(pollMs);
    }
    let result: CallResult<unknown> = fail('common.unexpected');
    try {
      result = await handle();
      return result;
    } finally {
      await store(request, result).catch((fault: unknown) => onFault(fault, request));
    }
  }

  return {
    /** The first answer of the request; `handle` makes it. */
    answer(request: IdentifiedRequest, handle: () => Promise<CallResult<unknown>>) {
      const key = `${request.identityId} ${request.requestId}`;
      return mutex.run(key, () => runOnce(request, contentOf(request), handle));
    },
    /** The first answer if there is one. */
    async find(request: IdentifiedRequest): Promise<CallResult<unknown> | undefined> {
      const answer = await findAnswer(request, contentOf(request));
      return answer === 'underWay' ? undefined : answer;
    },
  };
}

/** Deletes the answers to the requests of an identity. */
export async function deleteAnswersOf(transaction: PortalDatabase, identityId: string): Promise<void> {
  await sql`delete from portal.request_answer where identity_id = ${identityId}::uuid`.execute(transaction);
}
