export {
  type OpenSession,
  prepareSession,
  type SignedIn,
  type UserType,
  type WayInContext,
} from './open-session.ts';
export {
  type EndReason,
  endSessions,
  insertSession,
  lockOwnSession,
  type SessionsEnding,
  sessionsEnding,
} from './session-store.ts';
export { sessionEnd } from './session-time.ts';
export { type SignInProof, type SignInWay, stillProved } from './sign-in-proof.ts';
export { sweep } from './sweep.ts';
export { type UserCard, userCardOf } from './user-store.ts';
