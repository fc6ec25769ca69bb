declare const brand: unique symbol;

/** A primitive distinguished from others of the same shape at compile time; no run-time cost. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
