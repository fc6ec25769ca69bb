import { allCalls } from '#contract/all-calls.ts';
import { addTicketFile } from '#contract/conversations.ts';
import type { Call } from '#contract/define-call.ts';
import { openLiveChannel } from '#contract/live.ts';
import { checkWorkbook } from '#contract/readings/points.ts';
import { addPhoto } from '#contract/readings.ts';
import { type Random, randomOf } from '#sample/random.ts';
import { basicPair } from '../callers/code-caller.ts';
import { checkAnswer } from '../check-answer.ts';
import { smallJpeg } from '../make-picture.ts';
import { makeWorkbook } from '../make-workbook.ts';
import { requestBody } from '../request-body.ts';
import type { TestApp } from '../start-test-app.ts';
import { type Field, fieldsOf, withField } from './call-fields.ts';
import { type FuzzCaller, makeFuzzCallers } from './fuzz-callers.ts';
import { createSeenValues, generatePayload, type SeenValues } from './generate-payload.ts';
import { type HostileKind, hostileKinds, hostileValue } from './hostile-values.ts';

/** An answer that no request may get: 500, another 5xx without Retry-After, or one that the contract does not declare. */
interface FuzzFault {
  readonly path: string;
  readonly caller: string;
  readonly kind: HostileKind;
  readonly field: string;
  readonly payload: string;
  /** By which its cause is in the log. */
  readonly reference: string;
  readonly what: string;
}

export interface FuzzResult {
  readonly requests: number;
  readonly byKind: Readonly<Record<string, number>>;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Calls that answered 200 at least once, of all. */
  readonly answered: ReadonlySet<string>;
  readonly fields: number;
  readonly faults: readonly FuzzFault[];
}

export interface FuzzOptions {
  readonly seed: string;
  readonly requests: number;
  readonly log?: (line: string) => void;
}

/** Requests under way at the same time. */
const atOnce = 6;
const requestsBetweenRepairs = 500;
const maxFaultPayload = 600;

interface Target {
  readonly call: Call;
  readonly field: Field | undefined;
}

/** The token is the same field of all calls: of each twentieth is enough. */
const callsOfOneToken = 20;

