import type { FastifyRequest } from 'fastify';
import { signOut } from '#contract/identity/sign-in.ts';
import type { Clock } from '#platform/clock.ts';
import { isRefusedInMaintenance, refusedInMaintenance } from '../maintenance.ts';
import type { Route } from '../route.ts';
import { addressOf } from '../session/client-address.ts';
import type { SessionGuard } from '../session/session-guard.ts';
import {
  type Admission,
  accountOf,
  type CallerAnswer,
  decideAdmission,
  fieldOf,
  needsSession,
} from './decide-admission.ts';
import { withoutEmptyFields } from './empty-fields.ts';

/** The token of the payload or of the bearer header; 'conflict' when both are present and differ. */
function tokenOf(request: FastifyRequest): { token: string | undefined } | 'conflict' {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const inBody = fieldOf(request.body, 'token') || undefined;
  if (bearer !== undefined && inBody !== undefined && bearer !== inBody) return 'conflict';
  return { token: bearer ?? inBody };
}

async function checkCaller(
  { call }: Route,
  request: FastifyRequest,
  guard: SessionGuard,
): Promise<CallerAnswer> {
  const carried = tokenOf(request);
  if (carried === 'conflict') return { kind: 'ended', reason: 'conflict' };
  return guard.check({
    token: carried.token,
    accountNumber: accountOf(call, request.body),
    address: addressOf(request),
    isSignOut: call.path === signOut.path,
  });
}

/** Checks a request before its handler. Of a public call the session is read only if the payload needs one. */
export async function admit(
  route: Route,
  request: FastifyRequest,
  guard: SessionGuard,
  clock: Clock,
): Promise<Admission> {
  const { call } = route;
  request.body = withoutEmptyFields(call, request.body);
  if (call.audience === 'public' && isRefusedInMaintenance(call)) {
    const until = await guard.maintenanceUntil();
    if (until !== undefined) return { kind: 'refused', failure: refusedInMaintenance(until, clock.now()) };
  }
  const answer = needsSession(call, request.body) ? await checkCaller(route, request, guard) : undefined;
  return decideAdmission(call, request.body, answer, clock.now());
}
