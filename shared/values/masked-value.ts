/** Replaces values in answers that must not be shown. */
export const maskedValue = '********'

/** The rule that a value breaks which was copied from an answer, as the end of a sentence. */
export const maskedRule = 'is the placeholder for masked values in answers, not a value'
