/**
 * Roles of an administrator. 'owner' may do everything; the others only what their calls name. Source: product.md 4.
 */
export const adminRoles = ['owner', 'operator', 'billing', 'content', 'analyst'] as const;

export type AdminRole = (typeof adminRoles)[number];

/** Whether an administrator has one of these roles; an owner has all. */
export function hasRole(own: readonly AdminRole[], allowed: readonly AdminRole[]): boolean {
  return own.some((role) => role === 'owner' || allowed.includes(role));
}
