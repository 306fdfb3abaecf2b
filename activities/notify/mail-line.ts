/** Characters of a text that a line of a mail keeps. */
const lineMaxCharacters = 500

/** Replaces control characters so that a text fits into one line of a mail, and cuts it. */
export const mailLine = (text: string): string => text.replace(/\p{C}+/gu, ' ').slice(0, lineMaxCharacters)
