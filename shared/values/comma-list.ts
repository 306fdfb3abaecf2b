/** Splits a comma separated list into its entries, without the space around them and without empty ones. */
export const commaList = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
