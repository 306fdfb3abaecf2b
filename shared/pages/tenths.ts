/** Rounds milliseconds to a tenth, as records of attempts show them. */
export const tenths = (ms: number): number => Math.round(ms * 10) / 10
