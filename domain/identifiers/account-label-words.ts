/** What is written before the number of an account where it is copied from; Latin look-alikes are included. */
export const accountLabel = /^(?:[оo][/.\\] ?[рp]\.? ?|(?:особовий ?)?рахунок ?)?(?:[:№#] ?)*(?=\d)/iu;
