/** Milliseconds as records of attempts show them: to a tenth. */
export const tenths = (ms: number): number => Math.round(ms * 10) / 10
