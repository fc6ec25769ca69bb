/** What an act finds. Source: facts 2.5 (typical violations). */
export const violationKinds = [
  'bypass',
  'selfConnection',
  'brokenSeal',
  'magnet',
  'damagedMeter',
  'noAccess',
  'other',
] as const;
export type ViolationKind = (typeof violationKinds)[number];
