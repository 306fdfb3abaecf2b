/** Distinguishes amounts that are added to a price, or deducted from it, from the price itself. */

/** Singular words, as `wordsOf` returns them. */
const charge =
  /^(?:shipping|delivery|postage|handling|deposit|tax|vat|setup|service|booking|cleaning|discount|saving|installment|instalment|insurance|warranty|versand|lieferung|kaution|steuer|mwst|rabatt|livraison|envio|spedizione)$/

/** True for a name of a charge or a deduction, such as `shipping price`. @param words of the name. */
export const namesCharge = (words: readonly string[]): boolean => words.some((word) => charge.test(word))
