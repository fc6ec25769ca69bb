import fc from 'fast-check';

// Whether a property fails is all that is asked: no search for the smallest example.
fc.configureGlobal({ endOnFailure: true });
