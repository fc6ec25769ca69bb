/**
 * Roles of an administrator. 'owner' may do everything; the others only what their calls name. Source: product.md 4.
 */
export const adminRoles = ['owner', 'operator', 'billing', 'content', 'analyst'] as const;

export type AdminRole = (typeof adminRoles)[number];
