declare const brand: unique symbol;

/** A primitive that the compiler does not confuse with another one of the same shape; free at run time. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