const targets: readonly Target[] = allCalls.flatMap((call, index): Target[] => {
  const fields = fieldsOf(call.input)
    .filter(({ path }) => path[0] !== 'token' || index % callsOfOneToken === 0)
    .map((field) => ({ call, field }));
  return fields.length > 0 ? fields : [{ call, field: undefined }];
});

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((value) => ({ value, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

function mayMake({ audience, roles }: Call, caller: FuzzCaller): boolean {
  if (audience === 'public' || audience === 'signedIn') return true;
  if (audience === 'customer') return caller.type !== 'admin';
  if (caller.type !== audience) return false;
  return roles === undefined || caller.roles.some((role) => role === 'owner' || roles.includes(role));
}

const logins: readonly [string, ...string[]] = [
  '+380501110001',
  'owner',
  'constructor',
  '2390001111',
  '\0',
  '𝟙',
];
const passwords: readonly [string, ...string[]] = ['Xy7-kQzw', '', ':', 'я'.repeat(200), '𝟙'.repeat(64)];

const workbook = makeWorkbook([['62Z0000000000001', '1', '', 1234]]);

function fileOf({ path }: Call, random: Random): Uint8Array | undefined {
  const usual = path === checkWorkbook.path ? workbook : Buffer.from('document');
  const fitting = path === addPhoto.path || path === addTicketFile.path ? smallJpeg : usual;
  return random.pick([fitting, fitting, Buffer.alloc(0), Buffer.from('3080', 'hex'), undefined]);
}

/**
 * Calls every field of every call with hostile values, from a seed. Payloads are made by the schemas of the contract and the
 * values that earlier answers had; then one field gets a value of some kind.
 */
export async function fuzzCalls(app: TestApp, { seed, requests, log }: FuzzOptions): Promise<FuzzResult> {
  const random = randomOf(seed);
  const callers = await makeFuzzCallers(app);
  const seenBy = new Map<FuzzCaller, SeenValues>(callers.map((caller) => [caller, createSeenValues(random)]));
  for (const [caller, seen] of seenBy) {
    seen.remember(caller.accounts, 'account');
    seen.remember(caller.accounts, 'accountNumber');
  }
  const byKind: Record<string, number> = {};
  const byStatus: Record<string, number> = {};
  const answered = new Set<string>();
  const faults: FuzzFault[] = [];
  const newId = () => {
    const digits = Array.from({ length: 20 }, () => random.between(0, 15).toString(16)).join('');
    return `0199f000-00${digits.slice(0, 2)}-7${digits.slice(2, 5)}-8${digits.slice(5, 8)}-${digits.slice(8)}`;
  };

  /** Takes back what would keep others out: maintenance, ended sessions, blocks, other roles. */
  async function repair(): Promise<void> {
    await app.portalDb
      .updateTable('portal.maintenance')
      .set({ starts_at: null, ends_at: null, reason: '' })
      .execute();
    for (const caller of callers) {
      await caller.restoreRights();
      await caller.signInAgain();
    }
  }

  async function send(call: Call, payload: unknown, caller: FuzzCaller) {
    const file = call.upload ? fileOf(call, random) : undefined;
    const { type, body } = await requestBody(call.path, file ? { ...(payload as object), file } : payload);
    const pair = call.basicAuth ? basicPair(random.pick(logins), random.pick(passwords)) : {};
    const isStream = call.path === openLiveChannel.path;
    const response = await app.app.inject({
      method: 'POST',
      url: call.path,
      headers: { 'content-type': type, authorization: `Bearer ${caller.token}`, ...pair },
      payload: body,
      ...(isStream && { payloadAsStream: true }),
    });
    const { statusCode: status, headers } = response;
    const isJson = headers['content-type']?.toString().includes('json') === true;
    if (isStream && !isJson) response.stream().destroy();
    const text =
      isStream && isJson ? await new Response(response.stream() as never).text() : response.payload;
    const answer: unknown = isJson ? JSON.parse(text) : undefined;
    const reference = String(headers['x-reference']);
    return { status, answer, reference, isBusy: status === 503 && headers['retry-after'] !== undefined };
  }

  async function tryOne({ call, field }: Target): Promise<void> {
    const able = callers.filter((caller) => mayMake(call, caller));
    // Who has all rights gets further than who is refused.
    const free = able.filter(({ isFree }) => isFree);
    const chosen = free.length > 0 && random.chance(0.6) ? free : able;
    const caller = chosen[random.between(0, chosen.length - 1)];
    if (caller === undefined) throw new Error(`${call.path}: nobody may make it`);
    const seen = seenBy.get(caller) ?? createSeenValues(random);
    const kind = field === undefined ? 'valid' : random.pick(hostileKinds);
    let payload: unknown = generatePayload(call.input, { random, seen, newId });
    if (field !== undefined && kind !== 'valid') {
      for (const { path, value } of field.beside) payload = withField(payload, path, value);
      const other = callers[random.between(0, callers.length - 1)];
      const name = field.path.findLast((part) => part !== '0') ?? '';
      const foreign = other && seenBy.get(other)?.of(name);
      const value = kind === 'foreign' ? foreign?.[0] : hostileValue(kind, field.schema, random);
      payload = withField(payload, field.path, value);
    }
    byKind[kind] = (byKind[kind] ?? 0) + 1;
    const { status, answer, reference, isBusy } = await send(call, payload, caller);
    const note = (what: string) =>
      faults.push({
        path: call.path,
        caller: caller.name,
        kind,
        field: field?.path.join('.') ?? '',
        payload: JSON.stringify(payload).slice(0, maxFaultPayload),
        reference,
        what,
      });
    byStatus[status] = (byStatus[status] ?? 0) + 1;
    if (status >= 500 && !isBusy) note(String(status));
    else if (answer !== undefined) {
      try {
        checkAnswer(call.path, status, answer);
      } catch (error) {
        note(String(error));
      }
    }
    if (status === 401) await caller.signInAgain();
    if (status !== 200) return;
    answered.add(call.path);
    seen.remember(answer);
  }

  let sent = 0;
  let queue: Target[] = [];
  async function work(): Promise<void> {
    while (sent < requests) {
      if (queue.length === 0) queue = shuffled(targets, random);
      const target = queue.pop();
      if (target === undefined) return;
      sent += 1;
      const isRepairDue = sent % requestsBetweenRepairs === 0;
      await tryOne(target);
      if (!isRepairDue) continue;
      await repair();
      log?.(
        `${sent} of ${requests}, ${answered.size} of ${allCalls.length} calls answered, ${faults.length} faults`,
      );
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return { requests: sent, byKind, byStatus, answered, fields: targets.length, faults };
}
