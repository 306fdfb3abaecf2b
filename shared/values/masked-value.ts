/** Replaces values in answers that must not be shown. */
export const maskedValue = '********'
