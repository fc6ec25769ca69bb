export { openSession, type SignedIn, type UserType, type WayInContext } from './open-session.ts';
export { type EndReason, endSessions, insertSession, type SignInWay } from './session-store.ts';
export { sessionEnd } from './session-time.ts';
export { sweep } from './sweep.ts';
